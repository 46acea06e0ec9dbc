import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves only the headline and the hero image, as a lower bound for the first paint of the real page. */
export async function startBarePage(origin: string) {
  const page = await (await fetch(origin)).text();
  const [headline = "", picture = ""] = [/<h1.*?<\/h1>/s, /<picture.*?<\/picture>/s].map(
    (pattern) => pattern.exec(page)?.[0],
  );
  const html = `<!doctype html><html lang="en"><title>Bare</title>
    <meta name="viewport" content="width=device-width">
    <style>img { width: 100%; height: auto }</style>${headline}${picture}`;
  const server = createServer(async ({ url = "/" }, response) => {
    const asset = url === "/" ? null : await fetch(origin + url);
    response.setHeader("content-type", asset?.headers.get("content-type") ?? "text/html");
    response.end(asset === null ? html : Buffer.from(await asset.arrayBuffer()));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => server.close(),
  };
}
