/** The line above the form's title: in the page over the form, in the dialog in its bar. */
export function ServiceName({ id, heading: Heading }: { id: string; heading: "h2" | "h3" }) {
  return (
    <Heading className="request-form-service" id={`${id}-service`}>
      Data Collection Services
    </Heading>
  );
}
