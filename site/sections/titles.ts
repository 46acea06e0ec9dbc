/** Titles shared by the data showcase and the features. */
export const TITLES = {
  quality: "Quality First",
  hardware: "Hardware Agnostic",
  turnaround: "Fast Turnaround",
} as const;
