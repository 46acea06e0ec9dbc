import type { ReactNode } from "react";

import {
  BUDGET_OPTIONS,
  HARDWARE_OPTIONS,
  isRequired,
  LABELS,
  OTHER_HARDWARE,
  type Field as FieldName,
  type TextField,
} from "../../../domain/data-requirement.ts";
import { Field, FieldGroup, FieldTile } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import {
  fieldsOf,
  TEXT_CONTROLS,
  type FieldError,
  type Group,
  type InputAttributes,
} from "./fields.ts";

type FormFieldsProps = {
  id: string;
  errors: FieldError[];
  /** Set while the form is being sent, so that the input on screen is what is sent. */
  disabled: boolean;
};

/** The inputs are uncontrolled: the browser keeps what is typed. */
export function FormFields(props: FormFieldsProps) {
  const { id, disabled } = props;
  return (
    <div className="form-fields-columns">
      <fieldset className="form-fields-part" disabled={disabled} {...nameGroup(id, "personal")}>
        <legend id={`${id}-personal`}>Personal Information</legend>
        <FieldsOf group="person" {...props} />
      </fieldset>
      <fieldset className="form-fields-part" disabled={disabled} {...nameGroup(id, "needs")}>
        <legend id={`${id}-needs`}>Data Requirements</legend>
        <div className="form-fields-groups">
          <FieldsOf group="data" {...props} />
          <FieldsOf group="setup" {...props} />
        </div>
      </fieldset>
    </div>
  );
}

function FieldsOf({ group, ...props }: { group: Group } & FormFieldsProps) {
  return (
    <div className={`form-fields-group form-fields-${group}`}>
      {fieldsOf(group).map((field) => (
        <Control key={field} field={field} {...props} />
      ))}
    </div>
  );
}

function Control({ field, ...props }: { field: FieldName } & FormFieldsProps) {
  if (field === "hardware_setup") return <Hardware {...props} />;
  if (field === "additional_hardware") return <AdditionalHardware {...props} />;
  if (field === "budget_range") return <Budget {...props} />;
  const control = TEXT_CONTROLS[field];
  if ("rows" in control) return <TextArea field={field} {...control} {...props} />;
  return <Input field={field} attributes={control} {...props} />;
}

type InputProps = { field: TextField; attributes: InputAttributes } & FormFieldsProps;

function Input({ field, attributes, ...props }: InputProps) {
  return (
    <Field {...describe(field, props)}>
      {(control) => (
        <input
          {...control}
          type="text"
          {...attributes}
          name={field}
          dir="auto"
          required={isRequired(field)}
        />
      )}
    </Field>
  );
}

type TextAreaProps = { field: TextField; rows: number; hint: ReactNode } & FormFieldsProps;

function TextArea({ field, rows, hint, ...props }: TextAreaProps) {
  return (
    <Field {...describe(field, props)} hint={hint}>
      {(control) => <textarea {...control} name={field} rows={rows} dir="auto" />}
    </Field>
  );
}

function Hardware(props: FormFieldsProps) {
  const group = describe("hardware_setup", props);
  return (
    <FieldGroup {...group} legendId={`${props.id}-hardware`} {...nameGroup(props.id, "hardware")}>
      {HARDWARE_OPTIONS.map((option, index) => (
        <FieldTile
          key={option}
          // The error summary links to the first tile.
          id={index === 0 ? group.id : undefined}
          name="hardware_setup"
          value={option}
          data-other={option === OTHER_HARDWARE || undefined}
        >
          {option}
        </FieldTile>
      ))}
    </FieldGroup>
  );
}

/** One of the two hints is shown: the second while "Other" is chosen. */
function AdditionalHardware(props: FormFieldsProps) {
  const { rows, hint } = TEXT_CONTROLS.additional_hardware;
  const hints = (
    <>
      <span className="form-fields-unasked">{hint}</span>
      <span className="form-fields-asked">You chose Other: which hardware is it?</span>
    </>
  );
  return <TextArea field="additional_hardware" rows={rows} hint={hints} {...props} />;
}

function Budget(props: FormFieldsProps) {
  return (
    <Field {...describe("budget_range", props)}>
      {(control) => (
        <div className="field-select">
          <select {...control} name="budget_range">
            <option value="">Select budget range</option>
            {BUDGET_OPTIONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="expand" />
        </div>
      )}
    </Field>
  );
}

/** In the dialog a group's name includes the service, so that no two groups on the page share a name. */
function nameGroup(id: string, legend: string) {
  return id === "dialog" && { "aria-labelledby": `${id}-${legend} ${id}-service` };
}

function describe(field: FieldName, { id, errors }: FormFieldsProps) {
  return {
    id: `${id}-${field}`,
    label: LABELS[field],
    optional: !isRequired(field),
    error: errors.find((found) => found.field === field),
  };
}
