/** `npm run fonts`: splits the font into basic Latin for the first load, and accented letters on demand. */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

// @ts-expect-error -- the package has no types
import subsetFont from "subset-font";

const TYPOGRAPHIC = "\u00a0©°–—‘’“”…·×→↗−≤";
const WEIGHTS = { wght: { min: 400, max: 600 } };

const source = await readFile(
  fileURLToPath(
    import.meta
      .resolve("@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2"),
  ),
);

await subset("instrument-sans.woff2", characterRange(0x20, 0x7e) + TYPOGRAPHIC);
await subset("instrument-sans-accented.woff2", characterRange(0xa1, 0xff));

async function subset(name: string, characters: string): Promise<void> {
  const options = { targetFormat: "woff2", variationAxes: WEIGHTS };
  const font = (await subsetFont(source, characters, options)) as Buffer;
  await writeFile(new URL(`../../site/assets/fonts/${name}`, import.meta.url), font);
  console.log(`${name}: ${font.length} bytes`);
}

function characterRange(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join(
    "",
  );
}
