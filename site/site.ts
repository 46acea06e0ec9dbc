import { REPLY_PROMISE_HOURS } from "../domain/data-requirement.ts";

/** The provider's name and address. Change them here, and nowhere else. */
export const SITE = {
  name: "Leadthrough",
  /** Where the site is served, without a trailing slash: canonical address, sitemap, Open Graph. */
  origin: "https://leadthrough.example",
  description:
    "Expert operators collect task-specific robot demonstrations on UMI, ALOHA and custom setups: annotated, quality-controlled datasets within weeks.",
  /** Addresses of the privacy notice and the imprint; null for none, and then no link. */
  privacyUrl: null as string | null,
  imprintUrl: null as string | null,
  /** From the domain, because the server uses it too. */
  replyHours: REPLY_PROMISE_HOURS,
} as const;

/** Ids of the landing page's sections. */
export const ANCHORS = {
  hero: "hero",
  dataShowcase: "data-showcase",
  specs: "specifications",
  details: "details",
  imageShowcase: "showcase",
  features: "features",
} as const;
