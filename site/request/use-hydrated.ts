import { useSyncExternalStore } from "react";

/** False in the static page, true once React handles it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
