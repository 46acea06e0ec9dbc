/**
 * Attributes of a button that opens or closes a native dialog, by invoker commands until
 * `first-load/dialogs.ts` takes over. React's types do not know them yet.
 */
export function invoker(command: "show-modal" | "close", dialogId: string): object {
  return { command, commandfor: dialogId };
}
