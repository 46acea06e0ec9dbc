import type { Ref } from "react";

import type { Explanation } from "../../../domain/visitor-texts/messages.ts";
import { ContactLine } from "./ContactLine.tsx";
import { Notice } from "./Notice.tsx";

export function Failed({ advice, ref }: Explanation & { ref: Ref<HTMLDivElement> }) {
  return (
    <Notice ref={ref}>
      <p>{advice}</p>
      <ContactLine />
    </Notice>
  );
}
