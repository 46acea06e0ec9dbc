import { test } from "@playwright/test";

import { ENGINES } from "./drivers.ts";
import { lookAroundAndAskForData } from "./journey.ts";

for (const engine of ENGINES) {
  test(`a visitor looks around and asks for data, in ${engine.name}`, async () => {
    test.skip(engine.missing !== undefined, `${engine.name} needs ${engine.missing}`);
    const tab = await engine.open();
    try {
      await lookAroundAndAskForData(tab);
    } finally {
      await tab.close();
    }
  });
}
