import { expect, test } from "vitest";
import { Reason, reasonSchema } from "./reason.ts";

const words = (text: string) => Reason.safeParse(text).error?.issues[0]?.message;

test.each([
  ["nothing", ""],
  ["spaces", "   \u00a0\u3000\t"],
  ["two letters among spaces", " o k "],
  ["zero-width signs", "\u200b\u200c\u200d\u2060\ufeff\u00ad"],
  ["letters drawn as nothing", "\u3164\u115f\u1160\uffa0\u2800"],
  ["a letter with selectors", "a\ufe0f\ufe0f\u{e0100}"],
  ["directions", "\u202e\u2066\u2069\u200f"],
  ["dots", "........"],
  ["one sign again and again", "--------"],
  ["one letter again and again", "aaaaaa"],
  ["two signs again and again", ".-.-.-"],
  ["no text", undefined as unknown as string],
])("rejects %s as a reason", (_what, text) => {
  expect(words(text)).toBe("Enter a reason in a few words.");
});

test.each(["requested", "o.k.", "№ 77", "так", "因為他", "  by phone "])(
  "accepts “%s” as a reason",
  (text) => {
    expect(Reason.parse(text)).toBe(text.trim());
  },
);

test("limits the length, with another error text where others read it", () => {
  expect(words("x".repeat(501))).toBe("Use at most 500 characters.");
  const schema = reasonSchema({ most: 20, ask: "Enter a reason for the customer." });
  expect(schema.safeParse(" a ").error?.issues[0]?.message).toBe("Enter a reason for the customer.");
  expect(schema.safeParse("x".repeat(21)).error?.issues[0]?.message).toBe("Use at most 20 characters.");
});
