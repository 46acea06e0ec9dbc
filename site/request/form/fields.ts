import type { ComponentProps } from "react";

import type {
  Field,
  FreeText,
  HARDWARE_OPTIONS,
  LineField,
  Problem,
} from "../../../domain/data-requirement.ts";
import { describeProblem } from "../../../domain/messages.ts";

type Control = { section: "personal" | "needs" };

/** `wide` fields span both columns of a wide form. */
type LineControl = Control & { wide?: boolean } & Pick<
    ComponentProps<"input">,
    "type" | "autoComplete" | "autoCapitalize" | "spellCheck"
  >;

type TextControl = Control & { wide?: boolean; hint: string; rows: 2 | 3 };

/** Each field's control. A section has its fields in the requirement's order. */
export const CONTROLS: Record<Field, Control> &
  Record<LineField, LineControl> &
  Record<FreeText, TextControl> = {
  full_name: {
    section: "personal",
    autoComplete: "name",
    autoCapitalize: "words",
    spellCheck: false,
  },
  email: {
    section: "personal",
    type: "email",
    autoComplete: "email",
    autoCapitalize: "none",
    spellCheck: false,
  },
  phone: { section: "personal", type: "tel", autoComplete: "tel" },
  company: {
    section: "personal",
    autoComplete: "organization",
    autoCapitalize: "words",
    spellCheck: false,
  },
  role_title: {
    section: "personal",
    autoComplete: "organization-title",
    autoCapitalize: "words",
    wide: true,
  },
  data_type: {
    section: "needs",
    hint: "Which task, scene and sensors? For example: folding towels, two wrist cameras, joint states.",
    rows: 3,
    wide: true,
  },
  data_amount: { section: "needs", hint: "Demonstrations, hours or episodes, roughly.", rows: 3 },
  timeline: { section: "needs", hint: "When does training start?", rows: 2 },
  hardware_setup: { section: "needs" },
  additional_hardware: {
    section: "needs",
    hint: "Anything not listed above.",
    rows: 3,
    wide: true,
  },
  budget_range: { section: "needs" },
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
