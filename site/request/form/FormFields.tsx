import type { KeyboardEvent, ReactNode } from "react";

import {
  BUDGET_OPTIONS,
  FIELDS,
  HARDWARE_OPTIONS,
  isLine,
  isRequired,
  LABELS,
  type Draft,
  type Field as FieldName,
  type FreeText,
  type LineField,
  type TextField,
} from "../../../domain/data-requirement.ts";
import { Field, FieldGroup, FieldTile } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { updateDraft } from "../submission/form-state.ts";
import { CONTROLS, OTHER_HARDWARE, type ControlGroup, type FlaggedField } from "./fields.ts";

type FormFieldsProps = {
  /** Prefix of every id. */
  id: string;
  draft: Draft;
  flagged: FlaggedField[];
  /** Set while the form is being sent, so that the input on screen is what is sent. */
  readOnly: boolean;
};

export function FormFields(props: FormFieldsProps) {
  return (
    <div className="form-fields">
      <div className="form-fields-columns">
        <fieldset className="form-fields-part" {...nameGroup(props.id, "personal")}>
          <legend id={`${props.id}-personal`}>Personal Information</legend>
          <FieldsOf group="person" {...props} />
        </fieldset>
        <fieldset className="form-fields-part" {...nameGroup(props.id, "needs")}>
          <legend id={`${props.id}-needs`}>Data Requirements</legend>
          <div className="form-fields-groups">
            <FieldsOf group="data" {...props} />
            <FieldsOf group="setup" {...props} />
          </div>
        </fieldset>
      </div>
    </div>
  );
}

function FieldsOf({ group, ...props }: { group: ControlGroup } & FormFieldsProps) {
  return (
    <div className={`form-fields-group form-fields-${group}`}>
      {FIELDS.filter((field) => CONTROLS[field].group === group).map((field) => (
        <Control key={field} field={field} {...props} />
      ))}
    </div>
  );
}

function Control({ field, ...props }: { field: FieldName } & FormFieldsProps) {
  if (field === "hardware_setup") return <Hardware {...props} />;
  if (field === "additional_hardware") return <AdditionalHardware {...props} />;
  if (field === "budget_range") return <Budget {...props} />;
  return isLine(field) ? (
    <Line field={field} {...props} />
  ) : (
    <LongText field={field} hint={CONTROLS[field].hint} {...props} />
  );
}

function Line({ field, ...props }: { field: LineField } & FormFieldsProps) {
  const { group: _, type = "text", ...attributes } = CONTROLS[field];
  return (
    <Field {...describe(field, props)}>
      {(control) => (
        <input
          {...control}
          {...attributes}
          name={field}
          type={type}
          enterKeyHint="next"
          required={isRequired(field)}
          {...valueOf(field, props)}
          onKeyDown={goToNextField}
        />
      )}
    </Field>
  );
}

/**
 * Where the keyboard is on the screen, its key that says "next" goes to the next field. Elsewhere Enter
 * submits the form.
 */
function goToNextField(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget, nativeEvent } = event;
  if (key !== "Enter" || nativeEvent.isComposing || !matchMedia("(pointer: coarse)").matches)
    return;
  event.preventDefault();
  const fields = [...(currentTarget.form?.querySelectorAll<HTMLElement>("input, textarea") ?? [])];
  fields[fields.indexOf(currentTarget) + 1]?.focus();
}

type LongTextProps = { field: FreeText; hint: ReactNode } & FormFieldsProps;

function LongText({ field, hint, ...props }: LongTextProps) {
  const { rows } = CONTROLS[field];
  return (
    <Field {...describe(field, props)} hint={hint}>
      {(control) => <textarea {...control} name={field} rows={rows} {...valueOf(field, props)} />}
    </Field>
  );
}

function Hardware(props: FormFieldsProps) {
  const { draft, readOnly } = props;
  const group = describe("hardware_setup", props);
  const toggle = (option: string, chosen: boolean) => {
    const others = draft.hardware_setup.filter((entry) => entry !== option);
    updateDraft({ hardware_setup: chosen ? [...others, option] : others });
  };
  return (
    <FieldGroup {...group} legendId={`${props.id}-hardware`} {...nameGroup(props.id, "hardware")}>
      {HARDWARE_OPTIONS.map((option, index) => (
        <FieldTile
          key={option}
          // The error summary links to the first tile.
          id={index === 0 ? group.id : undefined}
          name="hardware_setup"
          value={option}
          checked={draft.hardware_setup.includes(option)}
          onChange={({ currentTarget }) => !readOnly && toggle(option, currentTarget.checked)}
        >
          {option}
        </FieldTile>
      ))}
    </FieldGroup>
  );
}

/** Asks which hardware it is while "Other" is chosen; screen readers hear that it asks. */
function AdditionalHardware(props: FormFieldsProps) {
  const asked = props.draft.hardware_setup.includes(OTHER_HARDWARE.option);
  const hint = (
    <span className={asked ? "form-fields-asked" : undefined} aria-live="polite">
      {asked ? OTHER_HARDWARE.hint : CONTROLS.additional_hardware.hint}
    </span>
  );
  return <LongText field="additional_hardware" hint={hint} {...props} />;
}

function Budget(props: FormFieldsProps) {
  return (
    <Field {...describe("budget_range", props)}>
      {(control) => (
        <>
          <select
            {...control}
            name="budget_range"
            value={props.draft.budget_range}
            onChange={({ currentTarget }) =>
              !props.readOnly && updateDraft({ budget_range: currentTarget.value })
            }
          >
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

function valueOf(field: TextField, { draft, readOnly }: FormFieldsProps) {
  return {
    dir: "auto",
    value: draft[field],
    readOnly,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      updateDraft({ [field]: currentTarget.value }),
  };
}
