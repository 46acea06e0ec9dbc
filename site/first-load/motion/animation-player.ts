import lottie from "lottie-web/build/player/lottie_light";

import "./animation.css";

type PlayerOptions = {
  path: string;
  loop: boolean;
  autoplay: boolean;
  control: HTMLElement | null;
};

/** Starts the player. The button `control` pauses and resumes it; `aria-pressed` means paused. */
export function play(element: HTMLElement, { path, loop, autoplay, control }: PlayerOptions): void {
  const player = lottie.loadAnimation({
    container: element,
    renderer: "svg",
    path,
    loop,
    autoplay,
    rendererSettings: { preserveAspectRatio: "xMidYMid meet" },
  });
  const showState = () => control?.setAttribute("aria-pressed", String(player.isPaused));

  player.addEventListener("DOMLoaded", () => {
    element.dataset["playing"] = "";
    control?.removeAttribute("hidden");
    showState();
  });
  control?.addEventListener("click", () => {
    player.togglePause();
    showState();
  });
}
