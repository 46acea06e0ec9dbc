/** Throws if a link leads to a part of the page that is not there, such as a section that was deleted. */
export function checkLinks(body: string): void {
  const ids = new Set(Array.from(body.matchAll(/ id="([^"]*)"/g), ([, id]) => id));
  for (const [, id = ""] of body.matchAll(/ href="(?:\/[^"#]*)?#([^"]+)"/g)) {
    if (ids.has(id) || id === TOP) continue;
    throw new Error(`No part has the ID ${id}, but a link leads to it.`);
  }
}

/** Browsers scroll to the top even if no element has this ID. */
const TOP = "top";
