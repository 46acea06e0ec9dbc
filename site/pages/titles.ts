import { SITE } from "../site.ts";

/** Titles of all pages, by the name of a static page or by the kind of a server page. */
export const TITLES = {
  landing: `${SITE.name} | Custom robot-training data`,
  "not-found": `Page not found | ${SITE.name}`,
  stored: `Request sent | ${SITE.name}`,
  "not-stored": `Error: your request | ${SITE.name}`,
  list: `Requests | ${SITE.name}`,
  confirmation: `Confirm | ${SITE.name}`,
  request: `Request | ${SITE.name}`,
  failed: `Error | ${SITE.name}`,
};
