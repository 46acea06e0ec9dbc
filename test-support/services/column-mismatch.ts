import { definitionOf, FIELDS, isRequired, type FieldName } from "../../domain/fields.ts";
import type { HostedDatabase } from "./postgres.ts";

type Column = {
  type: string;
  is_not_null: boolean;
  anon_inserts: boolean;
  anon_selects: boolean;
  checks: string;
};

/** Describes the first column that contradicts `domain/fields.ts`, or returns null. */
export async function findColumnMismatch(hosted: HostedDatabase): Promise<string | null> {
  const rows = await hosted.run(`
    select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as is_not_null,
      has_column_privilege('anon', attrelid, attnum, 'insert') as anon_inserts,
      has_column_privilege('anon', attrelid, attnum, 'select') as anon_selects,
      (select coalesce(string_agg(pg_get_constraintdef(oid), ' '), '') from pg_constraint
        where conrelid = attrelid and conkey = array[attnum] and contype = 'c') as checks
    from pg_attribute
    where attrelid = 'public.data_requirements'::regclass and attnum > 0 and not attisdropped`);
  const columns = new Map(rows.map((row) => [row["name"], row as Column]));
  for (const field of FIELDS) {
    const problem = describeMismatch(field, columns.get(field));
    if (problem === null) continue;
    return `The column ${field} of public.data_requirements ${problem}, as domain/fields.ts defines it: add a file to supabase/migrations/ (docs/make-it-yours.md, Form).`;
  }
  return null;
}

function describeMismatch(field: FieldName, column: Column | undefined): string | null {
  const definition = definitionOf(field);
  const type = definition.control === "checkboxes" ? "text[]" : "text";
  if (column === undefined) return `must exist, with the type ${type}`;
  if (column.type !== type) return `must have the type ${type}`;
  if (!column.anon_inserts) return "must be granted to anon for insert";
  if (!column.anon_selects) return "must be granted to anon for select";
  if (column.is_not_null !== isRequired(field)) {
    return isRequired(field) ? "must be not null" : "must allow null";
  }
  switch (definition.control) {
    case "checkboxes":
      // A function of the schema checks lists.
      return null;
    case "select": {
      const values = definition.options.map(({ value }) => value);
      const allowed = [...column.checks.matchAll(/'([^']*)'::text/g)].map(([, value]) => value);
      return values.join() === allowed.join() ? null : `must allow only ${values.join(", ")}`;
    }
    case "text":
    case "email":
    case "tel":
    case "textarea": {
      const [, maximum] = /char_length\(\w+\) <= (\d+)/.exec(column.checks) ?? [];
      return Number(maximum) === definition.maximum
        ? null
        : `must allow at most ${definition.maximum} characters`;
    }
  }
}
