/** Addresses for the one rule that browser, server and databases have. */
export const ACCEPTED = [
  "ada@example.org",
  "a.b+c@lab.example.ac.uk",
  "!#$%&'*+/=?^_`{|}~-@b.co",
  "..a.@1.b-c.d",
  `a@${"b".repeat(63)}.co`,
];

/** Browsers accept it, but a reply would stay on the machine that sends it. */
export const WITHOUT_DOT = "ada@example";

export const REFUSED = [
  WITHOUT_DOT,
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
