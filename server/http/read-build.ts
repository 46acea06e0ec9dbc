import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { CURRENT, SITE, type CurrentBuild } from "../../contract/build-output.ts";
import { reasonOf } from "../log.ts";
import { loadServerPage, type RenderServerPage } from "./server-page.ts";
import { readStaticSite, type StaticSite } from "./static-site.ts";

type BuildResult =
  | { kind: "read"; site: StaticSite; renderServerPage: RenderServerPage }
  | { kind: "unusable"; problem: string };

/** Reads the current build in a folder of builds, so that the server needs no file of it any more. */
export async function readBuild(builds: string): Promise<BuildResult> {
  try {
    const current = await readFile(join(builds, CURRENT), "utf8");
    const { folder, previous } = JSON.parse(current) as CurrentBuild;
    const previousSite = join(builds, previous ?? "", SITE);
    return {
      kind: "read",
      site: await readStaticSite(
        join(builds, folder, SITE),
        existsSync(previousSite) ? previousSite : null,
      ),
      renderServerPage: await loadServerPage(join(builds, folder)),
    };
  } catch (error) {
    return {
      kind: "unusable",
      problem: `There is no complete build of the site (${reasonOf(error)}): run "npm run build".`,
    };
  }
}
