import {
  HARDWARE_LIMITS,
  TEXT_LIMITS,
  type Field,
  type Problem,
  type TextField,
} from "../../domain/data-requirement.ts";

export type TextInput = {
  field: TextField;
  label: string;
  type?: "email" | "tel";
  autoComplete: string;
};

export type TextArea = { field: TextField; label: string; hint: string; rows: number };

export const PERSONAL: TextInput[] = [
  { field: "full_name", label: "Full name", autoComplete: "name" },
  { field: "email", label: "Email", type: "email", autoComplete: "email" },
  { field: "phone", label: "Phone", type: "tel", autoComplete: "tel" },
  { field: "company", label: "Company", autoComplete: "organization" },
  { field: "role_title", label: "Role or title", autoComplete: "organization-title" },
];

export const NEEDS: TextArea[] = [
  {
    field: "data_type",
    label: "Data type",
    hint: "Which task, scene and sensors? For example: folding towels, two wrist cameras, joint states.",
    rows: 3,
  },
  {
    field: "data_amount",
    label: "Data amount",
    hint: "Demonstrations, hours or episodes; a rough figure will do.",
    rows: 3,
  },
  { field: "timeline", label: "Timeline", hint: "When does training start?", rows: 2 },
];

export const ADDITIONAL_HARDWARE: TextArea = {
  field: "additional_hardware",
  label: "Additional hardware",
  hint: "Anything the list above does not name.",
  rows: 3,
};

const MISSING: Partial<Record<Field, string>> = {
  full_name: "Enter your full name",
  email: "Enter the email address we should answer to",
  phone: "Enter a phone number",
  company: "Enter your company or lab",
};

/** A field's own message: what is wrong and how to mend it. */
export function describeProblem({ field, kind }: Problem): string {
  switch (kind) {
    case "missing":
      return MISSING[field] ?? "Fill in this field";
    case "malformed":
      return "Enter an email address like name@lab.org";
    case "too-long":
      return field === "hardware_setup" || field === "budget_range"
        ? `Choose at most ${HARDWARE_LIMITS.entries} entries`
        : `Shorten this to ${TEXT_LIMITS[field].toLocaleString("en")} characters`;
  }
}
