import { expect, test } from "vitest";

import { referenceOf } from "./identifiers.ts";

test("the reference of a request is the end of its id", () => {
  expect(referenceOf("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")).toBe("0c07398f");
});
