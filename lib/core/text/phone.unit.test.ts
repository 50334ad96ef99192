import fc from "fast-check";
import examples from "libphonenumber-js/examples.mobile.json";
import { getCountries, getExampleNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { describe, expect, it } from "vitest";
import { foldDigits } from "./digits.ts";
import { explainPhone } from "./explain-phone.ts";
import { formatPhone, getExamplePhone, getPhoneRule, maskPhone, parsePhone, toLocalDigits } from "./phone.ts";
import { NO_NUMBER, ONE_NUMBER, ONE_NUMBER_BARE } from "./testing/phone-examples.ts";

const number = "+2348031234567";

const digit = fc.constantFrom(..."0123456789", "٣", "８", "𞥐");
const sign = fc.constantFrom("", "", "", "", " ", "-", ".", ",", "_", "(", ")", "/", "+", "E");
const phoneLikeText = fc
  .tuple(
    fc.constantFrom("", "0", "+234", "(+234)", "234", "00234", "009234", "+2340", "0234", "+234234"),
    fc.constantFrom("803", "8031", "70", "91 ", "8.", "٨٠٣"),
    fc.array(fc.tuple(digit, sign), { minLength: 5, maxLength: 9 }),
    fc.constantFrom("", "", ".0", ".00", ",0", ".000", " ", ".5"),
  )
  .map(([prefix, start, rest, tail]) => prefix + start + rest.flat().join("") + tail);

/** Whether a text ends in decimals: its only other signs are spaces, or those between thousands. */
const isDecimal = (text: string) =>
  /^\+?\d[\d\s]*[.,]0+$|^\d{1,3}(?:,\d{3})+[.,]0+$|^\d{1,3}(?:\.\d{3})+,0+$/.test(foldDigits(text).trim());

describe("a phone number", () => {
  it.each([...ONE_NUMBER, ...ONE_NUMBER_BARE])("is one number however it is written: %s", (text) => {
    expect(parsePhone(text)).toBe(number);
  });

  it.each(NO_NUMBER)("rejects %j, and says why: %s", (text, reason) => {
    expect(parsePhone(text)).toBeUndefined();
    const hint = explainPhone(getPhoneRule(), text);
    if (reason) expect(hint).toContain(reason);
    else expect(hint).toBe("");
  });

  it("is one number of which no digit is lost or gained, in whatever text is accepted", () => {
    fc.assert(
      fc.property(phoneLikeText, (text) => {
        const phone = parsePhone(text);
        if (phone === undefined) return;
        const digits = foldDigits(text)
          .trim()
          .replace(/[.,]0+$/, (tail) => (isDecimal(text) ? "" : tail))
          .replaceAll(/\D/g, "");
        expect(["", "0", "234", "2340", "00234", "002340", "009234", "0092340"]).toContain(
          digits.slice(0, -10),
        );
        expect(phone).toBe(`+234${digits.slice(-10)}`);
      }),
      { numRuns: 20_000 },
    );
  });

  it("is never made by the decimals of a shorter one", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^(?:0|\+?234|00234)?[789][0-9]{5,9}$/),
        fc.stringMatching(/^[.,]0{1,4}$/),
        (whole, tail) => {
          expect(parsePhone(whole + tail)).toBe(parsePhone(whole));
        },
      ),
      { numRuns: 5_000 },
    );
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
