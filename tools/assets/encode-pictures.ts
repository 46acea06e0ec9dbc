/**
 * Encodes the masters in `art/renders` as AVIF and WebP, at each width that the page's `sizes` can
 * select. Run by hand after a new render: `npm run pictures`.
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import sharp from "sharp";

const RENDERS = new URL("../../art/renders/", import.meta.url);
const PICTURES = new URL("../../site/assets/pictures/", import.meta.url);

/**
 * Widths in pixels, up to the master's own, each a third above the one before: `SIZES_FACTOR` in
 * `site/ui/Picture.tsx` depends on that.
 */
const WIDTHS: Record<string, number[]> = {
  hero: [640, 850, 1130, 1500, 2000],
  // Whole heights at 20:9: the frame takes the aspect ratio of the file that has loaded.
  operator: [640, 860, 1140, 1500, 2000, 2560],
  "operator-portrait": [590, 790, 1050, 1400],
  "card-quality": [525, 700, 930, 1240, 1600],
  "card-hardware": [525, 700, 930, 1240, 1600],
  "card-turnaround": [525, 700, 930, 1240, 1600],
};

/** AVIF quality. */
const QUALITY = 60;
/** Dense screens, which get the widest files, hide coarser quantisation. */
const DENSE_QUALITY = 50;
/** Small files: a card may be on screen a quarter of a second after a scroll begins. */
const CARD_QUALITY = 50;
/** For pictures that are mostly blur: coarser quantisation would show as bands. */
const BLUR_QUALITY = 68;

type Size = { width: number; height: number; widths: number[] };

// Pictures of a width that is no longer in the list would stay.
await rm(PICTURES, { recursive: true, force: true });
await mkdir(PICTURES);
const sizes: Record<string, Size> = {};
for (const [name, widths] of Object.entries(WIDTHS)) sizes[name] = await encode(name, widths);
await writeFile(new URL("sizes.json", PICTURES), `${JSON.stringify(sizes, null, 2)}\n`);

async function encode(name: string, widths: number[]): Promise<Size> {
  const picture = sharp(await readFile(new URL(`${name}.webp`, RENDERS)));
  const master = await picture.metadata();
  const fitting = widths.filter((width) => width <= master.width);
  for (const width of fitting) {
    const resized = picture.clone().resize({ width });
    const quality = qualityOf(name, width);
    const file = fileURLToPath(new URL(`${name}-${width}`, PICTURES));
    const avif = await resized.clone().avif({ quality, effort: 6 }).toFile(`${file}.avif`);
    const webp = await resized.webp({ quality: quality + 18, effort: 6 }).toFile(`${file}.webp`);
    console.log(`${name} ${width}: AVIF ${avif.size} bytes, WebP ${webp.size} bytes`);
  }
  return { width: master.width, height: master.height, widths: fitting };
}

function qualityOf(name: string, width: number): number {
  if (name.startsWith("operator")) return BLUR_QUALITY;
  if (name.startsWith("card-")) return CARD_QUALITY;
  return width > 850 ? DENSE_QUALITY : QUALITY;
}
