import { RequestForm } from "../request/RequestForm.tsx";
import { Toaster } from "../ui/Toaster.tsx";

/** What React brings to life in the browser; all the rest of the page stays as it was rendered. */
export const ISLANDS = {
  inline: () => <RequestForm id="inline" />,
  dialog: () => <RequestForm id="dialog" />,
  toasts: () => <Toaster />,
};

export type IslandName = keyof typeof ISLANDS;

/** The place of an island in the static page, filled with what the browser will hydrate. */
export function Island({ name }: { name: IslandName }) {
  const Content = ISLANDS[name];
  return (
    <div data-island={name}>
      <Content />
    </div>
  );
}
