/** Titles that both the data showcase and the features have. */
export const TITLES = {
  quality: "Quality First",
  hardware: "Hardware Agnostic",
  turnaround: "Fast Turnaround",
} as const;
