import type { ReactNode } from "react";

type FieldProps = {
  /** Id of the control; hint and message take theirs from it. */
  id: string;
  label: string;
  hint?: string;
  /** What is wrong with the value, if anything. */
  error?: string | undefined;
  wide?: boolean;
  children: (control: ControlProps) => ReactNode;
};

/** What ties a control to its label, hint and message. */
type ControlProps = {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
};

export function Field({ id, label, hint, error, wide = false, children }: FieldProps) {
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(" ");
  return (
    <div className={wide ? "field field-wide" : "field"}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      {children({
        id,
        ...(describedBy && { "aria-describedby": describedBy }),
        ...(error && { "aria-invalid": true as const }),
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="field-error">
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M8 1 15.5 14.5H.5zM8 6v4M8 11.6v1.2" />
      </svg>
      {children}
    </p>
  );
}
