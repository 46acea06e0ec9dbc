import { emptyDraft, toDataRequirement } from "../domain/data-requirement.ts";
import {
  definitionOf,
  FIELDS,
  REQUIRED_FIELDS,
  type FieldName,
  type RequiredField,
} from "../domain/fields.ts";

/** Contains every field, including fields that an adopter adds. */
export const FULL_REQUIREMENT = toDataRequirement({
  ...emptyDraft(),
  ...Object.fromEntries(FIELDS.map((field) => [field, valueFor(field)])),
  full_name: "Ada Byron",
  email: "ada@example.org",
  phone: "+44 20 7946 0000",
  company: "Analytical Engines",
  role_title: "Researcher",
  data_type: "Pick and place, with force",
  data_amount: "2,000 demonstrations",
  timeline: "By spring",
  hardware_setup: ["UMI", "Computer (Keyboard and Mouse)"],
  additional_hardware: 'Two "custom" arms, {left,right}\nand a 🤖',
  budget_range: "10k-50k",
});

export const ADA = Object.fromEntries(
  REQUIRED_FIELDS.map((field) => [field, FULL_REQUIREMENT[field]]),
) as Record<RequiredField, string>;

export const MINIMAL_REQUIREMENT = toDataRequirement({ ...emptyDraft(), ...ADA });

function valueFor(field: FieldName): string | string[] | undefined {
  const definition = definitionOf(field);
  if (definition.control === "select") return definition.options[0]?.value;
  return definition.control === "checkboxes" ? [...definition.options] : definition.label;
}
