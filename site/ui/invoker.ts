/**
 * Invoker commands, which work before `first-load/dialogs.ts` runs. React's types lack them.
 */
export function invoker(command: "show-modal" | "close", dialogId: string): object {
  return { command, commandfor: dialogId };
}
