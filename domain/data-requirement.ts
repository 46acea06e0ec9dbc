/**
 * What a data requirement is: its fields, options and limits, and how a filled form becomes the
 * record that is sent. Used by browser, server and tests.
 */

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
  { value: "10k-50k", label: "$10k - $50k" },
  { value: "50k-100k", label: "$50k - $100k" },
  { value: "100k-plus", label: "$100k+" },
  { value: "discuss", label: "Let's discuss" },
] as const;

type BudgetRange = (typeof BUDGET_OPTIONS)[number]["value"];

/** The record as it is sent and stored: exactly these 11 fields, in this order. */
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
  budget_range: BudgetRange | null;
};

/** The form as it is filled in: no field is null, no text is trimmed. */
export type Draft = Record<TextField | "budget_range", string> & { hardware_setup: string[] };

export type Field = keyof DataRequirement;
export type TextField = Exclude<Field, "hardware_setup" | "budget_range">;

export const FIELDS = [
  "full_name",
  "email",
  "phone",
  "company",
  "role_title",
  "data_type",
  "data_amount",
  "timeline",
  "hardware_setup",
  "additional_hardware",
  "budget_range",
] as const satisfies readonly Field[];

export const REQUIRED_FIELDS = [
  "full_name",
  "email",
  "phone",
  "company",
] as const satisfies readonly TextField[];

/** Maximum length of each field, in characters (Unicode code points), after trimming. */
export const TEXT_LIMITS: Readonly<Record<TextField, number>> = {
  full_name: 200,
  email: 254,
  phone: 200,
  company: 200,
  role_title: 200,
  data_type: 5_000,
  data_amount: 5_000,
  timeline: 5_000,
  additional_hardware: 5_000,
};

/** Maximum number of hardware entries, and of characters in each. */
export const HARDWARE_LIMITS = { entries: 20, characters: 100 } as const;

/** The reply promised to visitors comes within this many hours. */
export const REPLY_PROMISE_HOURS = 24;

/** When the reply to a request is due, in milliseconds since 1970. */
export function replyDueAt(createdAt: string): number {
  return Date.parse(createdAt) + REPLY_PROMISE_HOURS * 3_600_000;
}

export type Problem = { field: Field; kind: "missing" | "malformed" | "too-long" };

export function emptyDraft(): Draft {
  return {
    full_name: "",
    email: "",
    phone: "",
    company: "",
    role_title: "",
    data_type: "",
    data_amount: "",
    timeline: "",
    hardware_setup: [],
    additional_hardware: "",
    budget_range: "",
  };
}

/** Trims every text; empty optional texts, an empty list and an empty budget become null. */
export function toDataRequirement(draft: Draft): DataRequirement {
  return {
    full_name: draft.full_name.trim(),
    email: draft.email.trim(),
    phone: draft.phone.trim(),
    company: draft.company.trim(),
    role_title: orNull(draft.role_title),
    data_type: orNull(draft.data_type),
    data_amount: orNull(draft.data_amount),
    timeline: orNull(draft.timeline),
    hardware_setup: draft.hardware_setup.length > 0 ? draft.hardware_setup : null,
    additional_hardware: orNull(draft.additional_hardware),
    budget_range: isBudgetRange(draft.budget_range) ? draft.budget_range : null,
  };
}

/** The problems of a draft that would make any backend reject it, in the form's order. */
export function findProblems(draft: Draft): Problem[] {
  const record = toDataRequirement(draft);
  return FIELDS.flatMap((field): Problem[] => {
    const kind = findProblem(field, record[field]);
    return kind ? [{ field, kind }] : [];
  });
}

/** The rule that a value breaks, if any. Null and blank texts are missing where required. */
export function findProblem(
  field: Field,
  value: string | string[] | null,
): Problem["kind"] | undefined {
  const required = (REQUIRED_FIELDS as readonly Field[]).includes(field);
  if (value === null) return required ? "missing" : undefined;
  if (Array.isArray(value)) {
    const fits = value.every((entry) => characters(entry) <= HARDWARE_LIMITS.characters);
    return fits && value.length <= HARDWARE_LIMITS.entries ? undefined : "too-long";
  }
  if (field === "hardware_setup") return "malformed";
  if (field === "budget_range") return isBudgetRange(value) ? undefined : "malformed";
  if (required && value.trim() === "") return "missing";
  if (characters(value) > TEXT_LIMITS[field]) return "too-long";
  return field === "email" && !isEmail(value) ? "malformed" : undefined;
}

/** One `@`, no blanks, and a domain with a dot in it. */
export function isEmail(text: string): boolean {
  return /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(text);
}

function isBudgetRange(text: string): text is BudgetRange {
  return BUDGET_OPTIONS.some((option) => option.value === text);
}

/** Unicode code points, as PostgreSQL's `char_length` counts them. */
function characters(text: string): number {
  return Array.from(text).length;
}

function orNull(text: string): string | null {
  return text.trim() || null;
}
