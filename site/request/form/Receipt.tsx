/** What a visitor may quote, and when to expect a reply. */
export function Receipt({ reference, due }: { reference: string | null; due: string }) {
  return (
    <dl className="request-form-receipt waypoints">
      {reference && (
        <div>
          <dt>Reference</dt>
          <dd>{reference}</dd>
        </div>
      )}
      <div>
        <dt>Reply by</dt>
        <dd>{due}</dd>
      </div>
    </dl>
  );
}
