const supplied = import.meta.glob<string>("./animation/hero.json", {
  eager: true,
  query: "?url",
  import: "default",
});

/** URL of the hero's Lottie file, if there is one at `animation/hero.json`. */
export const heroAnimation: string | undefined = supplied["./animation/hero.json"];
