import type { ComponentProps, ReactNode } from "react";

import { Icon } from "./Icon.tsx";

/** A corrected error is invisible but keeps its space, so that nothing moves while the visitor is typing. */
type ErrorMessage = { message: string; corrected: boolean };

type FieldProps = {
  /** ID of the control, and prefix of the IDs of hint and message. */
  id: string;
  label: string;
  optional: boolean;
  /** Spans all columns. */
  wide?: boolean | undefined;
  hint?: ReactNode;
  error?: ErrorMessage | undefined;
  children: (control: ControlProps) => ReactNode;
};

type ControlProps = {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
};

export function Field({ id, label, optional, wide, hint, error, children }: FieldProps) {
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const invalid = error !== undefined && !error.corrected;
  const describedBy = [hint && hintId, invalid && errorId].filter(Boolean).join(" ");
  return (
    <div className={wide ? "field field-wide" : "field"}>
      <label htmlFor={id}>
        <LabelText label={label} optional={optional} />
      </label>
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      {children({
        id,
        ...(describedBy && { "aria-describedby": describedBy }),
        ...(invalid && { "aria-invalid": true as const }),
      })}
      {error && <FieldMessage id={errorId} error={error} />}
    </div>
  );
}

type FieldGroupProps = Omit<FieldProps, "hint" | "children"> &
  Pick<ComponentProps<"fieldset">, "aria-labelledby" | "children"> & { legendId: string };

export function FieldGroup({ id, legendId, error, children, ...props }: FieldGroupProps) {
  const { label, optional, wide, ...attributes } = props;
  const errorId = `${id}-error`;
  return (
    <fieldset
      className={wide ? "field field-group field-wide" : "field field-group"}
      {...attributes}
      aria-describedby={error && !error.corrected ? errorId : undefined}
    >
      <legend id={legendId}>
        <LabelText label={label} optional={optional} />
      </legend>
      <div className="field-checkboxes">{children}</div>
      {error && <FieldMessage id={errorId} error={error} />}
    </fieldset>
  );
}

export function FieldCheckbox({ children, ...input }: ComponentProps<"input">) {
  return (
    <label className="field-checkbox">
      <input type="checkbox" {...input} />
      <span>{children}</span>
    </label>
  );
}

function LabelText({ label, optional }: { label: string; optional: boolean }) {
  return (
    <>
      {label}
      {optional && <span className="field-optional"> (optional)</span>}
    </>
  );
}

function FieldMessage({ id, error }: { id: string; error: ErrorMessage }) {
  return (
    <p id={id} className={error.corrected ? "field-error field-error-corrected" : "field-error"}>
      <Icon name="error" />
      {/* Needs a key, because browser translation replaces the text node that React would update. */}
      <span key={error.message}>{error.message}</span>
    </p>
  );
}
