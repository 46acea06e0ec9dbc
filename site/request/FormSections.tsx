import {
  BUDGET_OPTIONS,
  HARDWARE_OPTIONS,
  REQUIRED_FIELDS,
  type Draft,
  type Field as FieldName,
  type Problem,
  type TextField,
} from "../../domain/data-requirement.ts";
import { Field, FieldError } from "../ui/Field.tsx";
import { updateDraft } from "./draft.ts";
import {
  ADDITIONAL_HARDWARE,
  describeProblem,
  NEEDS,
  PERSONAL,
  type TextArea,
  type TextInput,
} from "./fields.ts";

type SectionProps = {
  /** Prefix of every id. */
  id: string;
  draft: Draft;
  problems: Problem[];
  /** While the form is being sent: what is sent is what is seen. */
  readOnly: boolean;
};

export function PersonalInformation(props: SectionProps) {
  return (
    <fieldset className="form-section">
      <legend>Personal Information</legend>
      {PERSONAL.map((input) => (
        <Text key={input.field} {...input} {...props} />
      ))}
    </fieldset>
  );
}

export function Needs(props: SectionProps) {
  return (
    <fieldset className="form-section">
      <legend>Data Requirements</legend>
      {NEEDS.map((area) => (
        <LongText key={area.field} {...area} {...props} />
      ))}
      <Hardware {...props} />
      <LongText {...ADDITIONAL_HARDWARE} {...props} />
      <Budget {...props} />
    </fieldset>
  );
}

function Text({ field, label, type, autoComplete, ...props }: TextInput & SectionProps) {
  return (
    <Field
      id={`${props.id}-${field}`}
      label={label}
      error={errorOf(field, props.problems)}
      wide={field === "role_title"}
    >
      {(control) => (
        <input
          {...control}
          name={field}
          type={type ?? "text"}
          autoComplete={autoComplete}
          required={isRequired(field)}
          {...valueOf(field, props)}
        />
      )}
    </Field>
  );
}

function LongText({ field, label, hint, rows, ...props }: TextArea & SectionProps) {
  return (
    <Field
      id={`${props.id}-${field}`}
      label={label}
      hint={hint}
      error={errorOf(field, props.problems)}
      wide
    >
      {(control) => <textarea {...control} name={field} rows={rows} {...valueOf(field, props)} />}
    </Field>
  );
}

function Hardware({ id, draft, problems, readOnly }: SectionProps) {
  const error = errorOf("hardware_setup", problems);
  const errorId = `${id}-hardware_setup-error`;
  const toggle = (option: string, chosen: boolean) => {
    const others = draft.hardware_setup.filter((entry) => entry !== option);
    updateDraft({ hardware_setup: chosen ? [...others, option] : others });
  };
  return (
    <fieldset
      className="field field-wide field-tiles"
      aria-describedby={error ? errorId : undefined}
    >
      <legend>Hardware setup</legend>
      <div className="tiles">
        {HARDWARE_OPTIONS.map((option, index) => (
          <label key={option} className="tile">
            <input
              type="checkbox"
              id={index === 0 ? `${id}-hardware_setup` : undefined}
              name="hardware_setup"
              value={option}
              checked={draft.hardware_setup.includes(option)}
              onChange={({ currentTarget }) => !readOnly && toggle(option, currentTarget.checked)}
            />
            <span>{option}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}

function Budget({ id, draft, problems, readOnly }: SectionProps) {
  return (
    <Field
      id={`${id}-budget_range`}
      label="Budget range"
      error={errorOf("budget_range", problems)}
      wide
    >
      {(control) => (
        <select
          {...control}
          name="budget_range"
          value={draft.budget_range}
          onChange={({ currentTarget }) =>
            !readOnly && updateDraft({ budget_range: currentTarget.value })
          }
        >
          <option value="">Select budget range</option>
          {BUDGET_OPTIONS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function valueOf(field: TextField, { draft, readOnly }: SectionProps) {
  return {
    value: draft[field],
    readOnly,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      updateDraft({ [field]: currentTarget.value }),
  };
}

function errorOf(field: FieldName, problems: Problem[]): string | undefined {
  const problem = problems.find((found) => found.field === field);
  return problem && describeProblem(problem);
}

function isRequired(field: TextField): boolean {
  return REQUIRED_FIELDS.some((required) => required === field);
}
