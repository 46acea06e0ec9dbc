import type { Config } from "../config.ts";
import type { RequestStore } from "../store/store.ts";
import type { RenderServerPage } from "./server-page.ts";
import type { StaticSite } from "./static-site.ts";

export type AppContext = {
  store: RequestStore;
  site: StaticSite;
  renderServerPage: RenderServerPage;
  config: Pick<Config, "ratePerMinute" | "trustProxy" | "deskPassword" | "timeZone">;
};
