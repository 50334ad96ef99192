import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Amount } from "./amount.ts";
import { parseDecimal, toGroupedText } from "./decimal.ts";
import { formatDecimal, formatGroupedDecimal, formatMoney, formatMoneyField, parseMoney } from "./money.ts";

const minor = fc.bigInt(-99_999_999_999_999_999n, 99_999_999_999_999_999n);
const currency = fc.constantFrom("NGN", "JPY", "KWD");

describe("money as text", () => {
  it("comes back exactly as it was, plain or grouped, in currencies with any number of decimals", () => {
    fc.assert(
      fc.property(fc.bigInt(-999_999_999_999_999n, 999_999_999_999_999n), currency, (amount, code) => {
        expect(parseMoney(formatDecimal(amount, code), code)).toBe(amount);
        expect(parseMoney(formatGroupedDecimal(amount, code), code)).toBe(amount);
      }),
    );
  });

  it("is read from a field with its groups, whose decimals are left out where all are zero", () => {
    expect([500_000n, 507_615n, 0n, 99n].map((minor) => toGroupedText(minor, 2))).toEqual([
      "5,000",
      "5,076.15",
      "0",
      "0.99",
    ]);
    expect([180_000n, 38_250n].map(formatMoneyField)).toEqual(["1,800", "382.50"]);
    fc.assert(
      fc.property(fc.bigInt(0n, 999_999_999_999_999n), fc.nat(3), (minor, places) => {
        expect(parseDecimal(toGroupedText(minor, places), places)).toBe(minor);
      }),
    );
  });

  it("is plain or grouped with the currency's decimals", () => {
    fc.assert(
      fc.property(minor, (amount) => {
        expect(formatDecimal(amount)).toMatch(/^-?\d+\.\d\d$/);
        expect(formatGroupedDecimal(amount)).toMatch(/^-?\d{1,3}(,\d{3})*\.\d\d$/);
        expect(formatGroupedDecimal(amount).replaceAll(",", "")).toBe(formatDecimal(amount));
      }),
    );
  });

  it.each([
    ["300.00", 30_000n],
    ["300", 30_000n],
    ["300.5", 30_050n],
    [" 1,234,567.89 ", 123_456_789n],
    ["-12.50", -1250n],
    ["0.01", 1n],
    ["5.1000", 510n],
    ["١٬٢٣٤٫٥٠", 123_450n],
    ["３００．５", 30_050n],
    [300.1, 30_010n],
    [0.07, 7n],
  ])("%s is %s", (text, amount) => {
    expect(parseMoney(text)).toBe(amount);
  });

  it.each([
    "",
    "free",
    "NaN",
    "1e9",
    "0x10",
    "1.005",
    "1,23",
    "1,2345",
    ",100",
    "12.",
    ".5",
    "--1",
    "₦300",
    "9999999999999999",
    "9,999,999,999,999,999.00",
    Number.NaN,
    1e21,
    0.1 + 0.2,
  ])("rejects %s as an amount", (text) => {
    expect(parseMoney(text)).toBeUndefined();
  });
});

describe("money for people", () => {
  it.each([
    [123_450n, "₦1,234.50"],
    [30_000n, "₦300"],
    [5n, "₦0.05"],
    [-123_450n, "-₦1,234.50"],
    [99_999_999_999_999_999n, "₦999,999,999,999,999.99"],
  ])("%s is %s", (amount, text) => {
    expect(formatMoney(amount)).toBe(text);
  });
});

it("asks for an amount where none was entered, and names the limits of another", () => {
  const explain = (typed: string) => Amount.safeParse(typed).error?.issues[0]?.message;
  expect(explain(" ")).toBe("Enter an amount.");
  expect(explain("lots")).toBe("Enter an amount from ₦0.01 to ₦1,000,000,000.");
  expect(Amount.parse("12.50")).toBe(1_250n);
});
