import { RequestForm, type Answered } from "../request/RequestForm.tsx";
import { SITE } from "../site.ts";
import { Logo } from "../ui/Logo.tsx";

/** The form again, for a visitor without script whose request could not be stored as it was. */
export function RequestPage({ answered }: { answered: Answered }) {
  return (
    <main className="request-page">
      <a href="/" aria-label={SITE.name}>
        <Logo name={SITE.name} />
      </a>
      <RequestForm id="answer" answered={answered} />
    </main>
  );
}
