/** `npm run test-rebranded`: follows docs/make-it-yours.md in a copy of the project, and runs the copy's tests. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const FIELDS = `
  website: { label: "Website", part: "person", control: "text", maximum: 100 },
  country: {
    label: "Country",
    part: "person",
    missing: "Select your country",
    earlierValue: "not asked",
    control: "select",
    placeholder: "Select country",
    options: [
      { value: "de", label: "Germany" },
      { value: "jp", label: "Japan" },
    ],
  },
`;

const UPRIGHT = `/** Phones, and tablets in portrait. */
export const UPRIGHT = "(width < 40rem), (width < 64rem) and (orientation: portrait)";
`;

const copy = mkdtempSync(join(tmpdir(), "rebranded-"));
try {
  copyProject();
  rebrand();
  run("npm run format");
  run("npm run check");
  run("npm test");
} finally {
  rmSync(copy, { recursive: true });
}

function copyProject(): void {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", list, { encoding: "utf8" }).split("\0").filter(Boolean);
  for (const file of files) cpSync(file, join(copy, file));
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
}

/** Follows the steps of docs/make-it-yours.md. */
function rebrand(): void {
  // 1. Name.
  edit("site/site.ts", [
    ['name: "Leadthrough"', 'name: "Handshake & Sons"'],
    ["Scale Your Robot Training with Custom Data Collection", "Teach Your Robot by Hand"],
    ["leadthrough.example", "handshake.example"],
    ["privacyUrl: null", 'privacyUrl: "/privacy.html"'],
    ["contactEmail: null", 'contactEmail: "data@handshake.example"'],
  ]);
  writeFileSync(join(copy, "site/public/privacy.html"), "<!doctype html><title>Privacy</title>");
  edit("README.md", [["# Leadthrough", "# Handshake & Sons"]]);
  edit("package.json", [['"leadthrough"', '"handshake"']]);
  edit("package-lock.json", [['"leadthrough"', '"handshake"']]);

  // 2. Copy.
  edit("site/sections/data-showcase/DataShowcase.tsx", [
    ["quality-first", "checked-twice"],
    ["Quality First", "Checked Twice"],
    ["Fast Turnaround", "Here by Friday"],
  ]);
  edit("site/sections/features/Features.tsx", [
    ["Quality First", "Checked Twice"],
    ["Fast Turnaround", "Here by Friday"],
  ]);
  removeImageShowcase();

  // 3. Form.
  edit("domain/fields.ts", [["  role_title: {", `${FIELDS}  role_title: {`]]);

  // 7. Colours.
  edit("site/styles/tokens.css", [
    ["--accent: #f4701f", "--accent: #1d4ed8"],
    ["--on-accent: var(--ink)", "--on-accent: #ffffff"],
  ]);
  run("npm run icons");

  // The only test that changes.
  edit("e2e/specified-texts.e2e.ts", [
    ["Scale Your Robot Training with Custom Data Collection", "Teach Your Robot by Hand"],
    ["Quality First", "Checked Twice"],
    ["Fast Turnaround", "Here by Friday"],
    ['    "#showcase": ["Professional Data Collection", "Data Acquisition"],\n', ""],
  ]);
}

function removeImageShowcase(): void {
  edit("site/pages/Landing.tsx", [
    ['import { ImageShowcase } from "../sections/image-showcase/ImageShowcase.tsx";', ""],
    ["<ImageShowcase />", ""],
  ]);
  edit("site/ui/media.ts", [[UPRIGHT, ""]]);
  edit("tools/assets/encode-images.ts", [
    ["  operator: [640, 860, 1140, 1500, 2000, 2560],\n", ""],
    ['  "operator-portrait": [590, 790, 1050, 1400],\n', ""],
  ]);
  edit("site/assets/images.ts", [
    ['  operator: source("operator"),\n', ""],
    ['  operatorNarrow: source("operator-portrait"),\n', ""],
  ]);
  for (const file of [
    "site/sections/image-showcase",
    "tools/assets/renders/operator.webp",
    "tools/assets/renders/operator-portrait.webp",
  ]) {
    rmSync(join(copy, file), { recursive: true });
  }
  run("npm run images");
}

function edit(file: string, replacements: [from: string, to: string][]): void {
  let text = readFileSync(join(copy, file), "utf8");
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
    text = text.replaceAll(from, to);
  }
  writeFileSync(join(copy, file), text);
}

function run(command: string): void {
  console.log(`Rebranded copy: ${command}`);
  execFileSync(command, { cwd: copy, shell: true, stdio: "inherit" });
}
