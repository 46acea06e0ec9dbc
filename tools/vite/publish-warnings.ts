import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Plugin } from "vite";

import { SITE } from "../../site/site.ts";

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
          isPublished: (path) => existsSync(join(root, "site/public", path)),
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
  isPublished: (path: string) => boolean;
};

export function findPublishWarnings(
  site: Site,
  { securityPolicy, openGraphImage, isPublished }: Files,
): string[] {
  const { origin, privacyUrl, imprintUrl } = site;
  const missing = [privacyUrl, imprintUrl].filter(
    (url) => url?.startsWith("/") && !isPublished(url),
  );
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
  ];
}

/** Text in the Open Graph image, stored as its EXIF description. */
export function openGraphText({ name, headline }: Pick<Site, "name" | "headline">): string {
  return `${name}: ${headline}`;
}
