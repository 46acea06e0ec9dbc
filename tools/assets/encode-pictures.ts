/**
 * Encodes the masters in `art/renders` as AVIF and WebP, at each width that the page's `sizes` can
 * select. Run by hand after a new render: `npm run pictures [NAME …]`.
 */
import { glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";

import sharp from "sharp";

const RENDERS = new URL("../../art/renders/", import.meta.url);
const PICTURES = new URL("../../site/assets/pictures/", import.meta.url);

/**
 * Widths in pixels, up to the master's own, each a third above the one before: `SIZES_FACTOR` in
 * `site/ui/Picture.tsx` depends on that.
 */
const WIDTHS: Record<string, number[]> = {
  hero: [640, 850, 1130, 1500, 2000],
  // All of exactly 20 : 9, upright of 4 : 5: the frame takes the ratio of what has loaded.
  operator: [640, 860, 1140, 1500, 2000, 2560],
  "operator-portrait": [590, 790, 1050, 1400],
  "card-quality": [525, 700, 930, 1240, 1600],
  "card-hardware": [525, 700, 930, 1240, 1600],
  "card-turnaround": [525, 700, 930, 1240, 1600],
};

/**
 * AVIF quality; the widest encodings go to dense screens, where coarser quantisation is invisible.
 */
const QUALITY = 60;
const DENSE_QUALITY = 50;
/** A page down shows a card a quarter of a second after the first sign of a scroll. */
const CARD_QUALITY = 50;
/** For pictures that are mostly blur: coarser quantisation would show as bands. */
const BLUR_QUALITY = 68;

type Size = { width: number; height: number; widths: number[] };

await mkdir(PICTURES, { recursive: true });
const requested = process.argv.slice(2);
const sizesFile = new URL("sizes.json", PICTURES);
const sizes = JSON.parse(await readFile(sizesFile, "utf8").catch(() => "{}")) as Record<
  string,
  Size
>;
for (const [name, widths] of Object.entries(WIDTHS)) {
  if (requested.length === 0 || requested.includes(name)) sizes[name] = await encode(name, widths);
}
await writeFile(sizesFile, `${JSON.stringify(sizes, null, 2)}\n`);
if (requested.length === 0 || requested.includes("og")) await encodeOpenGraph();

async function encode(name: string, widths: number[]): Promise<Size> {
  const master = await readFile(new URL(`${name}.webp`, RENDERS));
  const { width, height } = await sharp(master).metadata();
  const fitting = widths.filter((at) => at <= width);
  await removeOthers(name, fitting);
  for (const at of fitting) {
    const resized = sharp(master).resize({ width: at });
    const quality = qualityOf(name, at);
    const avif = await resized.clone().avif({ quality, effort: 6 }).toBuffer();
    const webp = await resized
      .clone()
      .webp({ quality: quality + 18, effort: 6 })
      .toBuffer();
    await writeFile(new URL(`${name}-${at}.avif`, PICTURES), avif);
    await writeFile(new URL(`${name}-${at}.webp`, PICTURES), webp);
    console.log(`${name} ${at}: avif ${kib(avif)}, webp ${kib(webp)}`);
  }
  return { width, height, widths: fitting };
}

/** Of an earlier list of widths, or of a wider master. */
async function removeOthers(name: string, widths: number[]): Promise<void> {
  for await (const file of glob(`${name}-*.{avif,webp}`, { cwd: PICTURES })) {
    const [, width] = /^-(\d+)\.\w+$/.exec(file.slice(name.length)) ?? [];
    // Without a width it belongs to a picture whose name begins the same.
    if (width === undefined || widths.includes(Number(width))) continue;
    await rm(new URL(file, PICTURES));
    console.log(`${file}: removed`);
  }
}

function qualityOf(name: string, width: number): number {
  if (name.startsWith("operator")) return BLUR_QUALITY;
  if (name.startsWith("card-")) return CARD_QUALITY;
  return width > 850 ? DENSE_QUALITY : QUALITY;
}

async function encodeOpenGraph(): Promise<void> {
  const master = await readFile(new URL("og.webp", RENDERS));
  // JPEG: not every reader of Open Graph pictures supports more.
  const jpeg = await sharp(master)
    .resize(1200, 630, { fit: "cover" })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
  await writeFile(new URL("og.jpg", PICTURES), jpeg);
  console.log(`og: jpeg ${kib(jpeg)}`);
}

function kib(buffer: Buffer): string {
  return `${(buffer.length / 1024).toFixed(1)} KiB`;
}
