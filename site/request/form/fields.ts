import type { ComponentProps } from "react";

import type {
  Field,
  FreeText,
  HARDWARE_OPTIONS,
  LineField,
  Problem,
} from "../../../domain/data-requirement.ts";
import { describeProblem } from "../../../domain/texts/messages.ts";

/** Fields that stand together: one group under Personal Information, two under Data Requirements. */
export type ControlGroup = "person" | "data" | "setup";

type Control = { group: ControlGroup };

type LineControl = Control &
  Pick<ComponentProps<"input">, "type" | "autoComplete" | "autoCapitalize" | "spellCheck">;

type TextControl = Control & { hint: string; rows: 2 | 3 };

/** Each field's control. A group has its fields in the requirement's order. */
export const CONTROLS: Record<Field, Control> &
  Record<LineField, LineControl> &
  Record<FreeText, TextControl> = {
  full_name: {
    group: "person",
    autoComplete: "name",
    autoCapitalize: "words",
    spellCheck: false,
  },
  email: {
    group: "person",
    type: "email",
    autoComplete: "email",
    autoCapitalize: "none",
    spellCheck: false,
  },
  phone: { group: "person", type: "tel", autoComplete: "tel" },
  company: {
    group: "person",
    autoComplete: "organization",
    autoCapitalize: "words",
    spellCheck: false,
  },
  role_title: {
    group: "person",
    autoComplete: "organization-title",
    autoCapitalize: "words",
  },
  data_type: {
    group: "data",
    hint: "Which task, scene and sensors? For example: folding towels, two wrist cameras, joint states.",
    rows: 3,
  },
  data_amount: { group: "data", hint: "Demonstrations, hours or episodes, roughly.", rows: 3 },
  timeline: { group: "data", hint: "When does training start?", rows: 2 },
  hardware_setup: { group: "setup" },
  additional_hardware: {
    group: "setup",
    hint: "Anything not listed above.",
    rows: 3,
  },
  budget_range: { group: "setup" },
};

/** The option that asks for a text in the field above, and the hint that says so. */
export const OTHER_HARDWARE = {
  option: "Other (please specify)" satisfies (typeof HARDWARE_OPTIONS)[number],
  hint: "You chose Other: which hardware is it?",
};

/** A field that was invalid on submit, and whether it has been corrected since. */
export type FlaggedField = { field: Field; message: string; corrected: boolean };

/** `problems` were found on submit; `remaining` are those that the draft has now. */
export function flagFields(problems: Problem[], remaining = problems): FlaggedField[] {
  return problems.map((problem) => {
    const current = remaining.find(({ field }) => field === problem.field);
    return {
      field: problem.field,
      message: describeProblem(current ?? problem),
      corrected: current === undefined,
    };
  });
}
