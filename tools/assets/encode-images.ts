/** `npm run images`: encodes `tools/assets/renders/`. Skips images whose hash in `encoded.json` is unchanged. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import sharp from "sharp";

const RENDERS = new URL("renders/", import.meta.url);
const IMAGES = new URL("../../site/assets/images/", import.meta.url);

const HASHES = new URL("encoded.json", import.meta.url);

/** Widths in pixels, each about a third larger than the previous one. */
const WIDTHS: Record<string, number[]> = {
  hero: [640, 850, 1130, 1500, 2000],
  // At 20:9, these widths give whole heights. A rounded height would change the frame's aspect ratio.
  operator: [640, 860, 1140, 1500, 2000, 2560],
  "operator-portrait": [590, 790, 1050, 1400],
  "card-quality": [525, 700, 930, 1240, 1600],
  "card-hardware": [525, 700, 930, 1240, 1600],
  "card-turnaround": [525, 700, 930, 1240, 1600],
};

/** AVIF quality of the cards, and of the hero from 1130 px. Low, because high-DPI screens hide artefacts. */
const QUALITY = 50;
/** AVIF quality of the hero up to 850 px, because most low-DPI screens load these files and show artefacts. */
const NARROW_HERO_QUALITY = 60;
/** AVIF quality that prevents banding in blurred backgrounds. */
const BLUR_QUALITY = 68;

/** The hero needs no preview, as it blends into the page. The portrait crop uses the landscape image's preview. */
const WITHOUT_PREVIEW = new Set(["hero", "operator-portrait"]);

type Size = { width: number; height: number; widths: number[] };

await mkdir(IMAGES, { recursive: true });
const sizes: Record<string, Size> = {};
const hashes = JSON.parse(await readFile(HASHES, "utf8")) as Record<string, string>;
const current = new Set(["sizes.json", "previews.css"]);
for (const [name, widths] of Object.entries(WIDTHS)) sizes[name] = await encode(name, widths);
await writeFile(new URL("sizes.json", IMAGES), `${JSON.stringify(sizes, null, 2)}\n`);
const previewed = Object.keys(WIDTHS).filter((name) => !WITHOUT_PREVIEW.has(name));
const previews = await Promise.all(previewed.map(preview));
await writeFile(
  new URL("previews.css", IMAGES),
  `/* Written by \`npm run images\`: placeholders for images that have not loaded. */\n${previews.join("")}`,
);
const outdated = (await readdir(IMAGES)).filter((file) => !current.has(file));
for (const file of outdated) await rm(new URL(file, IMAGES));

async function encode(name: string, widths: number[]): Promise<Size> {
  const source = await readFile(new URL(`${name}.webp`, RENDERS));
  const image = sharp(source);
  const { width: sourceWidth, height } = await image.metadata();
  const fitting = widths.filter((width) => width <= sourceWidth);
  const files = fitting.flatMap((width) => encodingsOf(name, width));
  for (const { file } of files) current.add(file);
  const hash = createHash("sha256").update(source).update(JSON.stringify(files)).digest("hex");
  const isComplete = files.every(({ file }) => existsSync(new URL(file, IMAGES)));
  if (hash !== hashes[name] || !isComplete) {
    for (const { file, width, format, options } of files) {
      const path = fileURLToPath(new URL(file, IMAGES));
      const { size } = await image.clone().resize({ width })[format](options).toFile(path);
      console.log(`${file}: ${size} bytes`);
    }
    hashes[name] = hash;
    // Saved after each image, so that an aborted run can continue.
    await writeFile(HASHES, `${JSON.stringify(hashes, null, 2)}\n`);
  }
  return { width: sourceWidth, height, widths: fitting };
}

type Encoding = {
  file: string;
  width: number;
  format: "avif" | "webp";
  options: { quality: number; effort: number };
};

function encodingsOf(name: string, width: number): Encoding[] {
  const quality = qualityOf(name, width);
  const toEncoding = (format: Encoding["format"], formatQuality: number): Encoding => ({
    file: `${name}-${width}.${format}`,
    width,
    format,
    options: { quality: formatQuality, effort: 6 },
  });
  return [toEncoding("avif", quality), toEncoding("webp", quality + 18)];
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

function qualityOf(name: string, width: number): number {
  if (name.startsWith("operator")) return BLUR_QUALITY;
  return name === "hero" && width <= 850 ? NARROW_HERO_QUALITY : QUALITY;
}
