/**
 * `npm run probe -- https://www.example.com [--notify]`: whether visitors of a deployed site can send
 * requests. Exits with 1 if not. Needs the page's address only, from any machine.
 */
import { runCommand } from "./command.ts";

process.exitCode = await runCommand(process.argv.slice(2), process.env);
