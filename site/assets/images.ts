import type { PictureSource } from "../ui/Picture.tsx";
import sizes from "./images/sizes.json";

const urls = import.meta.glob<string>("./images/*.{avif,webp}", {
  eager: true,
  query: "?url",
  import: "default",
});

/**
 * `npm run images` encodes these images from the source images in `tools/assets/renders`. A crop for some viewports,
 * such as portrait, is a separate image, which `Picture` accepts as its prop `crop`.
 */
export const IMAGES = {
  hero: source("hero"),
  operator: source("operator"),
  operatorNarrow: source("operator-portrait"),
  quality: source("card-quality"),
  hardware: source("card-hardware"),
  turnaround: source("card-turnaround"),
};

/** Finds the image's files, which are named `NAME-WIDTH.avif` and `NAME-WIDTH.webp`. */
function source(name: keyof typeof sizes): PictureSource {
  const { width, height, widths } = sizes[name];
  const urlOf = (pixels: number, format: string) => {
    const found = urls[`./images/${name}-${pixels}.${format}`];
    if (!found) throw new Error(`No ${format} of ${name} at ${pixels} px: run npm run images.`);
    return found;
  };
  const set = (format: string) =>
    widths.map((each) => `${urlOf(each, format)} ${each}w`).join(", ");
  const middle = widths[Math.floor(widths.length / 2)] ?? width;
  return {
    name,
    avif: set("avif"),
    webp: set("webp"),
    src: urlOf(middle, "webp"),
    width,
    height,
  };
}
