/** Defines the tables, columns and indexes of both engines, and the list of versions that a database has had. */
import { createHash } from "node:crypto";

import { findReservedName, type Definition } from "../../domain/fields.ts";
import type { DatabaseUser } from "./database.ts";
import { preventStart, type StoreUnavailable } from "./errors.ts";
import { quoted } from "./rows.ts";

export type Fields = Readonly<Record<string, Definition>>;

/** SQL by which the engines differ. */
export type Dialect = {
  id: string;
  time: string;
  flag: string;
  list: string;
  toList: (entry: string) => string;
  /** An expression for a random text of 64 hexadecimal digits. */
  secret: string;
};

/** Most names start with `request_`, because the tables may stand beside an adopter's own ones. */
export const TABLES = [
  "data_requirements",
  "request_notifications",
  "request_form_secret",
  "request_lock",
  "request_schema",
] as const;

export type Table = {
  name: (typeof TABLES)[number];
  /** Their types and constraints. Columns that an earlier table lacks are added. */
  columns: Record<string, string>;
  constraint?: string;
};

/** The tables have no checks, because a rule must not apply to earlier requests. */
export function toTables(dialect: Dialect, fields: Fields): Table[] {
  const { id, time, flag } = dialect;
  const reserved = findReservedName(Object.keys(fields));
  if (reserved !== null) throw preventStart(reserved);
  return [
    {
      name: "data_requirements",
      columns: {
        id: `${id} not null primary key`,
        created_at: `${time} not null`,
        // Null until somebody changes the row. A copied row has the time of the copy.
        changed_at: time,
        // Set at insert, so that it does not change if we change the reply promise later.
        reply_due: `${time} not null`,
        replied_at: time,
        replied_by: "text",
        spam_reason: "text",
        note: "text",
        noted_at: time,
        noted_by: "text",
        ...toFieldColumns(dialect, fields),
      },
    },
    {
      // The outbox.
      name: "request_notifications",
      columns: {
        // - The ID of a request.
        // - A message about several requests: `digest`, `spam` or, with the channel `any`, `reminder 2026-11-28`.
        // - `channel`. Its row makes a trigger create the channel's notifications.
        subject: "text not null",
        channel: "text not null",
        // Null for other subjects.
        request_id: `${id} references data_requirements (id) on delete cascade`,
        // When the request was stored. For a channel, when a program last confirmed that it has it.
        queued_at: `${time} not null`,
        // Since the last success. For spam, 1 after a message that counts spam has included it.
        attempts: "integer not null default 0",
        next_attempt_at: `${time} not null`,
        delivered_at: time,
        // Time of the first failure since the last success, and code of the newest, such as "550 5.7.1, DATA".
        failing_since: time,
        failure: "text",
        // Copied from the request, so that the index of due rows, which servers poll, contains no spam.
        is_spam: `${flag} not null`,
      },
      constraint: "primary key (subject, channel)",
    },
    {
      // Key for the IDs of forms that were posted without JavaScript. Visitors must not be able to compute these IDs.
      name: "request_form_secret",
      columns: { secret: "text not null primary key" },
    },
    {
      // A row makes triggers reject every change of a request, and keeps programs from opening the database. The reason is
      // `copying` while a copy writes the database, until it is finished, or `moved` after a copy of it was finished.
      name: "request_lock",
      columns: {
        reason: "text not null primary key",
        // The copy that may write. A later copy replaces it.
        copy_id: "text",
      },
    },
    {
      // Every version that the database was brought to, the newest last. `is_direct` means that visitors may insert
      // through PostgREST.
      name: "request_schema",
      columns: {
        position: "integer not null primary key",
        hash: "text not null",
        is_direct: `${flag} not null`,
      },
    },
  ];
}

function toFieldColumns(dialect: Dialect, fields: Fields): Record<string, string> {
  const columns = Object.entries(fields).map(([field, definition]) => {
    const type = definition.control === "checkboxes" ? dialect.list : "text";
    return [field, `${type} default ${earlierValueOf(definition, dialect) ?? "null"}`];
  });
  return Object.fromEntries(columns) as Record<string, string>;
}

