/** Draws a dot as a very short stroke, because `vector-effect` keeps the width of strokes constant at every scale. */
export function dotPath([x, y]: readonly [x: number | string, y: number | string]): string {
  return `M${x} ${y}h.01`;
}
