import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "../test-support/e2e/site.ts";
import { startVariant } from "../test-support/e2e/variant.ts";

test("a counter that is added as CONTRIBUTING.md says counts when it is pressed", async ({
  page,
}) => {
  const [component, line, element] = await readRecipe();
  const site = await startVariant({
    async edit(folder) {
      const hero = join(folder, "site/sections/hero");
      await writeFile(join(hero, "Counter.tsx"), `import { useState } from "react";\n${component}`);
      await insert(join(folder, "site/on-demand/islands.ts"), /(?<=ISLANDS = \{)/, line);
      await insert(join(hero, "Hero.tsx"), /(?=<\/section>)/, element);
      const imported = 'import { Island } from "../../on-demand/Island.tsx";\n';
      await insert(join(hero, "Hero.tsx"), /^/, imported);
    },
  });
  await page.goto(site.origin);
  const counter = page.locator("#hero").getByRole("button", { name: "Pressed" });
  await expect(counter).toHaveText("Pressed 0 times");
  await expect(async () => {
    await counter.click();
    await expect(counter).not.toHaveText("Pressed 0 times", { timeout: 100 });
  }).toPass();
  const before = Number(/\d+/.exec(await counter.innerText())?.[0]);
  await counter.click();
  await expect(counter).toHaveText(`Pressed ${before + 1} times`);
  await site.stop();
});

/** Returns the parts of the example, each of which follows the path of its file. */
async function readRecipe(): Promise<[string, string, string]> {
  const text = await readFile("CONTRIBUTING.md", "utf8");
  const [, example = ""] = /```tsx\n(.*?)```/s.exec(text) ?? [];
  const [, component = "", line = "", element = ""] = example.split(/^\/\/ site\/.*$/m);
  return [component, line, element];
}

async function insert(file: string, place: RegExp, text: string): Promise<void> {
  await writeFile(file, (await readFile(file, "utf8")).replace(place, text));
}
