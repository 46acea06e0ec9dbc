import { Component, type RefObject } from "react";

import { FIELDS } from "../../domain/fields.ts";
import type { FormId } from "../attributes.ts";
import {
  focusBelow,
  focusOn,
  focusOutcome,
  keepViewInPlace,
  restoreLostFocus,
} from "./form/focus.ts";
import type { FormStatus } from "./state/forms-state.ts";

type FormFocusProps = {
  id: FormId;
  status: FormStatus;
  form: RefObject<HTMLFormElement | null>;
  progress: RefObject<HTMLParagraphElement | null>;
  outcome: RefObject<HTMLDivElement | null>;
};

/**
 * Moves focus, and the scroll position, after the form has rendered another status. Must be the form's last child,
 * because React sets the refs of earlier children first.
 */
export class FormFocus extends Component<FormFocusProps> {
  /** Measures the form before React changes it. Returns null if the status is the same or the form is hidden. */
  override getSnapshotBeforeUpdate(previous: FormFocusProps): DOMRect | null {
    const { status, form } = this.props;
    if (status === previous.status || !form.current?.getClientRects().length) return null;
    return form.current.getBoundingClientRect();
  }

  override componentDidUpdate(
    previous: FormFocusProps,
    _state: unknown,
    boxBefore: DOMRect | null,
  ): void {
    const { id, status, form, progress, outcome } = this.props;
    if (boxBefore === null || !form.current) return;
    keepViewInPlace(form.current, boxBefore);
    switch (status.kind) {
      case "invalid": {
        const [problem] = status.problems;
        focusOn(document.getElementById(`${id}-${problem?.field}`));
        return;
      }
      case "submitting":
        restoreLostFocus(progress.current);
        return;
      case "failed":
        focusOutcome(form.current, outcome.current, { block: "end", boxBefore });
        return;
      case "stored":
        focusOutcome(form.current, outcome.current, { block: "start", boxBefore });
        return;
      case "editing":
        if (previous.status.kind !== "stored") return;
        focusBelow(form.current, document.getElementById(`${id}-${FIELDS[0]}`));
    }
  }

  override render(): null {
    return null;
  }
}
