import { expect, test } from "vitest";

import { referenceOf, timeOrderedUuid } from "./identifiers.ts";

// Only the last ten bytes count.
const RANDOM = Uint8Array.of(
  0,
  0,
  0,
  0,
  0,
  0,
  0x0c,
  0xc3,
  0x18,
  0xc4,
  0xdc,
  0x0c,
  0x0c,
  0x07,
  0x39,
  0x8f,
);

test("a time-ordered UUID is the one of RFC 9562, appendix A.6", () => {
  const uuid = timeOrderedUuid(0x017f22e279b0, RANDOM);
  expect(uuid).toBe("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  expect(referenceOf(uuid)).toBe("0c07398f");
});

test("later ones sort after earlier ones", () => {
  const times = Array.from({ length: 1_000 }, (_, at) => 0xffff_ff00 + at);
  const made = times.map((time) => timeOrderedUuid(time, RANDOM));
  expect(made.toSorted()).toEqual(made);
});

test("those of one millisecond differ by what was random", () => {
  const made = [0x00, 0xff].map((byte) => timeOrderedUuid(0, new Uint8Array(16).fill(byte)));
  expect(made).toEqual([
    "00000000-0000-7000-8000-000000000000",
    "00000000-0000-7fff-bfff-ffffffffffff",
  ]);
});
