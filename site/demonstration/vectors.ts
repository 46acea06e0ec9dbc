import type { Position } from "./model.ts";

export function add(a: Position, b: Position): Position {
  return addScaled(a, b, 1);
}

export function addScaled(a: Position, b: Position, times: number): Position {
  return [a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]];
}

export function minus(a: Position, b: Position): Position {
  return addScaled(a, b, -1);
}

export function dot(a: Position, b: Position): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function distance(a: Position, b: Position): number {
  return Math.hypot(...minus(a, b));
}
