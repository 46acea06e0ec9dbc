/** The command `requests`: lists, exports, erases and backs up requests while the server runs. */

import { runCommand } from "./run-command.ts";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // EPIPE is not a failure, because `head` and pagers close the pipe early.
  process.exit(error.code === "EPIPE" ? 0 : 1);
});
process.umask(0o077);
process.exitCode = await runCommand(process.argv.slice(2), process.env, process);
