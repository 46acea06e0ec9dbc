import type { ComponentProps } from "react";

import {
  type HARDWARE_OPTIONS,
  type Field,
  type Problem,
  type TextField,
} from "../../../domain/data-requirement.ts";
import { describeProblem } from "../../../domain/messages.ts";

/** `wide` fields span both columns of a wide form. */
type TextControl = { field: TextField; wide?: boolean };

export type TextInput = TextControl &
  Pick<ComponentProps<"input">, "type" | "autoComplete" | "autoCapitalize" | "spellCheck">;

export type TextArea = TextControl & { hint: string; rows: 2 | 3 };

export const PERSONAL: TextInput[] = [
  { field: "full_name", autoComplete: "name", autoCapitalize: "words", spellCheck: false },
  {
    field: "email",
    type: "email",
    autoComplete: "email",
    autoCapitalize: "none",
    spellCheck: false,
  },
  { field: "phone", type: "tel", autoComplete: "tel" },
  { field: "company", autoComplete: "organization", autoCapitalize: "words", spellCheck: false },
  {
    field: "role_title",
    autoComplete: "organization-title",
    autoCapitalize: "words",
    wide: true,
  },
];

export const NEEDS: TextArea[] = [
  {
    field: "data_type",
    hint: "Which task, scene and sensors? For example: folding towels, two wrist cameras, joint states.",
    rows: 3,
    wide: true,
  },
  { field: "data_amount", hint: "Demonstrations, hours or episodes, roughly.", rows: 3 },
  { field: "timeline", hint: "When does training start?", rows: 2 },
];

export const ADDITIONAL_HARDWARE: TextArea = {
  field: "additional_hardware",
  hint: "Anything not listed above.",
  rows: 3,
  wide: true,
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
