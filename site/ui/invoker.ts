/**
 * Attributes of a button that opens or closes a native dialog. Until `first-load/dialogs.ts` runs, the
 * browser handles them as invoker commands. React's types do not include them yet.
 */
export function invoker(command: "show-modal" | "close", dialogId: string): object {
  return { command, commandfor: dialogId };
}
