/**
 * Links `node_modules/.bin/node` to the Node that is a dependency, because npm before version 11 deletes that link. JavaScript,
 * because the machine's own Node, which may be too old for TypeScript, runs this.
 */
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync, rmSync, symlinkSync } from "node:fs";

const { platform, arch } = process;
const link = "node_modules/.bin/node";
const program = ["node", "node-bin"]
  .map((prefix) => `../${prefix}-${platform}-${arch}/bin/node`)
  .find((path) => existsSync(`node_modules/.bin/${path}`));

if (!program || spawnSync(`node_modules/.bin/${program}`, ["--version"]).status !== 0) {
  console.error(
    `There is no package of Node 26 for ${platform} on ${arch}: Linux with glibc and macOS have one, on x64 and arm64. ` +
      "On Windows, use WSL.",
  );
  process.exit(1);
}
if (!existsSync(link) || realpathSync(link) !== realpathSync(`node_modules/.bin/${program}`)) {
  rmSync(link, { force: true });
  symlinkSync(program, link);
}
