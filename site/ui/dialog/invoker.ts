/**
 * Returns an invoker's attributes as `object`, because React's types lack them. Browsers that support invoker commands
 * run them even before `dialogs.ts` has loaded.
 */
export function invoker(command: "show-modal" | "close", dialogId: string): object {
  return { command, commandfor: dialogId };
}
