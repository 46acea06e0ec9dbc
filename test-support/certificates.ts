import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Writes a self-signed certificate, which is valid for some days, and its key into the folder. */
export function createCertificate(
  folder: string,
  name: "DNS:localhost" | "IP:127.0.0.1",
  days = 90,
): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, "server.crt"), join(folder, "server.key")];
  const command =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes " +
    `-days ${days} -subj /CN=Test -addext subjectAltName=${name}`;
  execFileSync("openssl", [...command.split(" "), "-out", certificate, "-keyout", key], {
    stdio: "ignore",
  });
  return { certificate, key };
}
