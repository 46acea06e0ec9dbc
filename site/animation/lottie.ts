import lottie from "lottie-web/build/player/lottie_light";

import { MOTION_ALLOWED } from "../ui/media.ts";

import "./Animation.css";

/**
 * Fetches the animation of a stage and shows it instead of the picture below it. It starts by itself unless the
 * visitor prefers reduced motion. The button beside the stage pauses and resumes it.
 */
export function startLottie(stage: HTMLElement): void {
  const pauseButton = stage.parentElement?.querySelector("button");
  const player = lottie.loadAnimation({
    container: stage,
    renderer: "svg",
    path: stage.dataset["source"] ?? "",
    loop: true,
    autoplay: matchMedia(MOTION_ALLOWED).matches,
    rendererSettings: { preserveAspectRatio: "xMidYMid meet" },
  });
  const showState = () => pauseButton?.setAttribute("aria-pressed", String(player.isPaused));

  player.addEventListener("DOMLoaded", () => {
    stage.dataset["playing"] = "";
    pauseButton?.removeAttribute("hidden");
    showState();
  });
  pauseButton?.addEventListener("click", () => {
    player.togglePause();
    showState();
  });
}
