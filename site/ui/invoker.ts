/**
 * Until `first-load/dialogs.ts` runs, the browser handles these as invoker commands. React's types do not have them.
 */
export function invoker(command: "show-modal" | "close", dialogId: string): object {
  return { command, commandfor: dialogId };
}
