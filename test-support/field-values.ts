import { definitionOf, FIELDS, REQUIRED_FIELDS, SCHEMA, type FieldName } from "../domain/fields.ts";

const VALID_ADDRESSES = [
  "ada@example.org",
  "a.b+c@lab.example.ac.uk",
  "!#$%&'*+/=?^_`{|}~-@b.co",
  "..a.@1.b-c.d",
  `a@${"b".repeat(63)}.co`,
];

const INVALID_ADDRESSES = [
  // Browsers accept a domain without a dot, but it only reaches local mailboxes.
  "ada@example",
  "@example.org",
  "ada@.org",
  "ada@-example.org",
  "ada@example-.org",
  `a@${"b".repeat(64)}.co`,
  "a b@example.org",
  "ada@exam_ple.org",
  "ada@example.org,",
  "<ada@example.org>",
  "a\u00a0da@example.org",
  "jörg@example.org",
  "ada@example.org\n",
];

const { entries, maximum: characters } = SCHEMA.hardware_setup;
const longest = FIELDS.flatMap((field): [FieldName, string][] => {
  const definition = definitionOf(field);
  switch (definition.control) {
    case "select":
    case "checkboxes":
      return [];
    case "email":
      return [[field, `${"e".repeat(definition.maximum - 5)}@b.co`]];
    case "text":
    case "tel":
    case "textarea":
      return [[field, "🤖".repeat(definition.maximum)]];
  }
});

/** Values that the domain and both databases accept. */
export const VALID_VALUES: [FieldName, unknown][] = [
  ...longest,
  ["hardware_setup", Array(entries).fill("🤖".repeat(characters))],
  ...SCHEMA.budget_range.options.map(({ value }): [FieldName, unknown] => ["budget_range", value]),
  ...VALID_ADDRESSES.map((address): [FieldName, unknown] => ["email", address]),
];

export const INVALID_VALUES: [FieldName, unknown][] = [
  ...longest.map(([field, text]): [FieldName, unknown] => [field, `e${text}`]),
  ["hardware_setup", Array(entries + 1).fill("arm")],
  ["hardware_setup", ["UMI", "🤖".repeat(characters + 1)]],
  ["hardware_setup", ["UMI", "arm\u2028"]],
  ["full_name", "\u2003\ufeff"],
  ["full_name", "Ada\rByron"],
  ["budget_range", "1k"],
  ["budget_range", ""],
  ...REQUIRED_FIELDS.map((field): [FieldName, unknown] => [field, " "]),
  ...INVALID_ADDRESSES.map((address): [FieldName, unknown] => ["email", address]),
];
