import type { ComponentProps } from "react";

import type { Field, FreeText, LineField, Problem } from "../../../domain/data-requirement.ts";
import { describeProblem } from "../../../domain/texts/messages.ts";

type LineControl = Pick<
  ComponentProps<"input">,
  "type" | "autoComplete" | "autoCapitalize" | "spellCheck"
>;

export const LINES: Record<LineField, LineControl> = {
  full_name: { autoComplete: "name", autoCapitalize: "words", spellCheck: false },
  email: { type: "email", autoComplete: "email", autoCapitalize: "none", spellCheck: false },
  phone: { type: "tel", autoComplete: "tel" },
  company: { autoComplete: "organization", autoCapitalize: "words", spellCheck: false },
  role_title: { autoComplete: "organization-title", autoCapitalize: "words" },
};

export const TEXTS: Record<FreeText, { hint: string; rows: 2 | 3 }> = {
  data_type: {
    hint: "Which task, scene and sensors? For example: folding towels, two wrist cameras, joint states.",
    rows: 3,
  },
  data_amount: { hint: "Roughly how many demonstrations, episodes or hours?", rows: 3 },
  timeline: { hint: "When do you need the data?", rows: 2 },
  additional_hardware: { hint: "Anything not listed above.", rows: 3 },
};

/** Fields that stand together, and in which order: one group under Personal Information, two under Data Requirements. */
export const GROUPS = {
  person: ["full_name", "email", "phone", "company", "role_title"],
  data: ["data_type", "data_amount", "timeline", "budget_range"],
  setup: ["hardware_setup", "additional_hardware"],
} satisfies Record<string, Field[]>;

/** A field that was invalid on submit, and whether it has been corrected since. */
export type FlaggedField = { field: Field; message: string; corrected: boolean };

/** `problems` were found on submit; `remaining` are those that the form has now. */
export function flagFields(problems: Problem[], remaining: Problem[]): FlaggedField[] {
  return problems.map((problem) => {
    const current = remaining.find(({ field }) => field === problem.field);
    return {
      field: problem.field,
      message: describeProblem(current ?? problem),
      corrected: current === undefined,
    };
  });
}
