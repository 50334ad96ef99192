import { expect, test } from "vitest";
import { DecimalAmount, DecimalFee, MinorFee, MinorUnits, parseExact } from "./exact-json.ts";

const read = (schema: typeof MinorUnits | typeof DecimalAmount, text: string) =>
  schema.safeParse(parseExact(text)).data;

test.each([
  ["500000", 500_000n, 500_000n],
  ["500000.0", 500_000n, 500_000n],
  ["7500.125", 7_500n, 7_501n],
  ["0.4", 0n, 1n],
])("reads %s minor units rounded down, and up for a fee", (text, amount, fee) => {
  expect([read(MinorUnits, text), read(MinorFee, text)]).toEqual([amount, fee]);
});

test.each([
  ["4925.125", 492_512n, 492_513n],
  ['"4925.12500"', 492_512n, 492_513n],
  ['"4,925.1200"', 492_512n, 492_512n],
  ["0.001", 0n, 1n],
])("reads %s rounded down to minor units, and up for a fee", (text, amount, fee) => {
  expect([read(DecimalAmount, text), read(DecimalFee, text)]).toEqual([amount, fee]);
});

test("reads JSON after the byte order marks of a provider's files", () => {
  expect(parseExact('\uFEFF\uFEFF\r\n{"status":"success"}')).toEqual({ status: "success" });
  expect(read(MinorUnits, "\uFEFF500000")).toBe(500_000n);
});

test.each(["-1", "1e6", '"5000.00.00"', "123456789012345678901", "true", '"12.3x"', '"."', '""'])(
  "reads no amount from %s",
  (text) => {
    for (const schema of [MinorUnits, MinorFee, DecimalAmount, DecimalFee])
      expect(schema.safeParse(parseExact(text)).success).toBe(false);
  },
);
