type FormHeadingProps = {
  /** Prefix of every id in the form. */
  id: string;
  /** In a dialog the bar has the first of the two headings, and the form begins a level higher. */
  inDialog?: boolean;
  hidden?: boolean;
};

export function FormHeading({ id, inDialog = false, hidden = false }: FormHeadingProps) {
  const Title = inDialog ? "h3" : "h4";
  return (
    <div className="form-heading" hidden={hidden}>
      {!inDialog && <h3 className="form-service">Data Collection Services</h3>}
      <Title className="form-title" id={`${id}-title`}>
        Tell Us About Your Data Needs
      </Title>
      <p className="form-description" id={`${id}-description`}>
        Describe the data your robot should learn from. We reply within 24 hours. Name, email, phone
        and company are required.
      </p>
    </div>
  );
}
