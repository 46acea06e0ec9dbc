import type { ComponentProps } from "react";

/** Paths in ink; `drawing-path` is the demonstrated path, in the accent. */
export function Drawing({ className, ...svg }: ComponentProps<"svg">) {
  return <svg aria-hidden="true" {...svg} className={`drawing ${className ?? ""}`.trimEnd()} />;
}
