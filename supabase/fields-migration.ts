import { findReservedName, isSystemColumn, SCHEMA, type Definition } from "../domain/fields.ts";

type Database = { run: (sql: string) => Promise<Record<string, unknown>[]> };

/** The message names the field and the remedy. */
export class UnmigratableField extends Error {}

/**
 * Returns SQL that gives `public.data_requirements` the columns that `schema` describes, or null if it has them. Builds
 * those columns in a table beside it, and compares both tables in PostgreSQL's catalog.
 */
export async function toFieldsMigration(
  database: Database,
  schema: Readonly<Record<string, Definition>> = SCHEMA,
): Promise<string | null> {
  // Otherwise, visitors would be granted a column that only colleagues may set.
  const reserved = findReservedName(Object.keys(schema));
  if (reserved !== null) throw new UnmigratableField(reserved);
  for (const [field, definition] of Object.entries(schema)) {
    await assertEarlierValue(database, field, definition);
  }
  const actual = await readColumns(database, TABLE);
  const described = "private.described_fields";
  const columns = Object.entries(schema).map(([field, definition]) =>
    toColumn(field, definition, exemptionOf(actual.get(field))),
  );
  await database.run(`create table ${described} (created_at timestamptz, ${columns.join(", ")})`);
  const expected = await readColumns(database, described);
  await database.run(`drop table ${described}`);
  const changes = Object.entries(schema).flatMap(([field, definition]) =>
    toChanges(field, definition, actual.get(field), expected.get(field) as Column),
  );
  for (const [name, column] of actual) {
    const isRemoved = !(name in schema) && !isSystemColumn(name) && column.isGranted;
    if (isRemoved && column.isRequired) changes.push(...toRemoval(name, column));
  }
  if (changes.length === 0) return null;
  const title = "-- Written by `npm run hosted-fields` from domain/fields.ts.";
  return [title, ...changes, "notify pgrst, 'reload schema';", ""].join("\n");
}

const TABLE = "public.data_requirements";

type Column = {
  type: string;
  isRequired: boolean;
  defaultValue: string | null;
  check: string | null;
  isGranted: boolean;
};

async function readColumns(database: Database, table: string): Promise<Map<string, Column>> {
  const rows = await database.run(`
    set time zone 'UTC';
    select attname as name,
      format_type(atttypid, atttypmod) as type,
      attnotnull as "isRequired",
      pg_get_expr(adbin, adrelid) as "defaultValue",
      (select pg_get_constraintdef(oid) from pg_constraint
        where conrelid = attrelid and conname = left('data_requirements_' || attname || '_check', 63)) as "check",
      has_column_privilege('anon', attrelid, attnum, 'insert')
        and has_column_privilege('anon', attrelid, attnum, 'select') as "isGranted"
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`);
  return new Map(rows.map(({ name, ...column }) => [String(name), column as Column]));
}

/** Returns a column's definition. `exemption` is a condition under which a stored request may break the rules. */
function toColumn(field: string, definition: Definition, exemption: string | null): string {
  const { missing, control } = definition;
  const type = control === "checkboxes" ? "text[]" : "text";
  const parts = [quoted(field), type];
  if (missing !== undefined) parts.push("not null");
  const value = defaultOf(definition);
  if (value !== null) parts.push(`default ${value}`);
  return `${parts.join(" ")}\n  ${toConstraint(field, definition, exemption)}`;
}

function toConstraint(field: string, definition: Definition, exemption: string | null): string {
  const rules = toRules(quoted(field), definition).join(" and ");
  const check = exemption === null ? rules : `(${rules}) or ${exemption}`;
  return `constraint ${constraintName(field)}\n    check (${check})`;
}

/** Repeats the rules of `findProblem` in domain/data-requirement.ts. */
function toRules(column: string, definition: Definition): string[] {
  const filled = definition.missing === undefined ? [] : [`private.is_filled(${column})`];
  switch (definition.control) {
    case "text":
    case "tel":
      return [
        `char_length(${column}) <= ${definition.maximum}`,
        ...filled,
        `private.is_line(${column})`,
      ];
    case "email":
      return [`char_length(${column}) <= ${definition.maximum}`, `private.is_email(${column})`];
    case "textarea":
      return [`char_length(${column}) <= ${definition.maximum}`, ...filled];
    case "select": {
      const { options, earlierValue } = definition;
      // An option would say something false about earlier requests, so their value is accepted, too.
      const values = [...options.map(({ value }) => value), earlierValue ?? []].flat();
      return [`${column} in (${values.map(literal).join(", ")})`];
    }
    case "checkboxes": {
      const { entries, maximum, missing } = definition;
      const list = `private.is_hardware_list(${column}, ${entries}, ${maximum})`;
      return missing === undefined ? [list] : [list, `cardinality(${column}) > 0`];
    }
  }
}

function defaultOf({ earlierValue, control }: Definition): string | null {
  if (earlierValue === undefined) return null;
  const value = literal(earlierValue);
  return control === "checkboxes" ? `array[${value}]` : value;
}

