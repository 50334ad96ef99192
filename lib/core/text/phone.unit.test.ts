import examples from "libphonenumber-js/examples.mobile.json";
import { getCountries, getExampleNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { describe, expect, it } from "vitest";
import { formatPhone, getExamplePhone, maskPhone, parsePhone, toLocalDigits } from "./phone.ts";

const number = "+2348031234567";

describe("a phone number", () => {
  it.each([
    "08031234567",
    " 0803 123 4567 ",
    "0803-123-4567",
    "(0803) 123 4567",
    "+2348031234567",
    "+234 803 123 4567",
    "2348031234567",
    "8031234567",
    "+234 (0)803 123 4567",
    "0803.123.4567",
    "0803\u2011123\u20114567",
    "\u202a+234 803 123 4567\u202c",
  ])("is one number however it is written: %s", (text) => {
    expect(parsePhone(text)).toBe(number);
  });

  it.each([
    "",
    "0803123456",
    "080312345678",
    "00000000000",
    "01 234 5678",
    "+447911123456",
    "+1 202 555 0123",
    "0803123456a",
    "hello",
    "call 0803 123 4567 now",
    "08031234567 (Ada)",
    "08031234567;ext=5",
    "0803 123 4567 x9",
    "tel:08031234567",
    "tel:+2348031234567;phone-context=x",
    "0803/123/4567",
    "08031234567, 08031234568",
    "0803123\u00004567",
    "+",
    "'; drop table purchases; --",
  ])("rejects %s", (text) => {
    expect(parsePhone(text)).toBeUndefined();
  });

  it("is another country's where the portal is at home there", () => {
    expect(parsePhone("024 123 4567", "GH")).toBe("+233241234567");
    expect(parsePhone(number, "GH")).toBeUndefined();
  });

  it("goes upstream in local digits, and is grouped for reading", () => {
    expect(toLocalDigits(number)).toBe("08031234567");
    expect(formatPhone(number)).toBe("0803 123 4567");
    expect(maskPhone(number)).toBe("0803 ••• 4567");
  });

  it("has an example that is itself right", () => {
    expect(parsePhone(getExamplePhone())).toMatch(/^\+234\d{10}$/);
    expect(parsePhone(getExamplePhone("GH"), "GH")).toMatch(/^\+233\d{9}$/);
  });

  it("is grouped in every country as its last four digits alone would not change", () => {
    for (const country of getCountries()) {
      const example = getExampleNumber(country, examples)?.number ?? "";
      const tails = ["0000", "1234", "9999", "0918", "7203", "5555", "2060", "8401"];
      const numbers = tails.map((tail) => example.slice(0, -4) + tail);
      expect(numbers.map(formatPhone)).toEqual(
        numbers.map((number) => parsePhoneNumberFromString(number)?.formatNational()),
      );
    }
  });
});
