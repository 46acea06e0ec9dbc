import type { Ref } from "react";

import { ContactLine } from "./ContactLine.tsx";
import { Notice } from "./Notice.tsx";

export function Failed({ advice, ref }: { advice: string; ref: Ref<HTMLDivElement> }) {
  return (
    <Notice ref={ref}>
      <p>{advice}</p>
      <ContactLine />
    </Notice>
  );
}