/** Otherwise, PostgreSQL would reject the column, because earlier requests would break its check. */
async function assertEarlierValue(
  database: Database,
  field: string,
  definition: Definition,
): Promise<void> {
  const value = defaultOf(definition);
  if (value === null) return;
  const column = quoted(field);
  const rules = toRules(column, definition).join(" and ");
  const [row] = await database.run(
    `select ${rules} as "isAccepted" from (select ${value} as ${column}) as earlier`,
  );
  if (row?.["isAccepted"] === true) return;
  throw new UnmigratableField(
    `The field ${field} does not accept its own earlierValue: change it in domain/fields.ts.`,
  );
}

function toChanges(
  field: string,
  definition: Definition,
  actual: Column | undefined,
  expected: Column,
): string[] {
  const isNewlyRequired = expected.isRequired && !actual?.isRequired;
  if (isNewlyRequired && definition.earlierValue === undefined) {
    throw new UnmigratableField(
      `The field ${field} is required, but earlier requests do not have it: add an earlierValue in domain/fields.ts.`,
    );
  }
  const column = quoted(field);
  const grant = `grant insert (${column}), select (${column}) on ${TABLE} to anon;`;
  if (!actual) {
    return [`alter table ${TABLE} add column ${toColumn(field, definition, null)};`, grant];
  }
  if (actual.type !== expected.type) {
    throw new UnmigratableField(
      `The field ${field} cannot change to or from checkboxes: give the new field another name.`,
    );
  }
  const alter = `alter table ${TABLE} alter column ${column}`;
  const value = defaultOf(definition);
  const changes: string[] = [];
  if (actual.defaultValue !== expected.defaultValue) {
    changes.push(`${alter} ${value === null ? "drop default" : `set default ${value}`};`);
  }
  if (actual.check !== expected.check)
    changes.push(...replaceCheck(field, definition, actual, expected));
  // After the check, because a select's earlier check rejects its earlierValue.
  if (isNewlyRequired) {
    changes.push(
      `-- Updates earlier requests that have no ${field}.`,
      `update ${TABLE} set ${column} = ${value} where ${column} is null;`,
    );
  }
  if (actual.isRequired !== expected.isRequired) {
    changes.push(`${alter} ${expected.isRequired ? "set" : "drop"} not null;`);
  }
  return actual.isGranted ? changes : [...changes, grant];
}

function replaceCheck(
  field: string,
  definition: Definition,
  actual: Column,
  expected: Column,
): string[] {
  const name = constraintName(field);
  const drop = actual.check === null ? "" : `drop constraint ${name},`;
  if (actual.check !== null && isLooser(actual.check, expected.check ?? "")) {
    const constraint = toConstraint(field, definition, exemptionOf(actual));
    return [`alter table ${TABLE} ${drop}\n  add ${constraint};`];
  }
  const constraint = toConstraint(
    field,
    definition,
    "created_at < $sql$ || quote_literal(now) || $sql$",
  );
  return [
    `-- Exempts earlier requests from the new rule for ${field}, also when they are changed later.`,
    "do $do$ declare now timestamptz; begin",
    `  lock table ${TABLE};`,
    "  now := clock_timestamp();",
    `  execute $sql$alter table ${TABLE} ${drop}\n  add ${constraint}$sql$;`,
    "end $do$;",
  ];
}

/** Matches the condition that `replaceCheck` adds, as PostgreSQL prints it. */
const EXEMPTION = /\(created_at < '[^']+'::timestamp with time zone\)/;

function exemptionOf(column: Column | undefined): string | null {
  return EXEMPTION.exec(column?.check ?? "")?.[0] ?? null;
}

/** Returns true if every value that a check accepts is certain to satisfy the next check. */
function isLooser(check: string, next: string): boolean {
  const rules = rulesOf(check);
  return rulesOf(next).every((rule) => rules.some((known) => implies(known, rule)));
}

function rulesOf(check: string): string[] {
  const rules = check.replace(EXEMPTION, "").replace(/ OR \)*$/, "");
  return rules.split(" AND ").map((rule) => rule.replaceAll(/^CHECK|[()\s]/g, ""));
}

function implies(known: string, rule: string): boolean {
  const numbersOf = (text: string) => (text.match(/(?<=<=|,)\d+/g) ?? []).map(Number);
  const optionsOf = (text: string): string[] => text.match(/'(?:[^']|'')*'/g) ?? [];
  const shapeOf = (text: string) => text.replace(/ARRAY\[.*\]/, "").replaceAll(/(?<=<=|,)\d+/g, "");
  const [numbers, options] = [numbersOf(rule), optionsOf(rule)];
  return (
    shapeOf(known) === shapeOf(rule) &&
    numbersOf(known).every((number, index) => number <= (numbers[index] ?? NaN)) &&
    optionsOf(known).every((option) => options.includes(option))
  );
}

function toRemoval(name: string, { defaultValue }: Column): string[] {
  const alter = `alter table ${TABLE} alter column ${quoted(name)}`;
  return [
    `-- The column ${name} keeps the values of earlier requests; new requests leave it empty.`,
    `${alter} drop not null;`,
    ...(defaultValue === null ? [] : [`${alter} drop default;`]),
  ];
}

function constraintName(field: string): string {
  return quoted(`data_requirements_${field}_check`);
}

function quoted(name: string): string {
  return `"${name}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
