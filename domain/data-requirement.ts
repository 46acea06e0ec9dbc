/** Reads data requirements from a form, and validates them; `fields.ts` defines their fields. */

import {
  definitionOf,
  FIELDS,
  isList,
  isRequired,
  type DefinitionOf,
  type FieldName,
  type ListField,
  type RequiredField,
  type SCHEMA,
  type TextControl,
} from "./fields.ts";

export type DataRequirement = {
  -readonly [F in keyof typeof SCHEMA]:
    | (F extends ListField ? string[] : string)
    | (F extends RequiredField ? never : null);
};

export type Problem =
  | { kind: "missing"; field: RequiredField }
  | { kind: "too-long" | "too-many"; field: FieldName; maximum: number }
  | {
      kind: "bad-email" | "full-width-at" | "not-an-option" | "line-break" | "unstorable";
      field: FieldName;
    };

/** Input as the visitor entered it. No field is null, and no text is trimmed. */
export type Draft = {
  -readonly [F in keyof typeof SCHEMA]: F extends ListField ? string[] : string;
};

export function emptyDraft(): Draft {
  return fromFields((field) => (isList(field) ? [] : "")) as Draft;
}

/** `FormData` in the browser, `URLSearchParams` on the server. */
type FilledForm = {
  get: (field: string) => unknown;
  getAll: (field: string) => unknown[];
};

/** Converts CRLF to LF, because browsers post CRLF but give scripts LF. */
export function readForm(form: FilledForm): Draft {
  return fromFields((field) => {
    if (isList(field)) return form.getAll(field).map(String);
    const text = form.get(field);
    return typeof text === "string" ? text.replaceAll("\r\n", "\n") : "";
  }) as Draft;
}

export function toDataRequirement(draft: Draft): DataRequirement {
  return fromFields((field) => {
    if (isList(field)) return draft[field].length > 0 ? draft[field] : null;
    const text = draft[field].trim();
    return isRequired(field) ? text : text || null;
  }) as DataRequirement;
}

export function findProblems(draft: Draft): Problem[] {
  const requirement = toDataRequirement(draft);
  return FIELDS.flatMap((field) => findProblem(field, requirement[field]) ?? []);
}

/** Returns the first rule that a value breaks. The value must have the field's type, or be null. */
export function findProblem(field: FieldName, value: string | string[] | null): Problem | null {
  if (isRequired(field) && isBlank(value)) return { kind: "missing", field };
  if (value === null) return null;
  const definition = definitionOf(field);
  switch (definition.control) {
    case "checkboxes":
      return findListProblem(field, value as string[], definition);
    case "select": {
      // Accepts only current options, because PostgreSQL accepts no others.
      const isOption = definition.options.some((option) => option.value === value);
      return isOption ? null : { kind: "not-an-option", field };
    }
    case "text":
    case "email":
    case "tel":
    case "textarea":
      return findTextProblem(field, value as string, definition);
  }
}

function isBlank(value: string | string[] | null): boolean {
  return value === null || (typeof value === "string" ? value.trim() : value).length === 0;
}

/** Accepts any entries, because a page that was opened before the options changed still sends the old ones. */
function findListProblem(
  field: FieldName,
  list: string[],
  { entries, maximum }: DefinitionOf<"checkboxes">,
): Problem | null {
  if (list.some((entry) => LINE_BREAK.test(entry))) return { kind: "line-break", field };
  if (!list.every(isStorable)) return { kind: "unstorable", field };
  if (list.length > entries) return { kind: "too-many", field, maximum: entries };
  const isTooLong = list.some((entry) => lengthOf(entry) > maximum);
  return isTooLong ? { kind: "too-long", field, maximum } : null;
}

function findTextProblem(
  field: FieldName,
  text: string,
  { control, maximum }: DefinitionOf<TextControl>,
): Problem | null {
  if (control !== "textarea" && LINE_BREAK.test(text)) return { kind: "line-break", field };
  if (!isStorable(text)) return { kind: "unstorable", field };
  if (lengthOf(text) > maximum) return { kind: "too-long", field, maximum };
  if (control !== "email" || isEmail(text)) return null;
  return { kind: text.includes("＠") ? "full-width-at" : "bad-email", field };
}

/** Characters that break a line in a terminal, an email, a chat or a browser. PostgreSQL uses this pattern, too. */
export const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;

/** PostgreSQL can store neither NUL nor a lone surrogate. */
function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** Counts Unicode code points, like PostgreSQL's `char_length`. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

/**
 * HTML's rule, but with a dot in the domain: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 * PostgreSQL uses this pattern, too.
 */
export const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

function fromFields(toValue: (field: FieldName) => unknown): object {
  return Object.fromEntries(FIELDS.map((field) => [field, toValue(field)]));
}
