import { useEffect, useState } from "react";

import bench from "./images/bench.avif";
import parts from "./images/parts.avif";

export type Images = { bench: ImageBitmap; parts: ImageBitmap };

/** Null until the images are decoded. If they cannot be loaded, the still image remains. */
export function useImages(): Images | null {
  const [images, setImages] = useState<Images | null>(null);
  useEffect(() => {
    const load = async () => {
      const [benchImage, partsImage] = await Promise.all([decodeImage(bench), decodeImage(parts)]);
      setImages({ bench: benchImage, parts: partsImage });
    };
    // oxlint-disable-next-line no-console -- for support
    load().catch((cause: unknown) => console.warn("The demonstration's images failed.", cause));
  }, []);
  return images;
}

/** Decodes an image outside the main thread, once, because the first frame that draws it would stall. */
async function decodeImage(url: string): Promise<ImageBitmap> {
  const response = await fetch(url);
  return createImageBitmap(await response.blob());
}
