/**
 * Attributes of a button that opens or closes a native dialog, by invoker commands where the
 * browser has them and by `dialogs.ts` where not. React's types do not know them yet.
 */
export function invoker(command: "show-modal" | "close", dialogId: string): object {
  return { command, commandfor: dialogId };
}
