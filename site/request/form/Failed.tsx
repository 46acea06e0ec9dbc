import { ContactLine } from "./ContactLine.tsx";
import { Notice } from "./Notice.tsx";

export function Failed({ id, advice }: { id: string; advice: string }) {
  return (
    <Notice id={id}>
      <p>{advice}</p>
      <ContactLine />
    </Notice>
  );
}
