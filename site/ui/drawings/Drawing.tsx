import type { ComponentProps } from "react";

/**
 * A decorative line drawing: paths in ink, circles for points, and the demonstrated path in the accent,
 * with the class `drawing-path`. Strokes keep their width at every scale.
 */
export function Drawing({ className, ...svg }: ComponentProps<"svg">) {
  return <svg aria-hidden="true" {...svg} className={`drawing ${className ?? ""}`.trimEnd()} />;
}
