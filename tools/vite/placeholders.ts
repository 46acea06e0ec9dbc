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
        const placeholders = findPlaceholders(SITE, securityPolicy);
        for (const each of placeholders) logger.warn(`Before you publish: ${each}`);
      },
    },
  };
}

export function findPlaceholders(
  { origin, privacyUrl }: { origin: string; privacyUrl: string | null },
  securityPolicy: string,
): string[] {
  return [
    ...(origin.endsWith(".example") ? [`set the origin in site/site.ts, which is ${origin}.`] : []),
    ...(privacyUrl === null ? ["set privacyUrl in site/site.ts: the form has no notice."] : []),
    ...(securityPolicy.includes("SECURITY-CONTACT")
      ? ["replace SECURITY-CONTACT in SECURITY.md by an address that somebody reads."]
      : []),
  ];
}
