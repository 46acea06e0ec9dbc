/**
 * `npm run pictures`: encodes the masters in `tools/assets/renders` that are newer than their pictures. After a
 * change of a quality, remove the pictures first.
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import sharp from "sharp";

const RENDERS = new URL("renders/", import.meta.url);
const PICTURES = new URL("../../site/assets/pictures/", import.meta.url);

/** Widths in pixels, up to the master's own, each about a third above the one before. */
const WIDTHS: Record<string, number[]> = {
  hero: [640, 850, 1130, 1500, 2000],
  // Whole heights at 20:9: the frame takes the aspect ratio of the file that has loaded.
  operator: [640, 860, 1140, 1500, 2000, 2560],
  "operator-portrait": [590, 790, 1050, 1400],
  "card-quality": [525, 700, 930, 1240, 1600],
  "card-hardware": [525, 700, 930, 1240, 1600],
  "card-turnaround": [525, 700, 930, 1240, 1600],
};

/** AVIF quality. Low, since cards must load quickly, and dense screens, which get the widest files, hide the loss. */
const QUALITY = 50;
/** For the narrow files of the hero, which ordinary screens get. */
const NARROW_HERO_QUALITY = 60;
/** The operator's pictures are mostly blur, in which a lower quality shows as bands. */
const BLUR_QUALITY = 68;

/** The hero merges with the page; the portrait crop takes the place of a picture that has a preview. */
const WITHOUT_PREVIEW = new Set(["hero", "operator-portrait"]);

type Size = { width: number; height: number; widths: number[] };

await mkdir(PICTURES, { recursive: true });
const sizes: Record<string, Size> = {};
const current = new Set(["sizes.json", "previews.css"]);
for (const [name, widths] of Object.entries(WIDTHS)) sizes[name] = await encode(name, widths);
await writeFile(new URL("sizes.json", PICTURES), `${JSON.stringify(sizes, null, 2)}\n`);
const previewed = Object.keys(WIDTHS).filter((name) => !WITHOUT_PREVIEW.has(name));
const previews = await Promise.all(previewed.map(preview));
await writeFile(
  new URL("previews.css", PICTURES),
  `/* Written by \`npm run pictures\`: what a picture's place shows until it has loaded. */\n${previews.join("")}`,
);
const outdated = (await readdir(PICTURES)).filter((file) => !current.has(file));
for (const file of outdated) await rm(new URL(file, PICTURES));

async function encode(name: string, widths: number[]): Promise<Size> {
  const render = new URL(`${name}.webp`, RENDERS);
  // The change time is also new for an old file that was moved or copied here; the modification time is not.
  const { ctimeMs: renderedAt } = await stat(render);
  const picture = sharp(await readFile(render));
  const master = await picture.metadata();
  const fitting = widths.filter((width) => width <= master.width);
  for (const width of fitting) {
    const quality = qualityOf(name, width);
    const resized = picture.clone().resize({ width });
    const encodings = {
      [`${name}-${width}.avif`]: resized.clone().avif({ quality, effort: 6 }),
      [`${name}-${width}.webp`]: resized.clone().webp({ quality: quality + 18, effort: 6 }),
    };
    for (const [file, encoding] of Object.entries(encodings)) {
      current.add(file);
      const path = fileURLToPath(new URL(file, PICTURES));
      if (await isNewer(path, renderedAt)) continue;
      const { size } = await encoding.toFile(path);
      console.log(`${file}: ${size} bytes`);
    }
  }
  return { width: master.width, height: master.height, widths: fitting };
}

async function preview(name: string): Promise<string> {
  const average = sharp(fileURLToPath(new URL(`${name}.webp`, RENDERS)))
    .removeAlpha()
    .resize(1, 3, { fit: "fill" });
  const bytes = await average.raw().toBuffer();
  const [upper, middle, lower] = [0, 3, 6].map(
    (start) => `#${bytes.subarray(start, start + 3).toString("hex")}`,
  );
  return `\n.preview-${name} {\n  background: linear-gradient(${upper}, ${middle}, ${lower});\n}\n`;
}

async function isNewer(path: string, time: number): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && found.mtimeMs > time;
}

function qualityOf(name: string, width: number): number {
  if (name.startsWith("operator")) return BLUR_QUALITY;
  return name === "hero" && width <= 850 ? NARROW_HERO_QUALITY : QUALITY;
}
