/**
 * What a data requirement is: its fields, options and limits, and how a filled form becomes the
 * requirement that is sent. Used by browser, server and tests.
 */

import { HOUR_MS } from "./durations.ts";

export const HARDWARE_OPTIONS = [
  "UMI",
  "ALOHA",
  "Webcam",
  "Smartphone",
  "Computer (Keyboard and Mouse)",
  "Space Mouse",
  "VR",
  "Custom Manipulator",
  "Mobile Robot",
  "Depth Cameras",
  "Other (please specify)",
] as const;

export const BUDGET_OPTIONS = [
  { value: "under-10k", label: "Under $10k" },
  { value: "10k-50k", label: "$10k–$50k" },
  { value: "50k-100k", label: "$50k–$100k" },
  { value: "100k-plus", label: "$100k+" },
  { value: "discuss", label: "Let's discuss" },
] as const;

/** The requirement as it is sent and stored: exactly these fields. */
export type DataRequirement = {
  full_name: string;
  email: string;
  phone: string;
  company: string;
  role_title: string | null;
  data_type: string | null;
  data_amount: string | null;
  timeline: string | null;
  hardware_setup: string[] | null;
  additional_hardware: string | null;
  budget_range: string | null;
};

export type Field = keyof DataRequirement;
type ListField = "hardware_setup";
type ChoiceField = "budget_range";
export type TextField = Exclude<Field, ListField | ChoiceField>;
export type FreeText = "data_type" | "data_amount" | "timeline" | "additional_hardware";
export type LineField = Exclude<TextField, FreeText>;

/** The form's description says how many they are. */
export const REQUIRED_FIELDS = ["full_name", "email", "phone", "company"] as const;
export type RequiredField = (typeof REQUIRED_FIELDS)[number];

type Rule = {
  label: string;
  /** A `line` is typed on one line, a `text` on several. */
  type: "line" | "text" | "list" | "choice";
  /** In characters (Unicode code points), after trimming. */
  maximum?: number;
};

/** In the form's order. */
const RULES: Record<Field, Rule> = {
  full_name: { label: "Full name", type: "line", maximum: 200 },
  email: { label: "Email", type: "line", maximum: 254 },
  phone: { label: "Phone", type: "line", maximum: 200 },
  company: { label: "Company or lab", type: "line", maximum: 200 },
  role_title: { label: "Role or title", type: "line", maximum: 200 },
  data_type: { label: "Data type", type: "text", maximum: 5_000 },
  data_amount: { label: "Data amount", type: "text", maximum: 5_000 },
  timeline: { label: "Timeline", type: "text", maximum: 5_000 },
  hardware_setup: { label: "Hardware setup", type: "list" },
  additional_hardware: { label: "Additional hardware", type: "text", maximum: 5_000 },
  budget_range: { label: "Budget range", type: "choice" },
};

export const FIELDS = Object.keys(RULES) as readonly Field[];
export const LABELS = fromFields((field) => RULES[field].label) as Readonly<Record<Field, string>>;
export const TEXT_LIMITS = Object.fromEntries(
  FIELDS.filter((field) => !isList(field) && !isChoice(field)).map((field) => [
    field,
    RULES[field].maximum,
  ]),
) as Readonly<Record<TextField, number>>;

/** Maximum number of hardware entries, and of characters in each. */
export const HARDWARE_LIMITS = { entries: 20, characters: 100 } as const;

/** The reply promised to visitors comes within this many hours. */
export const REPLY_PROMISE_HOURS = 24;

/** When the reply to a request is due. Both times are in milliseconds since 1970. */
export function replyDueAt(createdAt: number): number {
  return createdAt + REPLY_PROMISE_HOURS * HOUR_MS;
}

export type Problem = {
  field: Field;
  kind: "missing" | "malformed" | "full-width-at" | "line-break" | "unstorable" | "too-long";
};

/** The form as it is filled in: no field is null, no text is trimmed. */
export type Draft = Record<TextField | ChoiceField, string> & Record<ListField, string[]>;

