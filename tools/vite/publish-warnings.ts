import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Plugin } from "vite";

import { SITE } from "../../site/site.ts";
import { readToken } from "../../site/styles/read-token.ts";

export function warnBeforePublishing(): Plugin {
  return {
    name: "publish-warnings",
    apply: "build",
    buildApp: {
      order: "post",
      async handler({ config: { root, logger } }) {
        const file = join(root, "SECURITY.md");
        const securityPolicy = existsSync(file) ? readFileSync(file, "utf8") : "";
        const openGraphImage = readFileSync(join(root, "site/assets/open-graph.jpg"));
        const warnings = findPublishWarnings(SITE, {
          securityPolicy,
          openGraphImage,
          tokens: readFileSync(join(root, "site/styles/tokens.css"), "utf8"),
          isPublished: (path) => existsSync(join(root, "dist", path)),
        });
        for (const each of warnings) logger.warn(`Before you publish: ${each}`);
      },
    },
  };
}

type Site = {
  name: string;
  headline: string;
  origin: string;
  privacyUrl: string | null;
  imprintUrl: string | null;
};

type Files = {
  securityPolicy: string;
  openGraphImage: Buffer;
  tokens: string;
  isPublished: (path: string) => boolean;
};

export function findPublishWarnings(
  site: Site,
  { securityPolicy, openGraphImage, tokens, isPublished }: Files,
): string[] {
  const { origin, privacyUrl, imprintUrl } = site;
  const missing = [privacyUrl, imprintUrl].filter(
    (url) => url?.startsWith("/") && !isPublished(url),
  );
  const contrast = contrastOfAccent(tokens);
  return [
    ...(origin.endsWith(".example") ? [`set the origin in site/site.ts, which is ${origin}.`] : []),
    ...(privacyUrl === null ? ["set privacyUrl in site/site.ts: the form has no notice."] : []),
    ...missing.map((url) => `add the file site/public${url}, which site/site.ts links to.`),
    ...(securityPolicy.includes("SECURITY-CONTACT")
      ? ["replace SECURITY-CONTACT in SECURITY.md by an address that somebody reads."]
      : []),
    ...(openGraphImage.includes(openGraphText(site))
      ? []
      : ["npm run open-graph: the Open Graph image has another name or headline."]),
    ...(contrast !== null && contrast < 4.5
      ? [
          `change --accent or --on-accent in site/styles/tokens.css: their contrast is ${contrast.toFixed(1)}:1, less than 4.5:1.`,
        ]
      : []),
  ];
}

/** Returns the WCAG contrast of text on the accent colour, or null if either colour is not hexadecimal. */
function contrastOfAccent(tokens: string): number | null {
  const [accent, text] = ["--accent", "--on-accent"].map((name) =>
    luminanceOf(readToken(tokens, name)),
  );
  if (accent === undefined || text === undefined) return null;
  return (Math.max(accent, text) + 0.05) / (Math.min(accent, text) + 0.05);
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminanceOf(value = ""): number | undefined {
  const [, ...channels] = /^#(..?)(..?)(..?)$/.exec(value) ?? [];
  if (channels.length === 0) return undefined;
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = parseInt(channel.padEnd(2, channel), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Text in the Open Graph image, stored as its EXIF description. */
export function openGraphText({ name, headline }: Pick<Site, "name" | "headline">): string {
  return `${name}: ${headline}`;
}
