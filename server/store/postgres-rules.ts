import { EMAIL, LINE_BREAK } from "../../domain/data-requirement.ts";
import type { Definition } from "../../domain/fields.ts";
import { earlierValueOf, hashOf, literal, type Dialect, type Fields } from "./schema.ts";

export const POSTGRES: Dialect = {
  id: "uuid",
  time: "timestamptz",
  flag: "boolean",
  list: "text[]",
  toList: (entry) => `array[${literal(entry)}]`,
  secret: "replace(gen_random_uuid()::text || gen_random_uuid(), '-', '')",
};

/**
 * Returns SQL that runs `sql` only if it has changed since the last time, because it waits for a dump, and inserts wait
 * behind it. The comment on `object` contains its hash.
 */
export function ifChanged({
  object,
  comment,
  sql,
}: {
  object: string;
  comment: string;
  sql: string;
}): string {
  const hash = hashOf(sql);
  return `
do $do$
begin
  if ${comment} is not distinct from '${hash}' then return; end if;
  ${sql}
  comment on ${object} is '${hash}';
end $do$;
`;
}

export const CHECK_FUNCTION = "private.check_requirement()";

/**
 * Returns the SQL of a trigger that checks new rows with the rules of `findProblem`. Constraints would also check
 * earlier rows. The trigger raises the error codes and messages of constraints, because the page and PostgREST understand
 * them.
 */
export function toCheckTrigger(fields: Fields): string {
  return `
create or replace function ${CHECK_FUNCTION} returns trigger
language plpgsql set search_path = '' as $check$
declare
  broken record;
begin
  -- Skips the table's owner, which is the server. Like row-level security, includes roles with the owner's privileges.
  if pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'usage') then
    return new;
  end if;
  -- The ID of the row that this transaction inserts. With it, direct inserts recognize their own row, and a second one.
  if nullif(current_setting('private.inserted', true), '') is not null then
    raise sqlstate 'PT400' using message = 'Insert one row at a time';
  end if;
  perform set_config('private.inserted', new.id::text, true);
  -- Otherwise PostgreSQL would confirm a commit that a crash may lose.
  if current_setting('synchronous_commit') = 'off' then
    perform set_config('synchronous_commit', 'on', true);
  end if;
  select field, is_missing into broken from (values
    ${Object.entries(fields).map(toRow).join(",\n    ")}
  ) as rules (field, is_missing, is_valid) where is_missing or not is_valid limit 1;
  if broken.is_missing then
    raise not_null_violation using message = format(
      'null value in column "%s" of relation "data_requirements" violates not-null constraint', broken.field);
  elsif broken.field is not null then
    raise check_violation using message = format(
      'new row for relation "data_requirements" violates check constraint "data_requirements_%s_check"', broken.field);
  end if;
  return new;
end $check$;
create or replace trigger data_requirements_check before insert on public.data_requirements
  for each row execute function ${CHECK_FUNCTION};
`;
}

function toRow([field, definition]: [string, Definition]): string {
  const column = `new."${field}"`;
  const isMissing = definition.missing === undefined ? "false" : `${column} is null`;
  return `('${field}', ${isMissing}, ${toCondition(column, definition)})`;
}

/** Always accepts `earlierValue`, because the column's default gives it to requests from pages that lack the field. */
function toCondition(column: string, definition: Definition): string {
  const rules = toRules(column, definition).join(" and ");
  const earlier = earlierValueOf(definition, POSTGRES);
  return earlier === null ? rules : `(${column} = ${earlier} or ${rules})`;
}

function toRules(column: string, definition: Definition): string[] {
  const { control, missing } = definition;
  switch (control) {
    case "checkboxes": {
      const isFilled = missing === undefined ? [] : [`cardinality(${column}) > 0`];
      const isWrong = `entry is null or char_length(entry) > ${definition.maximum} or entry ~ ${LINE_BREAKS}`;
      return [
        `coalesce(array_ndims(${column}), 1) = 1`,
        `cardinality(${column}) <= ${definition.entries}`,
        ...isFilled,
        `not exists (select from unnest(${column}) as entry where ${isWrong})`,
      ];
    }
    case "select":
      return [`${column} in (${definition.options.map(({ value }) => literal(value)).join(", ")})`];
    case "text":
    case "email":
    case "tel":
    case "textarea": {
      const rules = [`char_length(${column}) <= ${definition.maximum}`];
      if (missing !== undefined) rules.push(`${column} ~ ${NOT_BLANK}`);
      if (control !== "textarea") rules.push(`${column} !~ ${LINE_BREAKS}`);
      if (control === "email") rules.push(`${column} ~ ${literal(EMAIL.source)}`);
      return rules;
    }
  }
}

const LINE_BREAKS = literal(LINE_BREAK.source);

/** Lists the characters that JavaScript's trim() removes, because PostgreSQL's \s depends on the locale. */
const NOT_BLANK = String.raw`'[^\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]'`;
