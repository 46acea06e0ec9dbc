import { expect, test } from "vitest";

import { ACCEPTED, REFUSED, WITHOUT_DOT } from "../../../test-support/email-addresses.ts";

test("the rule for addresses is the browser's own, but for a domain without a dot", () => {
  const input = document.createElement("input");
  input.type = "email";
  const isValid = (address: string) => {
    input.value = address;
    return input.checkValidity();
  };
  expect(ACCEPTED.filter(isValid)).toEqual(ACCEPTED);
  expect(REFUSED.filter(isValid)).toEqual([WITHOUT_DOT]);
});
