import {
  emptyDraft,
  REQUIRED_FIELDS,
  toDataRequirement,
  type DataRequirement,
} from "../domain/data-requirement.ts";
import { referenceOf } from "../domain/identifiers.ts";
import { onOneLine } from "../domain/texts/requirement-text.ts";
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
    return outcome.row
      ? ok(`A marked request was stored, with the reference ${referenceOf(outcome.row.id)}.`)
      : failed(
          `The backend ${url} reports no error, but returns no row, as a web server does that accepts ` +
            "anything; check that this address is PostgREST's.",
        );
  }
  const { kind, status, code = "none", message } = outcome;
  if (kind === "unreachable" || kind === "offline") {
    const fetched = await fetchFrom(url);
    const reason = fetched.kind === "none" ? fetched.reason : "it closes the connection";
    return failed(`No request is stored: the backend ${url} cannot be reached: ${reason}.`);
  }
  const quoted = message ? ` ("${onOneLine(message).slice(0, MAX_QUOTED)}")` : "";
  return failed(
    `No request is stored: the backend ${url} responds with status ${status}, code ${code}${quoted}: ` +
      `${LACKING[code] ?? EXPLANATIONS[kind]}.`,
  );
}

const MAX_QUOTED = 200;
const MIGRATE = "apply supabase/migrations/ (docs/deploy.md)";

/** What the database lacks, by the code, which visitors do not read. */
const LACKING: Record<string, string> = {
  PGRST204: `its table lacks a column of the page's build; ${MIGRATE}`,
  "42703": `its schema lacks a column; ${MIGRATE}`,
  "42883": `its schema lacks a function; ${MIGRATE}`,
  "42501": `visitors may not insert; ${MIGRATE}`,
};

/** What the response means, and what to do. */
const EXPLANATIONS = {
  "missing-table": `it has no table data_requirements; ${MIGRATE}`,
  denied:
    "it rejects the page's key; build with the project's publishable key (Settings, API keys)",
  limited: "it has too many requests; try again in a minute",
  busy: "it has too many requests; try again in a minute",
  unavailable: "it cannot store now; its log names the cause",
  rejected:
    "it stores nothing of this page's; check that this address is PostgREST's, and its schema that of the page's build",
};

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
