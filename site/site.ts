export const SITE = {
  name: "Leadthrough",
  /** The page's headline, which the Open Graph picture also shows. */
  headline: "Scale Your Robot Training with Custom Data Collection",
  /** Origin of the site, without a trailing slash; for search engines and shared links. */
  origin: "https://leadthrough.example",
  description:
    "Expert operators collect task-specific robot demonstrations on UMI, ALOHA and custom setups: annotated, quality-controlled datasets within weeks.",
  /** Null is no link. */
  privacyUrl: null as string | null,
  imprintUrl: null as string | null,
  /** E-mail address for a request that the form cannot send, or null for none. Spam finds it. */
  contactEmail: null as string | null,
} as const;
