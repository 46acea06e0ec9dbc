import lottie from "lottie-web/build/player/lottie_light";

import "./Animation.css";

type PlayerOptions = {
  /** URL of a Lottie file. */
  source: string;
  loop: boolean;
  autoplay: boolean;
  /** Pauses and resumes the animation; `aria-pressed` means paused. */
  pauseButton: HTMLElement | null;
};

/** Fetches the animation and shows it in the stage instead of the picture below it. */
export function startPlayer(stage: HTMLElement, options: PlayerOptions): void {
  const { source, loop, autoplay, pauseButton } = options;
  const player = lottie.loadAnimation({
    container: stage,
    renderer: "svg",
    path: source,
    loop,
    autoplay,
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
