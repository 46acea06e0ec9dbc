import { NEEDS_SCRIPT } from "../../../domain/messages.ts";
import { SCRIPT_NOTICE } from "../../attributes.ts";
import { ContactLine } from "./ContactLine.tsx";

/** Without JavaScript, nothing can be sent to a static host. With it, the stylesheet and `load-islands.ts` wait for it. */
export function NeedsScript() {
  return (
    <div className="needs-script" {...{ [SCRIPT_NOTICE]: "" }} suppressHydrationWarning>
      <p>{NEEDS_SCRIPT}</p>
      <ContactLine />
    </div>
  );
}
