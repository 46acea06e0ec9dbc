import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort, startProgram, stopProgram } from "./programs.ts";

/** The bare domain, which redirects to the site. */
export const BARE_NAME = "bare.localhost";

export type Nginx = Awaited<ReturnType<typeof startNginx>>;

/** Runs deploy/nginx.conf with other ports, host names, certificate and folders. */
export async function startNginx(program: string, serverPort: number) {
  const folder = mkdtempSync(join(tmpdir(), "site-nginx-"));
  // Lets nginx's workers read the folder, because they run as an unprivileged user.
  chmodSync(folder, 0o755);
  const [httpPort, port] = [await freePort(), await freePort()];
  const { certificate, key } = createCertificate(folder);
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(" ");
  const config = replaceAll(readFileSync("deploy/nginx.conf", "utf8"), [
    [/^ *listen \[::\].*\n/gm, ""],
    [/listen 80(?=[ ;])/g, `listen 127.0.0.1:${httpPort}`],
    [/listen 443(?= )/g, `listen 127.0.0.1:${port}`],
    [/127\.0\.0\.1:3000/, `127.0.0.1:${serverPort}`],
    [/\/etc\/letsencrypt\/.*fullchain\.pem/, certificate],
    [/\/etc\/letsencrypt\/.*privkey\.pem/, key],
    [/www\.example\.com/g, "localhost"],
    [/example\.com/g, BARE_NAME],
    [/^include .*modules-enabled.*\n/m, ""],
    [/\/run\/nginx\.pid/, `${folder}/nginx.pid`],
    [/\/var\/log\/nginx\/error\.log/, "stderr notice"],
    [/\/var\/lib\/nginx\/assets/, `${folder}/assets`],
    [/^http \{/m, `http { ${temporary}`],
  ]);
  writeFileSync(join(folder, "nginx.conf"), config);
  const args = ["-e", "stderr", "-p", folder, "-c", "nginx.conf", "-g", "daemon off;"];
  const child = await startProgram(program, args, { ready: /start worker process / });
  return {
    https: `https://localhost:${port}`,
    port,
    ca: readFileSync(certificate, "utf8"),
    async stop() {
      await stopProgram(child, "SIGTERM");
      rmSync(folder, { recursive: true });
    },
  };
}

/** Throws if a pattern does not match. */
function replaceAll(text: string, replacements: [RegExp, string][]): string {
  return replacements.reduce((changed, [pattern, by]) => {
    if (changed.search(pattern) === -1)
      throw new Error(`deploy/nginx.conf has no ${String(pattern)}`);
    return changed.replace(pattern, by);
  }, text);
}

function createCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, "server.crt"), join(folder, "server.key")];
  const command =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes " +
    `-days 90 -subj /CN=Test -addext subjectAltName=DNS:localhost,DNS:${BARE_NAME}`;
  execFileSync("openssl", [...command.split(" "), "-out", certificate, "-keyout", key], {
    stdio: "ignore",
  });
  return { certificate, key };
}
