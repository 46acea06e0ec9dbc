import { expect, test } from "vitest";

import { readRestUrl } from "./hosted-backend.ts";

const KEY = { VITE_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x" };
const JWT = (claims: object) => `a.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c`;

test.each([
  [{ VITE_SUPABASE_URL: "", VITE_SUPABASE_PUBLISHABLE_KEY: "" }, null],
  [{ VITE_SUPABASE_URL: "https://x.supabase.co/", ...KEY }, "https://x.supabase.co/rest/v1"],
  [{ VITE_SUPABASE_URL: "https://x.supabase.co/rest/v1", ...KEY }, "https://x.supabase.co/rest/v1"],
  [{ VITE_POSTGREST_URL: "https://db.example/api/" }, "https://db.example/api"],
  [
    {
      VITE_POSTGREST_URL: "http://db.example:3000",
      VITE_SUPABASE_PUBLISHABLE_KEY: JWT({ role: "anon" }),
    },
    "http://db.example:3000",
  ],
])("with %j the built page sends requests to %s", (variables, url) => {
  expect(readRestUrl(variables)).toEqual({ kind: "valid", restUrl: url });
});

test.each([
  [{ VITE_SUPABASE_URL: "https://supabase.com/dashboard/project/x", ...KEY }, /^Set VITE_SUPABASE/],
  [{ VITE_SUPABASE_URL: "x.supabase.co", ...KEY }, /^Set VITE_SUPABASE_URL to the/],
  [{ VITE_SUPABASE_URL: "https://x.supabase.co" }, /VITE_SUPABASE_PUBLISHABLE_KEY to its/],
  [KEY, /^Set VITE_SUPABASE_URL to the/],
  [{ VITE_POSTGREST_URL: "postgres://db" }, /^VITE_POSTGREST_URL must be/],
  [{ VITE_SUPABASE_URL: "https://a.co", VITE_POSTGREST_URL: "https://b.co" }, /not both\.$/],
])("with %j the build ends with a sentence", (variables, sentence) => {
  expect(problemOf(variables)).toMatch(sentence);
});

test.each(["sb_secret_abc", JWT({ role: "service_role" })])(
  "with the secret key %s the build ends without repeating it",
  (key) => {
    const problem = problemOf({
      VITE_SUPABASE_URL: "https://x.supabase.co",
      VITE_SUPABASE_PUBLISHABLE_KEY: key,
    });
    expect(problem).toMatch(/^VITE_SUPABASE_PUBLISHABLE_KEY has a secret key/);
    expect(problem).not.toContain(key);
  },
);

function problemOf(variables: Record<string, string>): string | null {
  const result = readRestUrl(variables);
  return result.kind === "invalid" ? result.problem : null;
}
