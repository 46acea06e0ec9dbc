import { expect, test } from "vitest";

import { readRestUrl } from "./hosted-backend.ts";

test.each([
  [{}, null],
  [{ VITE_SUPABASE_URL: "" }, null],
  [{ VITE_SUPABASE_URL: "https://x.supabase.co" }, "https://x.supabase.co/rest/v1"],
  [{ VITE_SUPABASE_URL: "https://x.supabase.co/" }, "https://x.supabase.co/rest/v1"],
  [{ VITE_SUPABASE_URL: "https://x.supabase.co/rest/v1/" }, "https://x.supabase.co/rest/v1"],
  [{ VITE_POSTGREST_URL: "http://db.example:3000" }, "http://db.example:3000"],
  [{ VITE_POSTGREST_URL: "https://db.example/api/" }, "https://db.example/api"],
])("%j sends requests to %s", (variables, url) => {
  expect(readRestUrl(variables)).toBe(url);
});

test.each([
  [{ VITE_SUPABASE_URL: "https://db.example/api" }, /^VITE_SUPABASE_URL .*VITE_POSTGREST_URL\.$/],
  [{ VITE_SUPABASE_URL: "x.supabase.co" }, /^VITE_SUPABASE_URL/],
  [{ VITE_SUPABASE_URL: "https://x.supabase.co/?a=1" }, /^VITE_SUPABASE_URL/],
  [{ VITE_POSTGREST_URL: "postgres://db" }, /^VITE_POSTGREST_URL/],
  [{ VITE_SUPABASE_URL: "https://a.co", VITE_POSTGREST_URL: "https://b.co" }, /not both\.$/],
])("%j is rejected with an explanation", (variables, sentence) => {
  expect(() => readRestUrl(variables)).toThrow(sentence);
});
