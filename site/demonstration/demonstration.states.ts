import type { State } from "../../test-support/e2e/states.ts";

export const STATES: State[] = [
  {
    name: "demonstration",
    visit: async (page) => {
      await page.getByRole("group", { name: /demonstration$/ }).scrollIntoViewIfNeeded();
      await page.getByRole("slider", { name: "Time" }).press("End");
    },
  },
  {
    name: "demonstration-recorded",
    visit: async (page) => {
      await page.getByRole("group", { name: /demonstration$/ }).scrollIntoViewIfNeeded();
      const handle = page.getByRole("button", { name: "Take the arm" });
      await handle.waitFor();
      // A recording depends on the time between keys.
      await page.clock.install({ time: 0 });
      await page.clock.pauseAt(60_000);
      for (const key of ["Enter", "ArrowRight", "ArrowDown", "Enter"]) {
        await handle.press(key);
        await page.clock.runFor(1_000);
      }
      await page.clock.resume();
    },
    shows: "The block has not moved.",
  },
];
