import { useEffect, useState } from "react";

import bench from "./images/bench.avif";
import parts from "./images/parts.avif";

/** False until the images are decoded. If they cannot be loaded, the still image remains. */
export function useImages(): boolean {
  const [areDecoded, setDecoded] = useState(false);
  useEffect(() => {
    const load = async () => {
      await Promise.all([decode(bench), decode(parts)]);
      setDecoded(true);
    };
    // oxlint-disable-next-line no-console -- for support
    load().catch((cause: unknown) => console.warn("The demonstration's images failed.", cause));
  }, []);
  return areDecoded;
}

async function decode(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await image.decode();
}