export function emptyDraft(): Draft {
  return fromFields((field) => (isList(field) ? [] : "")) as Draft;
}

/** A `FormData` of the page, or the `URLSearchParams` of a posted form. */
type FilledForm = {
  get: (field: string) => unknown;
  getAll: (field: string) => unknown[];
};

/** Browsers post line breaks as CRLF; script reads them as LF, and both must give the same draft. */
export function readForm(form: FilledForm): Draft {
  return fromFields((field) => {
    if (isList(field)) return form.getAll(field).map(String);
    const text = form.get(field);
    return typeof text === "string" ? text.replaceAll("\r\n", "\n") : "";
  }) as Draft;
}

/** Trims every text; empty optional texts, an empty list and an empty choice become null. */
export function toDataRequirement(draft: Draft): DataRequirement {
  return fromFields((field) => {
    if (isList(field)) return draft[field].length > 0 ? draft[field] : null;
    const text = draft[field].trim();
    return isRequired(field) ? text : text || null;
  }) as DataRequirement;
}

/** What is wrong with a draft, in the form's order. Our server rejects such a draft, too. */
export function findProblems(draft: Draft): Problem[] {
  const requirement = toDataRequirement(draft);
  return FIELDS.flatMap((field): Problem[] => {
    const kind = findProblem(field, requirement[field]);
    return kind ? [{ field, kind }] : [];
  });
}

/** The rule that a value breaks, if any. Null and blank texts are missing where required. */
export function findProblem(
  field: Field,
  value: string | string[] | null,
): Problem["kind"] | undefined {
  const required = isRequired(field);
  if (value === null) return required ? "missing" : undefined;
  if (isList(field)) return Array.isArray(value) ? findListProblem(value) : "malformed";
  if (Array.isArray(value)) return "malformed";
  if (isChoice(field)) return findOption(value) ? undefined : "malformed";
  if (required && value.trim() === "") return "missing";
  if (isLine(field) && LINE_BREAK.test(value)) return "line-break";
  if (!isStorable(value)) return "unstorable";
  if (characters(value) > TEXT_LIMITS[field]) return "too-long";
  if (field !== "email" || isEmail(value)) return undefined;
  return value.includes("＠") ? "full-width-at" : "malformed";
}

/** Any entries, not only today's options: a page that was opened before a change still sends its own. */
function findListProblem(entries: string[]): Problem["kind"] | undefined {
  if (entries.some((entry) => LINE_BREAK.test(entry))) return "line-break";
  if (!entries.every(isStorable)) return "unstorable";
  const fits = entries.every((entry) => characters(entry) <= HARDWARE_LIMITS.characters);
  return fits && entries.length <= HARDWARE_LIMITS.entries ? undefined : "too-long";
}

/** Characters that begin a new line somewhere: in a terminal, a mail, a chat or a browser. */
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;

/** PostgreSQL holds neither NUL nor half a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

export function isRequired(field: Field): field is RequiredField {
  return REQUIRED_FIELDS.some((required) => required === field);
}

export function isList(field: Field): field is ListField {
  return RULES[field].type === "list";
}

export function isChoice(field: Field): field is ChoiceField {
  return RULES[field].type === "choice";
}

/** Whether it is typed on one line. */
export function isLine(field: Field): field is LineField {
  return RULES[field].type === "line";
}

/**
 * What browsers accept in an `<input type="email">`, with a dot in the domain:
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export function isEmail(text: string): boolean {
  return /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/.test(
    text,
  );
}

/** The budget option with a value, if it is still offered. */
export function findOption(value: string) {
  return BUDGET_OPTIONS.find((option) => option.value === value);
}

/** Unicode code points, as PostgreSQL's `char_length` counts them. */
function characters(text: string): number {
  return Array.from(text).length;
}

function fromFields(toValue: (field: Field) => unknown): object {
  return Object.fromEntries(FIELDS.map((field) => [field, toValue(field)]));
}
