/** What is typed into the page's two forms, as `first-load/keep-draft.ts` keeps it and hands it to them. */
export type KeptDraft = {
  /** Writes it into a form that React had to render again. */
  restore: (form: HTMLFormElement) => void;
  /** Empties both forms, once it is stored. */
  clear: () => void;
  /** Milliseconds since the first input; for a restored draft, since the page was opened. */
  fillMilliseconds: () => number;
};
