import {
  LISTED_DAYS,
  type ListedPage,
  type RequestListContent,
} from "../../domain/wire/built-pages.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";

/** The list of requests, for the provider who has its link. It changes none of them. */
export function RequestList(content: RequestListContent) {
  const { linkKey, search, timeZone, accepted, held, heldCount } = content;
  return (
    <>
      <h1>Requests</h1>
      <form className="request-list-search" role="search">
        <input type="hidden" name="k" value={linkKey} />
        <Field
          id="search"
          label="Search"
          optional={false}
          hint="In every field, reference and note, however long ago."
        >
          {(control) => <input {...control} type="search" name="q" defaultValue={search} />}
        </Field>
        <Button type="submit">Search</Button>
      </form>
      <section className="request-list-part">
        <p>
          {search === ""
            ? `All that waits for a reply, what is overdue first, and the last ${LISTED_DAYS} days.`
            : "What the search has found, what is overdue first."}{" "}
          Times are in {timeZone}.
        </p>
        <Rows {...accepted} />
      </section>
      {held.entries.length > 0 && (
        <details className="request-list-part">
          <summary>
            <h2>Held as spam{heldCount !== null && `: ${heldCount}`}</h2>
          </summary>
          <Rows {...held} />
        </details>
      )}
    </>
  );
}

function Rows({ entries, older }: ListedPage) {
  if (entries.length === 0) return <p>There are none.</p>;
  return (
    <>
      <ul className="request-list-rows card">
        {entries.map(({ link, reference, received, from, state, isOverdue, note }) => (
          <li key={link}>
            <a href={link}>
              <strong translate="no" dir="auto">
                {from}
              </strong>
              <span className={isOverdue ? "request-list-overdue" : undefined}>{state}</span>
              <small>
                <span translate="no">{reference}</span>, received {received}
              </small>
              {note && (
                <span className="request-list-note" translate="no" dir="auto">
                  {note}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      {older && (
        <ButtonLink href={older} rel="next">
          Older
        </ButtonLink>
      )}
    </>
  );
}
