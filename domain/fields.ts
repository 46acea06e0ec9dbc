/** Defines every field in `SCHEMA`, which determines validation, messages, the form, lists and exports. */

export type Definition = {
  label: string;
  part: "person" | "needs";
  /** Makes the field span both columns of a wide form. */
  wide?: true;
  /** Error message for an empty field. Its presence makes the field required. */
  missing?: string;
  /**
   * Value of a required field, such as "unknown", in requests from before the field existed or was required. PostgreSQL
   * also stores it for direct inserts from older pages, until you delete this property.
   */
  earlierValue?: string;
} & (
  | {
      control: "text" | "email" | "tel";
      /** Maximum length in Unicode code points, after trimming. */
      maximum: number;
      hint?: string;
      attributes?: InputAttributes;
    }
  | {
      control: "textarea";
      maximum: number;
      hint?: string;
      /** Replaces `hint` while "Other" is checked in `group`. `FormFields.css` has a rule for each group. */
      ifOther?: { group: string; hint: string };
      rows: number;
    }
  | {
      control: "select";
      hint?: string;
      placeholder: string;
      options: readonly { value: string; label: string }[];
    }
  /** `maximum` limits the length of each entry, and `entries` limits the number of entries. */
  | { control: "checkboxes"; maximum: number; entries: number; options: readonly string[] }
);

type InputAttributes = {
  autoComplete?: string;
  autoCapitalize?: "words" | "none";
  spellCheck?: boolean;
};

/** Columns that change after a request was stored, mostly by colleagues. */
export const PROVIDER_COLUMNS = [
  "replied_at",
  "replied_by",
  "spam_reason",
  "note",
  "noted_at",
  "noted_by",
] as const;

/** Columns that only colleagues or the database may set. No field may have their names. */
export const SYSTEM_COLUMNS = [
  "id",
  "created_at",
  "changed_at",
  "reply_due",
  ...PROVIDER_COLUMNS,
] as const;

type SystemColumn = (typeof SYSTEM_COLUMNS)[number];

export const OTHER_HARDWARE = "Other (please specify)";

export const SCHEMA = {
  full_name: {
    label: "Full name",
    part: "person",
    wide: true,
    missing: "Enter your full name",
    control: "text",
    maximum: 200,
    attributes: { autoComplete: "name", autoCapitalize: "words", spellCheck: false },
  },
  email: {
    label: "Email",
    part: "person",
    missing: "Enter your email address",
    control: "email",
    maximum: 254,
    attributes: { autoComplete: "email", autoCapitalize: "none", spellCheck: false },
  },
  phone: {
    label: "Phone",
    part: "person",
    missing: "Enter a phone number",
    control: "tel",
    maximum: 200,
    attributes: { autoComplete: "tel" },
  },
  company: {
    label: "Company or lab",
    part: "person",
    missing: "Enter your company or lab",
    control: "text",
    maximum: 200,
    attributes: { autoComplete: "organization", autoCapitalize: "words", spellCheck: false },
  },
  role_title: {
    label: "Role or title",
    part: "person",
    control: "text",
    maximum: 200,
    attributes: { autoComplete: "organization-title", autoCapitalize: "words" },
  },
  data_type: {
    label: "Data type",
    part: "needs",
    wide: true,
    control: "textarea",
    maximum: 5_000,
    hint: "Task, scene and sensors. For example: folding towels with two arms, wrist cameras, joint states.",
    rows: 3,
  },
  data_amount: {
    label: "Data amount",
    part: "needs",
    control: "textarea",
    maximum: 5_000,
    hint: "For example: 2,000 demonstrations, or 50 hours.",
    rows: 3,
  },
  timeline: {
    label: "Timeline",
    part: "needs",
    control: "textarea",
    maximum: 5_000,
    hint: "For example: 200 for a pilot, the rest in six weeks.",
    rows: 2,
  },
  hardware_setup: {
    label: "Hardware setup",
    part: "needs",
    wide: true,
    control: "checkboxes",
    maximum: 100,
    entries: 20,
    options: [
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
    ],
  },
  additional_hardware: {
    label: "Additional hardware",
    part: "needs",
    control: "textarea",
    maximum: 5_000,
    hint: "For example: force-torque sensors, a dexterous hand.",
    ifOther: { group: "hardware_setup", hint: "You chose Other: which hardware is it?" },
    rows: 3,
  },
  budget_range: {
    label: "Budget range",
    part: "needs",
    control: "select",
    hint: "If you have one in mind.",
    placeholder: "Select budget range",
    options: [
      { value: "under-10k", label: "Under $10k" },
      { value: "10k-50k", label: "$10k–$50k" },
      { value: "50k-100k", label: "$50k–$100k" },
      { value: "100k-plus", label: "$100k+" },
      { value: "discuss", label: "Let's discuss" },
    ],
  },
} as const satisfies Record<string, Definition> & { [Column in SystemColumn]?: never };

type Schema = typeof SCHEMA;
export type FieldName = keyof Schema;
export type FormPart = Definition["part"];
type FieldWith<Part> = { [F in FieldName]: Schema[F] extends Part ? F : never }[FieldName];
export type RequiredField = FieldWith<{ missing: string }>;
export type ListField = FieldWith<{ control: "checkboxes" }>;
export type TextControl = "text" | "email" | "tel" | "textarea";
export type DefinitionOf<Control> = Extract<Definition, { control: Control }>;

export const FIELDS = Object.keys(SCHEMA) as readonly FieldName[];
export const REQUIRED_FIELDS = FIELDS.filter(isRequired);

/** Returns the wider type `Definition`, because a `switch` cannot narrow the literal types of `SCHEMA`. */
export function definitionOf(field: FieldName): Definition {
  return SCHEMA[field];
}

export function isRequired(field: FieldName): field is RequiredField {
  return definitionOf(field).missing !== undefined;
}

function isSystemColumn(name: string): boolean {
  return (SYSTEM_COLUMNS as readonly string[]).includes(name);
}

/** Returns a message about the first name that no field may have, or null. SQLite ignores the case of names. */
export function findReservedName(names: readonly string[]): string | null {
  const reserved = names.find((name) => isSystemColumn(name.toLowerCase()));
  return reserved === undefined
    ? null
    : `No field in domain/fields.ts may have the name ${reserved}: rename it.`;
}

export function isList(field: FieldName): field is ListField {
  return definitionOf(field).control === "checkboxes";
}
