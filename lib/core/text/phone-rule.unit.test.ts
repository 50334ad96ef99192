import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPhone, getExamplePhone, getPhoneRule, parsePhone } from "./phone.ts";
import { readPhone, readPhoneStart } from "./phone-rule.ts";
import { NO_NUMBER, ONE_NUMBER, ONE_NUMBER_BARE } from "./testing/phone-examples.ts";

const COUNTRIES = ["NG", "GH", "KE", "ZA", "IN", "GB"];

test("reads every country's example like the server", () => {
  for (const country of COUNTRIES) {
    const text = getExamplePhone(country);
    const e164 = parsePhone(text, country);
    expect(readPhone(getPhoneRule(country), text), country).toEqual({ e164, text });
    expect(readPhone(getPhoneRule(country), String(e164)), country).toEqual({ e164, text });
  }
});

test("reads no number that the server rejects, and groups the others alike", () => {
  const rule = getPhoneRule("NG");
  const typed = fc
    .tuple(fc.constantFrom("0", "+234", "234", "+2340", "+"), fc.stringMatching(/^[789][0-9 ]{8,11}$/))
    .map(([prefix, rest]) => prefix + rest);
  fc.assert(
    fc.property(typed, (text) => {
      const read = readPhone(rule, text);
      if (!read) return;
      expect(read.e164).toBe(parsePhone(text, "NG"));
      expect(read.text).toBe(formatPhone(read.e164));
    }),
    { numRuns: 2_000 },
  );
});

test("reads the usual notations of one number, and nothing that the server rejects", () => {
  const rule = getPhoneRule("NG");
  for (const text of ONE_NUMBER)
    expect(readPhone(rule, text), text).toEqual({ e164: "+2348031234567", text: "0803 123 4567" });
  for (const [text] of NO_NUMBER) expect(readPhone(rule, text), text).toBeUndefined();
  for (const text of [...ONE_NUMBER, ...ONE_NUMBER_BARE])
    expect(readPhone(rule, text)?.e164 ?? parsePhone(text), text).toBe("+2348031234567");
});

test("reads the beginning of a number while it is typed", () => {
  const rule = getPhoneRule("NG");
  expect(readPhoneStart(rule, "0803")).toBe("+234803");
  expect(readPhoneStart(rule, "+234 803")).toBe("+234803");
  expect(readPhoneStart(rule, "0803 123 4567")).toBe("+2348031234567");
  for (const text of ["", "8", "+44 7", "Ada", "080x"])
    expect(readPhoneStart(rule, text), text).toBeUndefined();
});
