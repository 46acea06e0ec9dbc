/** The service's name: above the form in the page, in the bar of the dialog. */
export function ServiceName({ id, heading: Heading }: { id: string; heading: "h2" | "h3" }) {
  return (
    <Heading className="form-heading-service" id={`${id}-service`}>
      Data Collection Services
    </Heading>
  );
}
