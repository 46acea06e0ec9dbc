/**
 * The module boundaries: what each part of `domain/`, `site/`, `server/` and `probe/` may import, of our own
 * folders and of packages. `npm run check` fails where one is crossed. Tests may import anything.
 */
const BOUNDARIES = {
  domain: [],
  "site/site.ts": [],
  "site/data-attributes.ts": [],
  "site/assets": ["site/ui"],
  "site/prerender": ["domain", "site/pages", "site/site.ts", "react", "react-dom"],
  "site/first-load": [
    "site/on-demand/hydrate.tsx",
    "site/data-attributes.ts",
    "site/request/form/submit-texts.ts",
    "site/sections/data-showcase/stack.ts",
    "site/animation/play-animation.ts",
    "site/ui/media.ts",
  ],
  "site/animation": ["site/ui/media.ts", "react", "lottie-web"],
  "site/demonstration": ["site/ui", "site/assets", "react"],
  "site/on-demand": [
    "site/data-attributes.ts",
    "site/demonstration",
    "site/request",
    "site/ui",
    "react",
    "react-dom",
  ],
  "site/ui": ["react"],
  "site/request": [
    "domain",
    "site/data-attributes.ts",
    "site/ui",
    "site/site.ts",
    "react",
    "react-dom",
    "uuid",
    "@supabase/postgrest-js",
  ],
  "site/request/form/submit-texts.ts": [],
  "site/sections": [
    "domain",
    "site/animation",
    "site/data-attributes.ts",
    "site/request",
    "site/ui",
    "site/assets",
    "site/site.ts",
    "react",
  ],
  "site/ui/media.ts": [],
  "site/sections/data-showcase/stack.ts": ["site/ui/media.ts"],
  "site/pages": [
    "domain",
    "site/data-attributes.ts",
    "site/sections",
    "site/demonstration",
    "site/request",
    "site/ui",
    "site/assets",
    "site/styles",
    "site/site.ts",
    "site/on-demand",
    "react",
  ],
  "server/main.ts": ["server", "node"],
  "server/log.ts": ["node", "pino"],
  "server/command-name.ts": ["node"],
  "server/links.ts": ["domain", "node"],
  "server/config.ts": ["domain", "server/store/postgres", "node"],
  "server/http": [
    "domain",
    "server/config.ts",
    "server/links.ts",
    "server/log.ts",
    "server/request-details.ts",
    "server/request-list.ts",
    "server/store",
    "node",
    "fastify",
    "@fastify/*",
  ],
  "server/http/api-error.ts": ["server/store", "fastify"],
  "server/http/reject-other-sites.ts": ["server/http/api-error.ts", "fastify"],
  "server/http/accept-only.ts": ["fastify"],
  "server/http/insert": [
    "domain",
    "server/http/accept-only.ts",
    "server/http/api-error.ts",
    "server/http/reject-other-sites.ts",
    "server/store",
    "node",
    "fastify",
    "@fastify/cors",
  ],
  "server/http/form": [
    "domain",
    "server/http/accept-only.ts",
    "server/http/api-error.ts",
    "server/http/built-pages.ts",
    "server/http/reject-other-sites.ts",
    "server/http/static-site.ts",
    "server/store",
    "node",
    "fastify",
  ],
  "server/http/link": [
    "domain",
    "server/http/accept-only.ts",
    "server/http/api-error.ts",
    "server/http/reject-other-sites.ts",
    "server/http/built-pages.ts",
    "server/http/static-site.ts",
    "server/links.ts",
    "server/request-details.ts",
    "server/request-list.ts",
    "server/store",
    "node",
    "fastify",
  ],
  "server/request-details.ts": ["domain", "server/store"],
  "server/request-list.ts": ["domain", "server/request-details.ts", "server/store"],
  "server/store": ["domain", "node", "pg", "uuid"],
  "server/notifications": [
    "domain",
    "server/command-name.ts",
    "server/config.ts",
    "server/log.ts",
    "server/store",
    "node",
    "nodemailer",
  ],
  "server/admin": [
    "domain",
    "server/command-name.ts",
    "server/config.ts",
    "server/links.ts",
    "server/request-details.ts",
    "server/request-list.ts",
    "server/store",
    "node",
  ],
  probe: [
    "domain",
    "server/config.ts",
    "server/log.ts",
    "server/notifications/open-channels.ts",
    "server/store",
    "site/request/submission/submit-requirement.ts",
    "tools/vite/headers.ts",
    "node",
  ],
};

/** The page's own script, fetched with it. The animation's player is fetched later. */
const FIRST_LOAD = "^site/(first-load/|animation/play-animation\\.ts$)";
const FETCHED_LATER = "\\.tsx$|(^|/)node_modules/|^site/animation/player\\.ts$";

const TESTS = "\\.test\\.tsx?$";

export default {
  forbidden: [
    ...Object.entries(BOUNDARIES).map(([part, allowed]) => ({
      name: `${part}-boundary`,
      severity: "error",
      from: { path: toPattern(part), pathNot: TESTS },
      to: {
        pathNot: [part, ...allowed].map(toPattern),
        ...(allowed.includes("node") ? { dependencyTypesNot: ["core"] } : {}),
      },
    })),
    {
      name: "unlisted",
      comment: "A new folder needs a boundary of its own.",
      severity: "error",
      from: {
        path: "^(domain|site|server|probe)/",
        pathNot: [TESTS, ...Object.keys(BOUNDARIES).map(toPattern)],
      },
      to: {},
    },
    {
      name: "first-load-boundary",
      comment: "It would bring React or the animation's player into the first load.",
      severity: "error",
      from: { path: FIRST_LOAD, pathNot: TESTS },
      to: { path: FETCHED_LATER, dynamic: false },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
  ],
  options: {
    // TypeScript 7 has no API for tools.
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      extensions: [".ts", ".tsx", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
    },
  },
};

/** A folder or file of ours, or a package; `*` stands for any name. */
function toPattern(name) {
  if (/^(domain|site|server|probe|tools)(\/|$)/.test(name)) return `^${name}(/|$)`;
  return `(^|/)node_modules/${name.replace("*", "[^/]+")}/`;
}
