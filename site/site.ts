export const SITE = {
  name: "Leadthrough",
  /** Headline of the page and of the link preview. */
  headline: "Scale Your Robot Training with Custom Data Collection",
  /** Without a trailing slash; for search engines and link previews. */
  origin: "https://leadthrough.example",
  description:
    "Expert operators collect robot demonstrations for your task on UMI, ALOHA or a custom setup: annotated, quality-controlled, multi-modal datasets.",
  /** Null is no link. */
  privacyUrl: null as string | null,
  imprintUrl: null as string | null,
  /** Fallback email for requests that the form cannot send, or null. Expect spam. */
  contactEmail: null as string | null,
} as const;
