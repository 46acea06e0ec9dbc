/**
 * Module boundaries. Besides itself, each folder may import only the folders and packages that are listed here.
 * `folder/*` means the files directly in a folder, except its `main.ts`. `node` means Node's own modules. Tests, and
 * folders other than domain, contract, site, server and probe, may import anything.
 */
const MAY_IMPORT = {
  domain: "",
  contract: "domain",

  "site/*": "",
  "site/ui": "site/* react",
  "site/assets": "site/ui",
  "site/animation": "site/* site/ui react lottie-web",
  "site/demonstration": "site/* site/ui site/request react",
  "site/request/*":
    "domain contract site/* site/ui site/request/form site/request/state site/request/submission react react-dom uuid",
  "site/request/form": "domain site/* site/ui site/request/state react react-dom",
  "site/request/state": "domain site/* site/ui react",
  "site/request/submission": "domain contract",
  "site/sections":
    "domain site/* site/ui site/assets site/animation site/request site/on-demand react",
  "site/desk": "domain contract site/ui",
  "site/static-react": "react",
  "site/on-demand":
    "site/static-react site/* site/sections site/demonstration site/request react react-dom",
  "site/pages":
    "domain contract site/* site/styles site/ui site/assets site/on-demand site/request site/sections site/desk react",
  "site/link-preview": "site/* site/ui site/assets react react-dom",
  "site/prerender": "contract site/static-react site/* site/styles site/pages react react-dom",
  "site/first-load": "site/* site/ui site/animation site/request site/sections site/on-demand",

  "server/store": "domain node pg",
  "server/*": "domain contract node pino",
  "server/http": "domain contract server/* server/store node fastify @fastify/* mime",
  "server/notifications": "domain contract server/* server/store node nodemailer",
  "server/cli": "server/notifications domain server/* server/store node",
  "server/main.ts": "domain contract server/* server/store server/http server/notifications node",

  probe: "domain contract server/* server/notifications site/request/submission",
};

const OUR_FOLDERS = /^(domain|contract|site|server|probe)(\/|$)/;
const FOLDERS = Object.keys(MAY_IMPORT).map(toPattern);
const TESTS = "\\.(test|e2e|states)\\.tsx?$";
/** The page's entry script may import only these modules, directly or indirectly. It loads all others on demand. */
const ENTRY_SCRIPT = [
  "^site/first-load/",
  "^site/[^/]+$",
  "\\.effect\\.ts$",
  // Hooks import React.
  "^site/ui/(?!use-).+\\.ts$",
  "^site/on-demand/islands\\.ts$",
  "^site/request/(keep-draft|state/tab-storage)\\.ts$",
  "^(contract|domain)/",
];

const boundaries = Object.entries(MAY_IMPORT).map(([folder, list]) => {
  const allowed = [folder, ...list.split(" ")];
  return {
    name: `boundary of ${folder}`,
    severity: "error",
    from: { path: toPattern(folder), pathNot: TESTS },
    to: {
      pathNot: allowed.map(toPattern),
      dependencyTypesNot: allowed.includes("node") ? ["core"] : [],
    },
  };
});

export default {
  forbidden: [
    ...boundaries,
    {
      name: "folder without a boundary",
      severity: "error",
      from: { path: OUR_FOLDERS.source, pathNot: [TESTS, ...FOLDERS] },
      to: {},
    },
    {
      name: "a section needs another section",
      severity: "error",
      from: { path: "^site/sections/([^/]+)/", pathNot: TESTS },
      to: { path: "^site/sections/", pathNot: "^site/sections/$1/" },
    },
    {
      name: "an import of a stylesheet that main.css includes anyway, which would load it twice",
      severity: "error",
      from: { path: "^site/", pathNot: TESTS },
      to: { path: "\\.css$", pathNot: "^site/(animation|desk|link-preview|styles)/" },
    },
    {
      name: "an effect that no component attaches",
      severity: "error",
      from: { pathNot: TESTS },
      module: { path: "\\.effect\\.ts$", numberOfDependentsLessThan: 1 },
    },
    {
      name: "too much in the page's first script",
      severity: "error",
      from: { path: ENTRY_SCRIPT, pathNot: TESTS },
      to: { pathNot: ENTRY_SCRIPT, dynamic: false },
    },
  ],
  options: {
    parser: "swc", // TypeScript 7 has no API for tools.
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
    },
  },
};

/** Returns a pattern that matches the paths in a folder or a package. */
function toPattern(name) {
  if (!OUR_FOLDERS.test(name)) return `(^|/)node_modules/${name.replace("*", "[^/]+")}/`;
  if (name.endsWith("/*")) return `^${name.replace("*", "(?!main\\.ts$)[^/]+$")}`;
  return `^${name}(/|$)`;
}
