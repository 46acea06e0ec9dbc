/** Headers by path, from the build's `_headers` file: the same file a static host would read. */
export type HeaderRules = { headersFor(path: string): Record<string, string> };

/**
 * Reads the format of Netlify and Cloudflare: a line with a path (`*` stands for anything), then
 * indented `Name: value` lines. Where several paths match, the later one wins.
 */
export function parseHeaderRules(text: string): HeaderRules {
  const rules: { path: RegExp; headers: Record<string, string> }[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "" || line.trim().startsWith("#")) continue;
    const header = /^\s+([^:\s]+):\s*(.*?)\s*$/.exec(line);
    if (header === null) {
      rules.push({ path: toPattern(line.trim()), headers: {} });
      continue;
    }
    const [, name = "", value = ""] = header;
    const rule = rules.at(-1);
    if (rule) rule.headers[name.toLowerCase()] = value;
  }
  return {
    headersFor(path) {
      const matching = rules.filter((rule) => rule.path.test(path));
      return Object.assign({}, ...matching.map((rule) => rule.headers)) as Record<string, string>;
    },
  };
}

function toPattern(path: string): RegExp {
  const literals = path
    .split("*")
    .map((literal) => literal.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${literals.join(".*")}$`);
}
