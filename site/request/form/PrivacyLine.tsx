import { SITE } from "../../site.ts";

/** What becomes of what is sent, for a site that says so. */
export function PrivacyLine({ url = SITE.privacyUrl }: { url?: string | null }) {
  if (url === null) return null;
  return (
    <p className="request-form-privacy">
      <a href={url}>How we use your data</a>
    </p>
  );
}
