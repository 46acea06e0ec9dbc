import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { isReference, referenceOf } from "../../../domain/identifiers.ts";
import { readNote } from "../../../domain/note.ts";
import { explainFailure, type FailureKind } from "../../../domain/texts/messages.ts";
import { localTime } from "../../../domain/texts/requirement-text.ts";
import type { RequestPageContent } from "../../../domain/wire/built-pages.ts";
import { isValidKey, LINK_PATH, LIST_PATH } from "../../links.ts";
import { detailsOfStored, replyByMail } from "../../request-details.ts";
import type { ListedRequest, RequestFilter, RequestStore } from "../../store/store.ts";
import { acceptOnly } from "../accept-only.ts";
import { setStatus, toApiError, type ApiError } from "../api-error.ts";
import type { RenderRequestPage } from "../built-pages.ts";
import { rejectOtherSites } from "../reject-other-sites.ts";
import { sendNotFound, type StaticSite } from "../static-site.ts";
import { readListContent } from "./list-content.ts";

export type LinkOptions = {
  store: RequestStore;
  limitRate: (request: FastifyRequest) => Promise<void>;
  renderRequestPage: RenderRequestPage;
  site: StaticSite;
  timeZone: string;
  /** Milliseconds since 1970. */
  now: () => number;
};

/**
 * The page of one request, and the list of them, for whoever has its link. Only the buttons of a request,
 * which post forms, change anything: chats and mail scanners open links. A link that is not valid gets the
 * 404 page, as does a request that does not exist.
 */
export async function link(app: FastifyInstance, options: LinkOptions): Promise<void> {
  const { store, limitRate, now } = options;
  acceptOnly(app, "application/x-www-form-urlencoded", "string");
  app.setErrorHandler((error, request, reply) => {
    const apiError = toApiError(error);
    const reason = toFailureKind(apiError, request.routeOptions.url);
    request.failure = { reason, cause: apiError.cause };
    const content = { kind: "failed", ...explainFailure(reason) } as const;
    return showPage(setStatus(reply, apiError), content);
  });

  app.get(LINK_PATH, async (request, reply) => {
    const row = await find(request);
    if (row === null) return sendNotFound(options.site, request, reply);
    return showPage(reply, toContent(row, options));
  });

  app.get(LIST_PATH, async (request, reply) => {
    const { k, q, from } = request.query as Record<string, unknown>;
    const secret = await store.readSecret();
    if (typeof k !== "string" || !isValidKey(k, "list", { secret, now: now() })) {
      await limitRate(request);
      return sendNotFound(options.site, request, reply);
    }
    const search = typeof q === "string" ? q.trim() : "";
    const offset = /^\d{1,6}$/.test(String(from)) ? Number(from) : 0;
    const { timeZone } = options;
    const query = { k, search, offset };
    const list = await readListContent(store.requests, query, { secret, timeZone, now: now() });
    return showPage(reply, { kind: "listed", ...list });
  });

  app.post(LINK_PATH, { onRequest: rejectOtherSites() }, async (request, reply) => {
    const row = await find(request);
    const form = new URLSearchParams(String(request.body));
    const perform = ACTIONS.get(form.get("action") ?? "");
    if (row === null || !perform) return sendNotFound(options.site, request, reply);
    await perform(store.requests, { reference: referenceOf(row.id) }, form);
    return reply.redirect(request.url, 303);
  });

  async function find(request: FastifyRequest): Promise<ListedRequest | null> {
    const { params, query } = request;
    const { reference } = params as { reference: string };
    const { k } = query as { k?: unknown };
    const secret = await store.readSecret();
    const isValid = isValidKey(k, { reference }, { secret, now: now() });
    if (!isValid || !isReference(reference)) {
      // Only what is not valid counts: other pages can make a browser ask for such links.
      await limitRate(request);
      return null;
    }
    const rows: ListedRequest[] = [];
    for await (const row of store.requests.list({ reference })) rows.push(row);
    // Of two requests with one reference, the link does not say which.
    return rows.length === 1 ? (rows[0] ?? null) : null;
  }

  async function showPage(reply: FastifyReply, content: RequestPageContent): Promise<FastifyReply> {
    const html = await options.renderRequestPage(content);
    reply.headers(options.site.pageHeaders).headers(PRIVATE);
    return reply.type("text/html; charset=utf-8").send(html);
  }
}

function toFailureKind({ status }: ApiError, route: string | undefined): FailureKind {
  if (status === 403) return "other-site";
  if (status === 429) return "limited-link";
  if (status < 500) return "unreadable-form";
  return route === LIST_PATH ? "unavailable-list" : "unavailable-link";
}

type Action = (
  requests: RequestStore["requests"],
  filter: RequestFilter,
  form: URLSearchParams,
) => Promise<unknown>;

/** By the value of its button. Each changes nothing when it is pressed again. */
const ACTIONS = new Map<string, Action>([
  ["replied", (requests, filter) => requests.markReplied(filter, "link")],
  ["unreplied", (requests, filter) => requests.markUnreplied(filter)],
  ["spam", (requests, filter) => requests.hold(filter)],
  ["not-spam", (requests, filter) => requests.release(filter)],
  ["note", saveNote],
]);

/** Ignores a note that is too long: the page's field takes none, so that no person has typed it. */
async function saveNote(...[requests, filter, form]: Parameters<Action>): Promise<void> {
  const note = readNote(form.get("note") ?? "");
  if (note !== undefined) await requests.setNote(filter, note);
}

const PRIVATE = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};

function toContent(
  row: ListedRequest,
  { timeZone, now }: Pick<LinkOptions, "timeZone" | "now">,
): RequestPageContent {
  return {
    kind: "stored",
    from: `${row.full_name}, ${row.company}`,
    details: detailsOfStored(row, { now: now(), timeZone }),
    isReplied: row.replied_at !== null,
    isHeld: row.held_reason !== null,
    note: row.note ?? "",
    notedAt: row.noted_at === null ? null : localTime(row.noted_at, timeZone),
    replyByMail: replyByMail(row),
  };
}
