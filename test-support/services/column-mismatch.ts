import { definitionOf, FIELDS, isRequired, type FieldName } from "../../domain/fields.ts";
import type { HostedDatabase } from "./postgres.ts";

/** Describes the first column that contradicts `domain/fields.ts`, or returns null. */
export async function findColumnMismatch(hosted: HostedDatabase): Promise<string | null> {
  const rows = await hosted.run(`
    select attname as name, concat_ws(', ',
      format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' else 'null' end,
      case when has_column_privilege('anon', attrelid, attnum, 'insert') then 'granted for insert' end,
      case when has_column_privilege('anon', attrelid, attnum, 'select') then 'granted for select' end,
      (select string_agg(pg_get_constraintdef(oid), ' ') from pg_constraint
        where conrelid = attrelid and conkey = array[attnum] and contype = 'c')) as properties
    from pg_attribute
    where attrelid = 'public.data_requirements'::regclass and attnum > 0 and not attisdropped`);
  const columns = new Map(rows.map(({ name, properties }) => [name, String(properties)]));
  for (const field of FIELDS) {
    const { control } = definitionOf(field);
    const type = control === "checkboxes" ? "text[]" : "text";
    const nullability = isRequired(field) ? "not null" : "null";
    const expected = `${type}, ${nullability}, granted for insert, granted for select`;
    const [check, actual = "missing"] = [checkOf(field), columns.get(field)];
    if (`${actual}, `.startsWith(`${expected}, `) && actual.includes(check)) continue;
    return `The column ${field} of public.data_requirements must be "${expected}" with "${check}" in a check, as domain/fields.ts defines it, but is "${actual}": add a file to supabase/migrations/ (docs/make-it-yours.md, Form).`;
  }
  return null;
}

/** Returns the field's SQL constraint. For lists, it is empty, because a function of the schema checks them. */
function checkOf(field: FieldName): string {
  const definition = definitionOf(field);
  if (definition.control === "checkboxes") return "";
  if (definition.control !== "select") return `char_length(${field}) <= ${definition.maximum})`;
  return `[${definition.options.map(({ value }) => `'${value}'::text`).join(", ")}]`;
}
