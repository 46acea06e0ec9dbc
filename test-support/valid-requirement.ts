import type { DataRequirement } from "../domain/data-requirement.ts";

/** The required fields, filled in. */
export const ADA = {
  full_name: "Ada Byron",
  email: "ada@example.org",
  phone: "+44 20 7946 0000",
  company: "Analytical Engines",
};

/** A request with every field filled in. */
export const FULL_REQUIREMENT: DataRequirement = {
  ...ADA,
  role_title: "Researcher",
  data_type: "Pick and place, with force",
  data_amount: "2,000 demonstrations",
  timeline: "By spring",
  hardware_setup: ["UMI", "Computer (Keyboard and Mouse)"],
  additional_hardware: 'Two "custom" arms, {left,right}\nand a 🤖',
  budget_range: "10k-50k",
};

/** A request with only what is required. */
export const MINIMAL_REQUIREMENT: DataRequirement = {
  ...FULL_REQUIREMENT,
  role_title: null,
  data_type: null,
  data_amount: null,
  timeline: null,
  hardware_setup: null,
  additional_hardware: null,
  budget_range: null,
};
