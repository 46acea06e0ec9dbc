import type { ComponentProps } from "react";

/**
 * A line drawing: paths in ink, circles for points, and what has the class `drawing-path`, in orange,
 * for the way that was demonstrated. Strokes keep their width at every scale. Decoration.
 */
export function Drawing({ className, ...svg }: ComponentProps<"svg">) {
  return <svg {...svg} className={`drawing ${className ?? ""}`.trimEnd()} aria-hidden="true" />;
}
