import { REQUIRED_FIELDS } from "../../../domain/fields.ts";
import { REPLY_PROMISE } from "../../../domain/reply-promise.ts";
import type { FormId } from "../../attributes.ts";
import { isSuggested } from "../state/forms-state.ts";
import { useFormsState } from "../state/store.ts";

/** Must be one text node, because browser translation may merge several, and that breaks hydration. */
const DESCRIPTION = `${REQUIRED_FIELDS.length} required fields. ${REPLY_PROMISE}`;

/** In the dialog, the service's name is in the title bar. */
export function FormHeading({ id }: { id: FormId }) {
  const Title = id === "inline-form" ? "h4" : "h3";
  const note = useFormsState((state) => isSuggested(state) && state.suggestion?.note);
  return (
    <div className="form-heading">
      {id === "inline-form" && <ServiceName id={id} heading="h3" />}
      <Title className="form-heading-title" id={`${id}-title`}>
        Tell Us About Your Data Needs
      </Title>
      {id === "dialog-form" && note && <p>{note}</p>}
      <p className="form-heading-description" id={`${id}-description`}>
        {DESCRIPTION}
      </p>
    </div>
  );
}

export function ServiceName({ id, heading: Heading }: { id: FormId; heading: "h2" | "h3" }) {
  return (
    <Heading className="form-heading-service" id={`${id}-service`}>
      Data Collection Services
    </Heading>
  );
}
