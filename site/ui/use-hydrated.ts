import { useSyncExternalStore } from "react";

/** False in the build and until hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
