export const SITE = {
  name: "Leadthrough",
  /** Headline of the page and of the link preview. */
  headline: "Scale Your Robot Training with Custom Data Collection",
  /** URL for search engines and link previews, without a trailing slash. */
  origin: "https://leadthrough.example",
  description:
    "Expert operators collect robot demonstrations for your task on UMI, ALOHA or a custom setup: annotated, quality-controlled, multi-modal datasets.",
  /** Null omits the link. */
  privacyUrl: null as string | null,
  imprintUrl: null as string | null,
  /** Public email address or null. Shown if the form cannot send a request. It will attract spam. */
  contactEmail: null as string | null,
} as const;
