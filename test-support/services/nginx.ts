import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort, startProgram, stopProgram } from "./programs.ts";

/** The bare domain, which redirects to the site. */
export const BARE_NAME = "bare.localhost";

export type Nginx = Awaited<ReturnType<typeof startNginx>>;

/** Another site on the same machine. */
export const OTHER_SITE = "other.localhost";

/** For requests from this IP, nginx uses the visitor's IP in X-Real-IP, because a machine has few IPv6 addresses. */
export const PROXY = "127.0.150.1";

/**
 * Includes deploy/nginx.conf, with other ports, host names, certificate and folder, in a configuration that serves
 * another site, too. Outside the `http` block, it has what docs/deploy.md sets for the machine.
 */
export async function startNginx(program: string, serverPort: number) {
  const folder = mkdtempSync(join(tmpdir(), "site-nginx-"));
  // Lets nginx's workers read the folder, because they run as an unprivileged user.
  chmodSync(folder, 0o755);
  const [httpPort, port] = [await freePort(), await freePort()];
  const { certificate, key } = createCertificate(folder);
  const site = replaceAll(readFileSync("deploy/nginx.conf", "utf8"), [
    [/^ *listen \[::\].*\n/gm, ""],
    [/listen 80(?=;)/g, `listen 127.0.0.1:${httpPort}`],
    [/listen 443(?= )/g, `listen 127.0.0.1:${port}`],
    [/127\.0\.0\.1:3000/, `127.0.0.1:${serverPort}`],
    [/\/etc\/letsencrypt\/.*fullchain\.pem/g, certificate],
    [/\/etc\/letsencrypt\/.*privkey\.pem/g, key],
    [/www\.example\.com/g, "localhost"],
    [/example\.com/g, BARE_NAME],
    [/\/var\/lib\/nginx\/request-site/, `${folder}/assets`],
  ]);
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const machine = `
    user www-data;
    worker_processes auto;
    pid ${folder}/nginx.pid;
    error_log stderr notice;
    worker_rlimit_nofile 16384;
    events { worker_connections 8192; }
    http {
      ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join("\n")}
      access_log off;
      set_real_ip_from ${PROXY};
      include other-site.conf;
      include request-site.conf;
    }`;
  const otherSite = `
    server {
      listen 127.0.0.1:${port} ssl default_server;
      server_name ${OTHER_SITE};
      ssl_certificate ${certificate};
      ssl_certificate_key ${key};
      return 200 "another site";
    }`;
  writeFileSync(join(folder, "request-site.conf"), site);
  writeFileSync(join(folder, "other-site.conf"), otherSite);
  writeFileSync(join(folder, "nginx.conf"), machine);
  let log = "";
  const args = ["-e", "stderr", "-p", folder, "-c", "nginx.conf", "-g", "daemon off;"];
  const child = await startProgram(program, args, {
    ready: /start worker process /,
    onOutput: (chunk) => (log += chunk.toString()),
  });
  return {
    https: `https://localhost:${port}`,
    port,
    httpPort,
    readLog: () => log,
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
    `-days 90 -subj /CN=Test -addext subjectAltName=DNS:localhost,DNS:${BARE_NAME},DNS:${OTHER_SITE}`;
  execFileSync("openssl", [...command.split(" "), "-out", certificate, "-keyout", key], {
    stdio: "ignore",
  });
  return { certificate, key };
}
