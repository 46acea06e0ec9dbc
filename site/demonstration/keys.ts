import type { KeyboardEvent } from "react";

import { MOTION_ALLOWED } from "../ui/media.ts";
import { pause, play, playPhase, seek, type Player } from "./player.ts";

/** As in a video player: K, and Space on the ruler, play and pause; J and L move by a second. */
export function handleKey(event: KeyboardEvent, player: Player): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { time } = player.get();
  switch (event.key.toLowerCase()) {
    case " ":
      // A button is pressed by it.
      if (!(event.target instanceof HTMLInputElement)) return;
      // Otherwise the page would scroll.
      event.preventDefault();
      if (!event.repeat) toggle(player);
      return;
    case "k":
      if (!event.repeat) toggle(player);
      return;
    case "j":
      seek(player, time - 1);
      return;
    case "l":
      seek(player, time + 1);
  }
}

export function toggle(player: Player): void {
  if (player.get().status === "playing") pause(player);
  else if (matchMedia(MOTION_ALLOWED).matches) play(player);
  else playPhase(player);
}
