/** Fetched when a visitor comes near a form: brings the islands of the page to life. */
import { hydrateRoot } from "react-dom/client";

import { ISLANDS, type IslandName } from "./islands.tsx";

for (const container of document.querySelectorAll<HTMLElement>("[data-island]")) {
  const Content = ISLANDS[container.dataset["island"] as IslandName];
  hydrateRoot(container, <Content />);
}
