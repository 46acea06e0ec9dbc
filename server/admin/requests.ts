import { runCommand } from "./command.ts";

/** `npm run requests`: reads, exports, marks and erases requests while the server runs. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Ends without an error when the reader of the list (`head`, a pager) closes the pipe.
  process.exit(error.code === "EPIPE" ? 0 : 1);
});
process.umask(0o077);
process.exitCode = await runCommand(process.argv.slice(2), process.env, process);
