import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

import { expect, test } from "vitest";

/** Resolves to the output of a start that fails. */
async function start(variables: NodeJS.ProcessEnv) {
  const { promise, resolve } = Promise.withResolvers<object>();
  const env = { ...process.env, ...variables };
  execFile(process.execPath, ["tools/start.ts"], { env }, (error, stdout, stderr) =>
    resolve({ code: error?.code, stdout, stderr }),
  );
  return promise;
}

test("all invalid settings of server and build are reported before the site is built", async () => {
  const invalid = { PORT: "http", HOST: "0.0.0.0", VITE_POSTGREST_URL: "postgres://db" };
  expect(await start(invalid)).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^PORT .+\nHOST .+\nVITE_POSTGREST_URL .+\n$/),
  });
});

test("a port that is in use is reported before the site is built", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  expect(await start({ PORT: String(port) })).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^The server cannot listen .+\n$/),
  });
  taken.close();
});
