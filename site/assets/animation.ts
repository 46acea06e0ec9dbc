const supplied = import.meta.glob<string>("./animation/hero.json", {
  eager: true,
  query: "?url",
  import: "default",
});

/** Address of the hero's Lottie file, if one lies at `animation/hero.json`. */
export const heroAnimation: string | undefined = supplied["./animation/hero.json"];
