import lottie from "lottie-web/build/player/lottie_light";

import { MOTION_ALLOWED } from "../ui/media.ts";

import "./Animation.css";

const PLAYING = "data-playing";

export function startLottie(stage: HTMLElement): void {
  const { source = "", loop, autoplay } = stage.dataset;
  const pauseButton = stage.parentElement?.querySelector("button");
  const player = lottie.loadAnimation({
    container: stage,
    renderer: "svg",
    path: source,
    loop: loop === "true",
    autoplay: autoplay === "true" && matchMedia(MOTION_ALLOWED).matches,
    rendererSettings: { preserveAspectRatio: "xMidYMid meet" },
  });
  const showState = () => pauseButton?.setAttribute("aria-pressed", String(player.isPaused));

  player.addEventListener("DOMLoaded", () => {
    stage.toggleAttribute(PLAYING, true);
    pauseButton?.removeAttribute("hidden");
    showState();
  });
  pauseButton?.addEventListener("click", () => {
    player.togglePause();
    showState();
  });
}
