import type { ReactNode } from "react";

import type { Draft } from "../../../domain/data-requirement.ts";
import type { FlaggedField } from "./fields.ts";
import { FormFields } from "./FormFields.tsx";
import { FormHeading, type HeadingLevels } from "./FormHeading.tsx";
import { Honeypot } from "./Honeypot.tsx";
import { PrivacyLine } from "./PrivacyLine.tsx";

type FormBodyProps = {
  /** Prefix of every id in the form. */
  id: string;
  headings: HeadingLevels;
  /** Between the heading and the fields. */
  notice?: ReactNode;
  draft: Draft;
  flagged: FlaggedField[];
  readOnly?: boolean;
  /** The submit button, and what is shown beside it. */
  children: ReactNode;
};

/** What every form of a request shows, with script or without. */
export function FormBody(props: FormBodyProps) {
  const { id, headings, notice, draft, flagged, readOnly = false, children } = props;
  return (
    <div className="request-form-body">
      <div className="request-form-content">
        <FormHeading id={id} {...headings} />
        {notice}
        <FormFields id={id} draft={draft} flagged={flagged} readOnly={readOnly} />
        <Honeypot id={id} />
      </div>
      <div className="request-form-end">
        {children}
        <PrivacyLine />
      </div>
    </div>
  );
}
