import { spawnSync } from "node:child_process";

import { expect, test } from "vitest";

import { readRestUrl } from "./hosted-backend.ts";

const KEY = { VITE_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x" };

test.each([
  [{}, null],
  [{ VITE_SUPABASE_URL: "", VITE_SUPABASE_PUBLISHABLE_KEY: "" }, null],
  [{ VITE_SUPABASE_URL: "https://x.supabase.co", ...KEY }, "https://x.supabase.co/rest/v1"],
  [{ VITE_SUPABASE_URL: "https://x.supabase.co/", ...KEY }, "https://x.supabase.co/rest/v1"],
  [
    { VITE_SUPABASE_URL: "https://x.supabase.co/rest/v1/", ...KEY },
    "https://x.supabase.co/rest/v1",
  ],
  [{ VITE_POSTGREST_URL: "http://db.example:3000" }, "http://db.example:3000"],
  [{ VITE_POSTGREST_URL: "https://db.example/api/", ...KEY }, "https://db.example/api"],
])("%j sends requests to %s", (variables, url) => {
  expect(readRestUrl(variables)).toBe(url);
});

test.each([
  [{ VITE_SUPABASE_URL: "https://db.example/api" }, /^VITE_SUPABASE_URL .*VITE_POSTGREST_URL\.$/],
  [{ VITE_SUPABASE_URL: "x.supabase.co" }, /^VITE_SUPABASE_URL/],
  [{ VITE_SUPABASE_URL: "https://x.supabase.co/?a=1" }, /^VITE_SUPABASE_URL/],
  [{ VITE_POSTGREST_URL: "postgres://db" }, /^VITE_POSTGREST_URL/],
  [{ VITE_SUPABASE_URL: "https://a.co", VITE_POSTGREST_URL: "https://b.co" }, /not both\.$/],
  [{ VITE_SUPABASE_URL: "https://x.supabase.co" }, /needs VITE_SUPABASE_PUBLISHABLE_KEY/],
  [KEY, /^VITE_SUPABASE_PUBLISHABLE_KEY needs an address/],
])("%j is rejected with an explanation", (variables, sentence) => {
  expect(() => readRestUrl(variables)).toThrow(sentence);
});

test.each([
  ["a secret key", "sb_secret_abc"],
  ["an older key of the role service_role", jwt({ role: "service_role" })],
])("%s is rejected, and not repeated", (_title, key) => {
  const variables = {
    VITE_SUPABASE_URL: "https://x.supabase.co",
    VITE_SUPABASE_PUBLISHABLE_KEY: key,
  };
  const reject = () => readRestUrl(variables);
  expect(reject).toThrow(/^VITE_SUPABASE_PUBLISHABLE_KEY has a secret key/);
  expect(reject).not.toThrow(key);
});

test("an older publishable key is accepted", () => {
  const key = jwt({ role: "anon" });
  expect(
    readRestUrl({ VITE_POSTGREST_URL: "https://db.example", VITE_SUPABASE_PUBLISHABLE_KEY: key }),
  ).toBe("https://db.example");
});

test("a build with a secret key ends with one sentence", () => {
  const build = spawnSync(process.execPath, ["node_modules/vite/bin/vite.js", "build", "--app"], {
    env: {
      ...process.env,
      VITE_SUPABASE_URL: "https://x.supabase.co",
      VITE_SUPABASE_PUBLISHABLE_KEY: "sb_secret_abc",
    },
    encoding: "utf8",
  });
  expect(build.status).toBe(1);
  expect(build.stdout + build.stderr).toMatch(/^VITE_SUPABASE_PUBLISHABLE_KEY has .*\n$/);
});

function jwt(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "HS256" })}.${part(claims)}.signature`;
}
