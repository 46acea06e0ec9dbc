import type { ComponentProps } from "react";

/** Draws paths in ink. The class `drawing-path` draws the demonstrated path in the accent colour. */
export function Drawing({ className, ...svg }: ComponentProps<"svg">) {
  return <svg aria-hidden="true" {...svg} className={`drawing ${className ?? ""}`.trimEnd()} />;
}
