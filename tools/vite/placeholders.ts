import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Plugin } from "vite";

import { SITE } from "../../site/site.ts";

/** Warns, at the end of a build, of what is still to be filled in before the site is published. */
export function warnOfPlaceholders(): Plugin {
  return {
    name: "placeholders",
    apply: "build",
    buildApp: {
      order: "post",
      async handler({ config: { root, logger } }) {
        const file = join(root, "SECURITY.md");
        const securityPolicy = existsSync(file) ? readFileSync(file, "utf8") : "";
        const openGraphPicture = readFileSync(join(root, "site/assets/open-graph.jpg"));
        const placeholders = findPlaceholders(SITE, { securityPolicy, openGraphPicture });
        for (const each of placeholders) logger.warn(`Before you publish: ${each}`);
      },
    },
  };
}

type Site = { name: string; headline: string; origin: string; privacyUrl: string | null };

export function findPlaceholders(
  site: Site,
  { securityPolicy, openGraphPicture }: { securityPolicy: string; openGraphPicture: Buffer },
): string[] {
  const { origin, privacyUrl } = site;
  return [
    ...(origin.endsWith(".example") ? [`set the origin in site/site.ts, which is ${origin}.`] : []),
    ...(privacyUrl === null ? ["set privacyUrl in site/site.ts: the form has no notice."] : []),
    ...(securityPolicy.includes("SECURITY-CONTACT")
      ? ["replace SECURITY-CONTACT in SECURITY.md by an address that somebody reads."]
      : []),
    ...(openGraphPicture.includes(openGraphText(site))
      ? []
      : ["npm run open-graph: the Open Graph picture has another name or headline."]),
  ];
}

/** What the Open Graph picture shows; its description, in the file, has the same. */
export function openGraphText({ name, headline }: Pick<Site, "name" | "headline">): string {
  return `${name}: ${headline}`;
}
