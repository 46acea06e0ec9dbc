import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Writes a self-signed certificate for this machine and its key into the folder. */
export function createCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, "server.crt"), join(folder, "server.key")];
  const command =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes " +
    "-days 90 -subj /CN=Test -addext subjectAltName=DNS:localhost";
  execFileSync("openssl", [...command.split(" "), "-out", certificate, "-keyout", key], {
    stdio: "ignore",
  });
  return { certificate, key };
}
