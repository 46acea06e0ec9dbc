import {
  emptyDraft,
  FIELDS,
  LABELS,
  REQUIRED_FIELDS,
  TEXT_LIMITS,
  toDataRequirement,
  type RequiredField,
  type TextField,
} from "../domain/data-requirement.ts";

export const TEXT_FIELDS = FIELDS.filter((field): field is TextField => field in TEXT_LIMITS);

/** A request with every field filled in; a text that is not given here is its label. */
export const FULL_REQUIREMENT = toDataRequirement({
  ...emptyDraft(),
  ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, LABELS[field]])),
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
