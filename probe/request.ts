import {
  emptyDraft,
  REQUIRED_FIELDS,
  toDataRequirement,
  type DataRequirement,
} from "../domain/data-requirement.ts";
import { referenceOf } from "../domain/identifiers.ts";
import { StoreUnavailable, type RequestStore } from "../server/store/store.ts";
import {
  submitRequirement,
  type Backend,
  type SubmitOutcome,
} from "../site/request/submission/submit-requirement.ts";
import { fetchFrom } from "./fetch.ts";
import { failed, ok, type Finding } from "./finding.ts";

/**
 * Sends a request as the page does, with its retries, and marked: it is held, and announced to nobody.
 * With a store, which must be the backend's, it is read back and erased. Returns whether it was stored.
 */
export async function* checkRequest(
  backend: Backend,
  store: RequestStore | null,
): AsyncGenerator<Finding, boolean> {
  const key = crypto.randomUUID();
  const requirement = markedRequirement(key);
  const outcome = await submitRequirement(requirement, backend, {
    idempotencyKey: key,
    formUse: { honeypot: "probe", fillMilliseconds: null },
  });
  yield await describe(outcome, backend);
  // Also after a failure: the response may have been lost after the request was stored.
  if (store) yield* eraseFrom(store, requirement, outcome);
  return outcome.kind === "stored";
}

/** The address is new each time, so that erasing it erases nothing else. */
function markedRequirement(key: string): DataRequirement {
  return toDataRequirement({
    ...emptyDraft(),
    ...Object.fromEntries(REQUIRED_FIELDS.map((field) => [field, "npm run probe"])),
    full_name: "Probe",
    email: `probe-${key}@example.com`,
  });
}

async function describe(outcome: SubmitOutcome, { url }: Backend): Promise<Finding> {
  if (outcome.kind === "stored") {
    const reference = outcome.row ? `, with the reference ${referenceOf(outcome.row.id)}` : "";
    return ok(`A marked request was stored${reference}.`);
  }
  const { kind, status, code } = outcome;
  if (kind === "unreachable" || kind === "offline") {
    const fetched = await fetchFrom(url);
    const reason = fetched.kind === "none" ? fetched.reason : "it closes the connection";
    return failed(`No request is stored: the backend ${url} cannot be reached: ${reason}.`);
  }
  const shown = code ? `status ${status}, code ${code}` : `status ${status}`;
  const explanation = explain(kind, code);
  return failed(`No request is stored: the backend ${url} responds with ${shown}: ${explanation}.`);
}

type AnsweredKind = Exclude<SubmitOutcome["kind"], "stored" | "unreachable" | "offline">;

/** What the response means, and what to do. */
function explain(kind: AnsweredKind, code: string | undefined): string {
  const migrate = "apply supabase/migrations/ (docs/deploy.md)";
  if (code === "PGRST204") return `its table lacks a column of the page's build; ${migrate}`;
  if (code === "42501") return `visitors may not insert; ${migrate}`;
  switch (kind) {
    case "missing-table":
      return `it has no table data_requirements; ${migrate}`;
    case "denied":
      return "it rejects the page's key; build with the project's publishable key (Settings, API keys)";
    case "limited":
    case "busy":
      return "it has too many requests; try again in a minute";
    case "unavailable":
      return "it cannot store now; its log names the cause";
    case "rejected":
      return "it stores nothing of this page's; check that this address is PostgREST's, and its schema that of the page's build";
  }
}

async function* eraseFrom(
  { requests, location }: RequestStore,
  { email }: DataRequirement,
  outcome: SubmitOutcome,
): AsyncGenerator<Finding> {
  try {
    const erased = await requests.erase({ email });
    if (outcome.kind !== "stored") return;
    yield erased === 1
      ? ok(`It was read back from ${location}, and erased.`)
      : failed(
          `${location} has the marked request ${erased} times; set DATABASE_URL or DATA_DIR to the database of the page's backend.`,
        );
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    yield failed(`The marked request could not be erased: ${error.message}`);
  }
}