/** Returns SQL for the field's value in requests from before the field, or null. */
export function earlierValueOf(
  { earlierValue, control }: Definition,
  { toList }: Pick<Dialect, "toList">,
): string | null {
  if (earlierValue === undefined) return null;
  return control === "checkboxes" ? toList(earlierValue) : literal(earlierValue);
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function toCreateTable({ name, columns, constraint }: Table, suffix = ""): string {
  const lines = Object.entries(columns).map(([column, type]) => `${quoted(column)} ${type}`);
  if (constraint !== undefined) lines.push(constraint);
  return `create table if not exists ${name} (\n  ${lines.join(",\n  ")}\n)${suffix};\n`;
}

/** Returns the columns that an earlier table may lack, which excludes keys. */
export function addableColumns({ columns }: Table): [column: string, type: string][] {
  return Object.entries(columns).filter(([, type]) => !/primary key|references/.test(type));
}

/** Give a changed index a new name, because an index that exists is not created again. */
export const INDEXES = `
create index if not exists data_requirements_newest on data_requirements (created_at, id);
create index if not exists data_requirements_listed
  on data_requirements (spam_reason, replied_at, reply_due, created_at, id);
create index if not exists data_requirements_email on data_requirements (lower(email));
create index if not exists request_notifications_request on request_notifications (request_id);
create index if not exists request_notifications_pending on request_notifications (channel, queued_at)
  where request_id is not null and delivered_at is null and not is_spam;
create index if not exists request_notifications_uncounted
  on request_notifications (channel) where is_spam and attempts = 0;
create index if not exists request_notifications_failing
  on request_notifications (channel) where failing_since is not null;
create index if not exists request_notifications_delivered
  on request_notifications (channel, delivered_at);
`;

export function toSecretRow({ secret }: Dialect): string {
  return `
insert into request_form_secret (secret)
  select ${secret} where not exists (select 1 from request_form_secret);
`;
}

export type Version = { hash: string; isDirect: boolean };

/** Adopters change `domain/fields.ts` without a number of a version, so the SQL's own hash identifies it. */
export function hashOf(sql: string): string {
  return createHash("sha256").update(sql).digest("hex");
}

export function toVersionRow({ hash, isDirect }: Version): string {
  return `
insert into request_schema (position, hash, is_direct)
  select coalesce(max(position), 0) + 1, '${hash}', ${isDirect} from request_schema;
`;
}

/** `tables` lists the tables of ours that exist, and `versions` the rows of `request_schema`, the newest last. */
export type DatabaseState = {
  name: string;
  tables: string[];
  versions: Version[];
  /** The reason in `request_lock`. */
  lock: string | null;
};

/** The condition under which notifications may be sent. A copy has the same ones. */
export const IS_UNLOCKED = "not exists (select 1 from request_lock)";

/**
 * Returns true if the database must be brought to the version `hash`. Rejects if it may not be: a command changes no
 * schema, and a server does not undo a newer one, which only an operator may want.
 */
export function needsMigration(state: DatabaseState, hash: string, user: DatabaseUser): boolean {
  const { name, tables, versions } = state;
  const [table] = tables;
  if (table !== undefined && !tables.includes("request_schema")) {
    throw preventStart(
      `The database ${name} has a table ${table}, but no table request_schema, in which this program lists its ` +
        "versions: name another database.",
    );
  }
  assertUnlocked(state, user);
  if (versions.at(-1)?.hash === hash) return false;
  if (user === "migrate") return true;
  if (user === "target" && (tables.length === 0 || state.lock === "copying")) return true;
  if (versions.some((version) => version.hash === hash)) {
    throw preventStart(
      `A newer version has changed the schema of the database ${name}: run the newer version, or go back with ` +
        '"npm run requests -- migrate".',
    );
  }
  if (user === "server") return true;
  throw preventStart(
    `The database ${name} does not have this version's schema: start the server of this version, or run ` +
      '"npm run requests -- migrate".',
  );
}

/** Explains an error of the migration's own SQL. */
export function explainMigrationError(error: unknown, name: string): StoreUnavailable {
  const { message } = error as Error;
  return preventStart(`The database ${name} cannot be brought to this version: ${message}.`, error);
}

function assertUnlocked({ name, lock }: DatabaseState, user: DatabaseUser): void {
  if (lock === "copying" && user !== "target") {
    throw preventStart(
      `The database ${name} is the target of a copy that is not finished: finish it with ` +
        '"npm run requests -- copy SOURCE --finish", or use another database.',
    );
  }
  if (lock === "moved" && (user === "server" || user === "command")) {
    throw preventStart(
      `The requests of the database ${name} were moved to another: use that one, or copy them back into an empty ` +
        'database with "npm run requests -- copy SOURCE --finish".',
    );
  }
}
