import {
  BUDGET_OPTIONS,
  HARDWARE_LIMITS,
  REQUIRED_FIELDS,
  TEXT_LIMITS,
  type Field,
  type TextField,
} from "../domain/data-requirement.ts";
import { TEXT_FIELDS } from "./valid-requirement.ts";

/** E-mail addresses that browser, server and databases accept. */
const VALID_ADDRESSES = [
  "ada@example.org",
  "a.b+c@lab.example.ac.uk",
  "!#$%&'*+/=?^_`{|}~-@b.co",
  "..a.@1.b-c.d",
  `a@${"b".repeat(63)}.co`,
];

const INVALID_ADDRESSES = [
  // Browsers accept it, but mail to it stays on the machine that sends it.
  "ada@example",
  "a",
  "ada@",
  "@example.org",
  "ada@.org",
  "ada@example.",
  "ada@example..org",
  "ada@-example.org",
  "ada@example-.org",
  "ada@example.org-",
  `a@${"b".repeat(64)}.co`,
  "a b@example.org",
  "a@b@example.org",
  "ada@exam_ple.org",
  "ada@example.org,",
  "<ada@example.org>",
  "mailto:ada@example.org",
  "ada@example.org\u200b",
  "a\u00a0da@example.org",
  "jörg@example.org",
  "ada＠example.org",
];

const { entries, characters } = HARDWARE_LIMITS;
const longest = TEXT_FIELDS.map((field): [TextField, string] => {
  const { maximum } = TEXT_LIMITS[field];
  return [field, field === "email" ? `${"e".repeat(maximum - 5)}@b.co` : "🤖".repeat(maximum)];
});

/** Values that the domain and the tables of both databases accept. */
export const VALID_VALUES: [Field, unknown][] = [
  ...longest,
  ["hardware_setup", Array(entries).fill("🤖".repeat(characters))],
  ...BUDGET_OPTIONS.map(({ value }): [Field, unknown] => ["budget_range", value]),
  ...VALID_ADDRESSES.map((address): [Field, unknown] => ["email", address]),
];

export const INVALID_VALUES: [Field, unknown][] = [
  ...longest.map(([field, text]): [Field, unknown] => [field, `e${text}`]),
  ["hardware_setup", Array(entries + 1).fill("arm")],
  ["budget_range", "1k"],
  ["budget_range", ""],
  ...REQUIRED_FIELDS.map((field): [Field, unknown] => [field, " "]),
  ...INVALID_ADDRESSES.map((address): [Field, unknown] => ["email", address]),
];
