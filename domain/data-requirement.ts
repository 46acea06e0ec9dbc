/** What a data requirement is: its fields, options and limits, and how a filled form becomes one. */

import { HOUR_MS } from "./durations.ts";

/** Who chooses it is asked which hardware that is. */
export const OTHER_HARDWARE = "Other (please specify)";

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
  OTHER_HARDWARE,
] as const;

export const BUDGET_OPTIONS = [
  { value: "under-10k", label: "Under $10k" },
  { value: "10k-50k", label: "$10k–$50k" },
  { value: "50k-100k", label: "$50k–$100k" },
  { value: "100k-plus", label: "$100k+" },
  { value: "discuss", label: "Let's discuss" },
] as const;

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
export type TextField = Exclude<Field, "hardware_setup" | "budget_range">;

export const REQUIRED_FIELDS = ["full_name", "email", "phone", "company"] as const;
export type RequiredField = (typeof REQUIRED_FIELDS)[number];

/** The fields at run time, where types are gone, in the order of columns and exports, with their labels. */
export const LABELS: Record<Field, string> = {
  full_name: "Full name",
  email: "Email",
  phone: "Phone",
  company: "Company or lab",
  role_title: "Role or title",
  data_type: "Data type",
  data_amount: "Data amount",
  timeline: "Timeline",
  hardware_setup: "Hardware setup",
  additional_hardware: "Additional hardware",
  budget_range: "Budget range",
};

export const FIELDS = Object.keys(LABELS) as readonly Field[];

type TextLimit = {
  /** In Unicode code points, after trimming. */
  maximum: number;
  multiline?: true;
};

export const TEXT_LIMITS: Record<TextField, TextLimit> = {
  full_name: { maximum: 200 },
  email: { maximum: 254 },
  phone: { maximum: 200 },
  company: { maximum: 200 },
  role_title: { maximum: 200 },
  data_type: { maximum: 5_000, multiline: true },
  data_amount: { maximum: 5_000, multiline: true },
  timeline: { maximum: 5_000, multiline: true },
  additional_hardware: { maximum: 5_000, multiline: true },
};

export const HARDWARE_LIMITS = { entries: 20, characters: 100 } as const;

export const REPLY_PROMISE_HOURS = 24;

/** Both times are in milliseconds since 1970. */
export function replyDueAt(createdAt: number): number {
  return createdAt + REPLY_PROMISE_HOURS * HOUR_MS;
}

export type Problem =
  | { kind: "missing"; field: RequiredField }
  | { kind: "too-long" | "too-many"; field: Field; maximum: number }
  | {
      kind: "bad-email" | "full-width-at" | "not-an-option" | "line-break" | "unstorable";
      field: Field;
    };

/** The form as it is filled in: no field is null, no text is trimmed. */
export type Draft = Record<TextField | "budget_range", string> & { hardware_setup: string[] };

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

export function toDataRequirement(draft: Draft): DataRequirement {
  return fromFields((field) => {
    if (isList(field)) return draft[field].length > 0 ? draft[field] : null;
    const text = draft[field].trim();
    return isRequired(field) ? text : text || null;
  }) as DataRequirement;
}

export function findProblems(draft: Draft): Problem[] {
  const requirement = toDataRequirement(draft);
  return FIELDS.flatMap((field) => findProblem(field, requirement[field]) ?? []);
}

/** The first rule that a value breaks, if any. The value has the field's type, or is null. */
export function findProblem(field: Field, value: string | string[] | null): Problem | undefined {
  if (value === null) return isRequired(field) ? { kind: "missing", field } : undefined;
  if (Array.isArray(value)) return findListProblem(field, value);
  if (field === "budget_range") {
    return findOption(value) ? undefined : { kind: "not-an-option", field };
  }
  return findTextProblem(field as TextField, value);
}

/**
 * Any entries, not only today's options: a page that was opened before a change still sends its own. A budget has to
 * be one of today's options, because a hosted database has their list.
 */
function findListProblem(field: Field, list: string[]): Problem | undefined {
  const { entries, characters } = HARDWARE_LIMITS;
  if (list.some((entry) => LINE_BREAK.test(entry))) return { kind: "line-break", field };
  if (!list.every(isStorable)) return { kind: "unstorable", field };
  if (list.length > entries) return { kind: "too-many", field, maximum: entries };
  const isTooLong = list.some((entry) => lengthOf(entry) > characters);
  return isTooLong ? { kind: "too-long", field, maximum: characters } : undefined;
}

function findTextProblem(field: TextField, text: string): Problem | undefined {
  const { maximum, multiline } = TEXT_LIMITS[field];
  if (isRequired(field) && text.trim() === "") return { kind: "missing", field };
  if (!multiline && LINE_BREAK.test(text)) return { kind: "line-break", field };
  if (!isStorable(text)) return { kind: "unstorable", field };
  if (lengthOf(text) > maximum) return { kind: "too-long", field, maximum };
  if (field !== "email" || isEmail(text)) return undefined;
  return { kind: text.includes("＠") ? "full-width-at" : "bad-email", field };
}

/** Characters that begin a new line somewhere: in a terminal, a mail, a chat or a browser. */
const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;

/** PostgreSQL holds neither NUL nor half a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** Unicode code points, as PostgreSQL's `char_length` counts them. */
function lengthOf(text: string): number {
  return Array.from(text).length;
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

export function findOption(value: string) {
  return BUDGET_OPTIONS.find((option) => option.value === value);
}

export function isRequired(field: Field): field is RequiredField {
  return REQUIRED_FIELDS.some((required) => required === field);
}

export function isList(field: Field): field is "hardware_setup" {
  return field === "hardware_setup";
}

function fromFields(toValue: (field: Field) => unknown): object {
  return Object.fromEntries(FIELDS.map((field) => [field, toValue(field)]));
}
