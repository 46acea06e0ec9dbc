import type { ComponentProps } from "react";

import {
  FIELDS,
  type Field,
  type Problem,
  type TextField,
} from "../../../domain/data-requirement.ts";
import { describeProblem } from "../../../domain/visitor-texts/messages.ts";

export type InputAttributes = Pick<
  ComponentProps<"input">,
  "type" | "autoComplete" | "autoCapitalize" | "spellCheck"
>;
type Textarea = { rows: 2 | 3; hint: string };

export const TEXT_CONTROLS = {
  full_name: { autoComplete: "name", autoCapitalize: "words", spellCheck: false },
  email: { type: "email", autoComplete: "email", autoCapitalize: "none", spellCheck: false },
  phone: { type: "tel", autoComplete: "tel" },
  company: { autoComplete: "organization", autoCapitalize: "words", spellCheck: false },
  role_title: { autoComplete: "organization-title", autoCapitalize: "words" },
  data_type: {
    rows: 3,
    hint: "Which task, where, with which sensors? For example: folding towels on a table, two wrist cameras.",
  },
  data_amount: { rows: 3, hint: "Roughly how many demonstrations, episodes or hours?" },
  timeline: { rows: 2, hint: "When do you need the data?" },
  additional_hardware: { rows: 3, hint: "Anything not listed above." },
} satisfies Record<TextField, InputAttributes | Textarea>;

/** Fields that stand together: `person` under Personal Information, the others under Data Requirements. */
export type Group = "person" | "data" | "setup";

const GROUPS: Record<Field, Group> = {
  full_name: "person",
  email: "person",
  phone: "person",
  company: "person",
  role_title: "person",
  data_type: "data",
  data_amount: "data",
  timeline: "data",
  hardware_setup: "setup",
  additional_hardware: "setup",
  budget_range: "setup",
};

export function fieldsOf(group: Group): Field[] {
  return FIELDS.filter((field) => GROUPS[field] === group);
}

export type FieldError = { field: Field; message: string; corrected: boolean };

/** `problems` were found on submit; `remaining` are those that the form has now. */
export function toFieldErrors(problems: Problem[], remaining: Problem[]): FieldError[] {
  return problems.map((problem) => {
    const current = remaining.find(({ field }) => field === problem.field);
    return {
      field: problem.field,
      message: describeProblem(current ?? problem),
      corrected: current === undefined,
    };
  });
}
