import type { Point } from "./engine.ts";

/** A press of the mouse as WebDriver's actions, which are BiDi's too. */
export function pressing(from: Point, to: Point): object[] {
  return [
    {
      type: "pointer",
      id: "mouse",
      parameters: { pointerType: "mouse" },
      actions: [
        { type: "pointerMove", ...from, duration: 0 },
        { type: "pointerDown", button: 0 },
        { type: "pointerMove", ...to, duration: 0 },
        { type: "pointerUp", button: 0 },
      ],
    },
  ];
}

/** Typing as WebDriver's actions, which are BiDi's too. */
export function typing(text: string): object[] {
  const actions = Array.from(text).flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  return [{ type: "key", id: "keyboard", actions }];
}
