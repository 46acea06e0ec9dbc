import { expect, test } from "vitest";

import {
  ACCEPTED_ADDRESSES,
  REFUSED_ADDRESSES,
  WITHOUT_DOT,
} from "../../../test-support/field-values.ts";

test("the rule for addresses is the browser's own, but for a domain without a dot", () => {
  const input = document.createElement("input");
  input.type = "email";
  const isValid = (address: string) => {
    input.value = address;
    return input.checkValidity();
  };
  expect(ACCEPTED_ADDRESSES.filter(isValid)).toEqual(ACCEPTED_ADDRESSES);
  expect(REFUSED_ADDRESSES.filter(isValid)).toEqual([WITHOUT_DOT]);
});
