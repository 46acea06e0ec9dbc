import { Demonstration } from "../demonstration/Demonstration.tsx";
import { RequestForm } from "../request/RequestForm.tsx";
import { RequestLikeThis } from "../request/RequestLikeThis.tsx";
import { Toaster } from "../ui/toasts/Toaster.tsx";

/** The components that React hydrates in the browser; the rest of the page stays static. */
export const ISLANDS = {
  demonstration: () => (
    <Demonstration
      requestButton={(dataType, variant) => (
        <RequestLikeThis dataType={dataType} variant={variant} />
      )}
    />
  ),
  inline: () => <RequestForm id="inline" />,
  dialog: () => <RequestForm id="dialog" />,
  toasts: () => <Toaster />,
};

export type IslandName = keyof typeof ISLANDS;
