import { v7 as uuid } from "uuid";

import type { DataRequirement } from "../../../domain/data-requirement.ts";
import { loadFromTab, saveToTab } from "./tab-storage.ts";

type Attempt = { key: string; payload: string };

const ATTEMPT_KEY = "data-requirement-attempt";

/** The last one that was not stored, also after a reload. */
let attempt = loadFromTab(ATTEMPT_KEY) as Attempt | null;

/**
 * The same requirement again has the same key, until it is stored: its response may have been lost. A corrected
 * one has a new key, or it would be taken for the first.
 */
export function keyOf(requirement: DataRequirement): string {
  const payload = JSON.stringify(requirement);
  if (attempt?.payload === payload) return attempt.key;
  // `crypto.randomUUID` is missing on pages without TLS.
  const key = uuid();
  setAttempt({ key, payload });
  return key;
}

/** Once a request is stored, the same requirement is another request. */
export function forgetKey(): void {
  setAttempt(null);
}

function setAttempt(next: Attempt | null): void {
  attempt = next;
  saveToTab(ATTEMPT_KEY, next);
}
