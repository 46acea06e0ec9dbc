import { Readable } from "node:stream";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { DESK_PATH } from "../../../contract/addresses.ts";
import type { ServerPageContent } from "../../../contract/server-pages.ts";
import { MAX_NOTE_LENGTH, readNote } from "../../../domain/note.ts";
import type { RequestRow } from "../../store/rows.ts";
import type { RequestStore } from "../../store/store.ts";
import { writeCsv } from "../../texts/request-csv.ts";
import { acceptOnly } from "../accept-only.ts";
import { setStatus, toApiError } from "../api-error.ts";
import type { AppContext } from "../context.ts";
import { requireOwnPage } from "../reject-other-sites.ts";
import { sendPage } from "../server-page.ts";
import { sendNotFound } from "../static-site.ts";
import { detailsContent, listContent } from "./desk-content.ts";
import { requirePassword } from "./password.ts";

/** What a colleague does with a request. */
type Action = (store: RequestStore, row: RequestRow, by: string | null) => void;

const ACTIONS = new Map<string, Action>([
  ["replied", (store, { id }, by) => store.markReplied(id, by)],
  ["unreplied", (store, { id }) => store.markUnreplied(id)],
  ["spam", (store, { id }) => store.markSpam(id)],
  ["not-spam", (store, { id }) => store.markNotSpam(id)],
]);

/** The provider's pages, behind a password: the list of requests, each request, and an export. */
export async function deskRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { store, site, config } = context;
  acceptOnly(app, "application/x-www-form-urlencoded", "string");
  app.setErrorHandler((error, request, reply) => {
    const apiError = toApiError(error);
    request.failure = apiError;
    const failure = FAILURES[apiError.statusCode] ?? FAILURE;
    return show(setStatus(reply, apiError), { kind: "failed", ...failure });
  });
  await requirePassword(app, config.adminPassword ?? "");

  app.get(DESK_PATH, (request, reply) => {
    const { searchParams } = new URL(request.url, "http://desk");
    const given = searchParams.get("page") ?? "";
    const query = {
      isSpam: searchParams.get("spam") === "1",
      search: (searchParams.get("q") ?? "").trim(),
      page: /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1,
    };
    return show(reply, { kind: "list", ...listContent(store, query, time()) });
  });

  app.get(`${DESK_PATH}/export.csv`, (_request, reply) =>
    reply
      .header("content-disposition", 'attachment; filename="requests.csv"')
      .type("text/csv; charset=utf-8")
      .send(Readable.from(writeCsv(store))),
  );

  app.get<Named>(ONE_REQUEST, async (request, reply) => {
    const row = store.findOne(request.params.reference);
    if (!row) return sendNotFound(site, reply);
    return show(reply, { kind: "request", ...detailsContent(row, time()) });
  });

  app.post<Named>(ONE_REQUEST, { onRequest: requireOwnPage }, async (request, reply) => {
    const row = store.findOne(request.params.reference);
    if (!row) return sendNotFound(site, reply);
    const form = new URLSearchParams(String(request.body));
    const action = form.get("action") ?? "";
    if (action === "note") return saveNote(row, form, request, reply);
    if (action === "erase") {
      store.erase({ id: row.id });
      return reply.redirect(DESK_PATH, 303);
    }
    const apply = ACTIONS.get(action);
    if (!apply) return sendNotFound(site, reply);
    apply(store, row, request.colleague);
    return reply.redirect(addressOf(request), 303);
  });

  async function saveNote(
    row: RequestRow,
    form: URLSearchParams,
    request: FastifyRequest<Named>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const text = readNote(form.get("note") ?? "");
    if (text === undefined) return show(reply.code(422), { kind: "failed", ...TOO_LONG });
    const note = { text, by: request.colleague };
    const isSaved = store.setNote(row.id, note, form.get("read_at") || null);
    if (isSaved) return reply.redirect(addressOf(request), 303);
    const details = detailsContent(row, { ...time(), unsaved: text ?? "" });
    return show(reply.code(409), { kind: "request", ...details });
  }

  function show(reply: FastifyReply, content: ServerPageContent): Promise<FastifyReply> {
    return sendPage(reply, content, context);
  }

  function time() {
    return { now: store.now(), timeZone: config.timeZone };
  }
}

const ONE_REQUEST = `${DESK_PATH}/:reference`;

type Named = { Params: { reference: string } };

function addressOf({ params }: FastifyRequest<Named>): string {
  return `${DESK_PATH}/${params.reference}`;
}

const FAILURE = {
  title: "This page cannot be shown at the moment",
  advice: "Reload it in a minute. If that does not help, the server's log has the reason.",
};

/** By status. */
const FAILURES: Record<number, typeof FAILURE> = {
  401: {
    title: "This page needs the password",
    advice: "Reload it, and enter any name and the password of the desk.",
  },
  403: {
    title: "This did not come from a page of the desk",
    advice: "Open the request at the desk and press the button there.",
  },
  429: {
    title: "Too many wrong passwords came from your network",
    advice: "Wait a minute, then reload this page.",
  },
};

const TOO_LONG = {
  title: "The note is too long",
  advice: `Go back and shorten it to ${MAX_NOTE_LENGTH} characters.`,
};
