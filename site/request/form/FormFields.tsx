import type { ComponentProps, ReactNode } from "react";

import {
  definitionOf,
  FIELDS,
  isRequired,
  OTHER_HARDWARE,
  type DefinitionOf,
  type FieldName,
  type FormPart,
} from "../../../domain/fields.ts";
import { Field, FieldGroup, FieldCheckbox } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import type { FieldError } from "./field-errors.ts";

type FormFieldsProps = {
  id: string;
  errors: FieldError[];
  /** True while submitting, so that the visible input is the input being sent. */
  disabled: boolean;
};

const PARTS: { part: FormPart; title: string; note: string }[] = [
  { part: "person", title: "Personal Information", note: "So that we can reply to you." },
  { part: "needs", title: "Data Requirements", note: "Rough answers are enough." },
];

/** Inputs are uncontrolled, so the browser holds their values. */
export function FormFields({ id, errors, disabled }: FormFieldsProps) {
  return PARTS.map(({ part, title, note }) => {
    const fields = FIELDS.filter((field) => definitionOf(field).part === part);
    const isAllOptional = !fields.some(isRequired);
    const noteId = `${id}-${part}-note`;
    return (
      <fieldset
        key={part}
        className="form-fields-part"
        disabled={disabled}
        aria-describedby={noteId}
        {...nameGroup(id, `${id}-${part}`)}
      >
        <legend id={`${id}-${part}`}>{title}</legend>
        <p className="form-fields-note" id={noteId}>
          {isAllOptional ? `All optional. ${note}` : note}
        </p>
        <div className="form-fields-columns">
          {fields.map((field) => (
            <Control
              key={field}
              field={field}
              marksOptional={!isAllOptional}
              id={id}
              errors={errors}
            />
          ))}
        </div>
      </fieldset>
    );
  });
}

type ControlProps = { field: FieldName; marksOptional: boolean } & Pick<
  FormFieldsProps,
  "id" | "errors"
>;

function Control({ field, marksOptional, id, errors }: ControlProps) {
  const definition = definitionOf(field);
  const required = isRequired(field);
  const description = {
    id: `${id}-${field}`,
    label: definition.label,
    optional: marksOptional && !required,
    wide: definition.wide,
    error: errors.find((found) => found.field === field),
  };
  const attributes = { name: field, required };
  switch (definition.control) {
    case "checkboxes": {
      const legendId = `${id}-${field}-name`;
      return (
        <FieldGroup {...description} legendId={legendId} {...nameGroup(id, legendId)}>
          {definition.options.map((option, index) => (
            <FieldCheckbox
              key={option}
              // Gets the focus if the group has the first error.
              id={index === 0 ? description.id : undefined}
              name={field}
              value={option}
              data-other={option === OTHER_HARDWARE || undefined}
            >
              {option}
            </FieldCheckbox>
          ))}
        </FieldGroup>
      );
    }
    case "select":
      return (
        <Field {...description} hint={definition.hint}>
          {(control) => <Select {...control} {...attributes} definition={definition} />}
        </Field>
      );
    case "textarea":
      return (
        <Field {...description} hint={renderHint(definition)}>
          {(control) => <textarea {...control} {...attributes} rows={definition.rows} dir="auto" />}
        </Field>
      );
    case "text":
    case "email":
    case "tel":
      return (
        <Field {...description} hint={definition.hint}>
          {(control) => (
            <input
              {...control}
              {...attributes}
              {...definition.attributes}
              type={definition.control}
              dir="auto"
            />
          )}
        </Field>
      );
  }
}

type SelectProps = ComponentProps<"select"> & { definition: DefinitionOf<"select"> };

function Select({ definition: { placeholder, options }, ...attributes }: SelectProps) {
  return (
    <div className="field-select">
      <select {...attributes}>
        <option value="">{placeholder}</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon name="expand" />
    </div>
  );
}

/** If there are two hints, CSS shows the second only while "Other" is checked. */
function renderHint({ hint, ifOther }: DefinitionOf<"textarea">): ReactNode {
  if (ifOther === undefined) return hint;
  return (
    <span data-if-other={ifOther.group}>
      <span className="form-fields-hint">{hint}</span>
      <span className="form-fields-hint-if-other">{ifOther.hint}</span>
    </span>
  );
}

/** In the dialog, adds the service's name to a group's name, so that no two groups have the same name. */
function nameGroup(id: string, legendId: string) {
  return id === "dialog-form" && { "aria-labelledby": `${legendId} ${id}-service` };
}
