/** `npm run icons`: sets the accent of `favicon.svg`, and renders the icons for clients without SVG support. */
import { readFile, writeFile } from "node:fs/promises";

import sharp from "sharp";

import { readToken } from "../../site/styles/read-token.ts";

const PUBLIC = new URL("../../site/public/", import.meta.url);
const FAVICON = new URL("favicon.svg", PUBLIC);
const tokens = await readFile(new URL("../../site/styles/tokens.css", import.meta.url), "utf8");
const accent = readToken(tokens, "--accent");
const drawing = await readFile(FAVICON, "utf8");
const mark = Buffer.from(drawing.replace(/ color="[^"]*"/, ` color="${accent}"`));
/** Colour that fills the rounded corners, because iOS crops icons itself. */
const [, background] = /<rect\b[^>]* fill="(.+?)"/.exec(drawing) ?? [];

await writeFile(FAVICON, mark);
await writeFile(new URL("apple-touch-icon.png", PUBLIC), await png(180));
await writeFile(new URL("favicon.ico", PUBLIC), ico(await png(32), 32));

function png(size: number): Promise<Buffer> {
  return sharp(mark, { density: (72 * size) / 28 })
    .resize(size, size)
    .flatten({ background })
    .png({ palette: true })
    .toBuffer();
}

/** Wraps a PNG in an ICO file: header, directory entry, image. */
function ico(image: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, image]);
}
