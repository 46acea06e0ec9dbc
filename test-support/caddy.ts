import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { startProgram, stopProgram } from "./programs.ts";

export type Proxy = { httpPort: number; httpsPort: number; ca: Buffer; stop(): Promise<void> };
export type Ports = { server: number; http: number; https: number };

/** Caddy with deploy/Caddyfile, to whose options are added those that keep a test to itself. */
export async function startCaddy(program: string, folder: string, ports: Ports): Promise<Proxy> {
  const config = join(folder, "Caddyfile");
  const shipped = readFileSync("deploy/Caddyfile", "utf8");
  const options = `{
    admin off
    skip_install_trust
    storage file_system ${folder}/caddy
    http_port ${ports.http}
    https_port ${ports.https}
  `;
  writeFileSync(config, shipped.replace(/^\{\n/m, options));
  const env = {
    ...process.env,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
    SITE_ADDRESS: "localhost",
    SITE_SERVER: `127.0.0.1:${ports.server}`,
  };
  const ready = /certificate obtained successfully/;
  const args = ["run", "--adapter", "caddyfile", "--config", config];
  const child = await startProgram(program, args, { env, ready });
  return {
    httpPort: ports.http,
    httpsPort: ports.https,
    ca: readFileSync(join(folder, "caddy/pki/authorities/local/root.crt")),
    stop: () => stopProgram(child, "SIGTERM"),
  };
}
