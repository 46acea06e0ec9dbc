import { REPLY_PROMISE_HOURS } from "../../../domain/data-requirement.ts";

/** One text node: a browser that translates the page may join several, and hydration would then fail. */
const DESCRIPTION = `Four fields are required. We reply within ${REPLY_PROMISE_HOURS}\u00a0hours.`;

export type HeadingLevels = {
  title: "h3" | "h4";
  /** The service's name above the title; the dialog shows it in its bar instead. */
  service?: "h2" | "h3";
};

/** `id` prefixes every id in the form. */
export function FormHeading({ id, title: Title, service }: HeadingLevels & { id: string }) {
  return (
    <div className="form-heading">
      {service && <ServiceName id={id} heading={service} />}
      <Title className="form-heading-title" id={`${id}-title`}>
        Tell Us About Your Data Needs
      </Title>
      <p className="form-heading-description" id={`${id}-description`}>
        {DESCRIPTION}
      </p>
    </div>
  );
}

/** The service's name: above the form in the page, in the bar of the dialog. */
export function ServiceName({ id, heading: Heading }: { id: string; heading: "h2" | "h3" }) {
  return (
    <Heading className="form-heading-service" id={`${id}-service`}>
      Data Collection Services
    </Heading>
  );
}
