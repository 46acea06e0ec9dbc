import type { ReactNode } from "react";

import {
  BUDGET_OPTIONS,
  HARDWARE_OPTIONS,
  isLine,
  isRequired,
  LABELS,
  type Field as FieldName,
  type FreeText,
  type LineField,
} from "../../../domain/data-requirement.ts";
import { Field, FieldGroup, FieldTile } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { GROUPS, LINES, TEXTS, type FlaggedField } from "./fields.ts";

type FormFieldsProps = {
  /** Prefix of every id. */
  id: string;
  flagged: FlaggedField[];
  /** Set while the form is being sent, so that the input on screen is what is sent. */
  disabled: boolean;
};

/** The fields hold their own input: React renders no values. */
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

function FieldsOf({ group, ...props }: { group: keyof typeof GROUPS } & FormFieldsProps) {
  return (
    <div className={`form-fields-group form-fields-${group}`}>
      {GROUPS[group].map((field) => (
        <Control key={field} field={field} {...props} />
      ))}
    </div>
  );
}

function Control({ field, ...props }: { field: FieldName } & FormFieldsProps) {
  if (field === "hardware_setup") return <Hardware {...props} />;
  if (field === "additional_hardware") return <AdditionalHardware {...props} />;
  if (field === "budget_range") return <Budget {...props} />;
  if (isLine(field)) return <Line field={field} {...props} />;
  return <LongText field={field} hint={TEXTS[field].hint} {...props} />;
}

function Line({ field, ...props }: { field: LineField } & FormFieldsProps) {
  const { type = "text", ...attributes } = LINES[field];
  return (
    <Field {...describe(field, props)}>
      {(control) => (
        <input
          {...control}
          {...attributes}
          name={field}
          type={type}
          dir="auto"
          required={isRequired(field)}
        />
      )}
    </Field>
  );
}

type LongTextProps = { field: FreeText; hint: ReactNode } & FormFieldsProps;

function LongText({ field, hint, ...props }: LongTextProps) {
  return (
    <Field {...describe(field, props)} hint={hint}>
      {(control) => <textarea {...control} name={field} rows={TEXTS[field].rows} dir="auto" />}
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
        >
          {option}
        </FieldTile>
      ))}
    </FieldGroup>
  );
}

/** One of the two hints is shown: the second while "Other" is chosen. */
function AdditionalHardware(props: FormFieldsProps) {
  const hint = (
    <>
      <span className="form-fields-unasked">{TEXTS.additional_hardware.hint}</span>
      <span className="form-fields-asked">You chose Other: which hardware is it?</span>
    </>
  );
  return <LongText field="additional_hardware" hint={hint} {...props} />;
}

function Budget(props: FormFieldsProps) {
  return (
    <Field {...describe("budget_range", props)}>
      {(control) => (
        <>
          <select {...control} name="budget_range">
            <option value="">Select budget range</option>
            {BUDGET_OPTIONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="expand" />
        </>
      )}
    </Field>
  );
}

/** Adds the service's name in the dialog, so that no two groups on the page share a name. */
function nameGroup(id: string, legend: string) {
  return id === "dialog" && { "aria-labelledby": `${id}-${legend} ${id}-service` };
}

function describe(field: FieldName, { id, flagged }: FormFieldsProps) {
  return {
    id: `${id}-${field}`,
    label: LABELS[field],
    optional: !isRequired(field),
    error: flagged.find((found) => found.field === field),
  };
}
