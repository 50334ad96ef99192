import { expect, test } from "vitest";
import { countSmsParts, toSmsText } from "./sms-text.ts";

test("keeps to characters of one unit in the GSM alphabet", () => {
  expect(toSmsText("Adé’s “data” – ₦300 [1] 😀  now")).toBe('Ade\'s "data" - 300 1 now');
});

test("writes hooked letters as their plain ones", () => {
  expect(toSmsText("Ɗanƙasa Ɓauchi Ƴar’adua Ŋgozi Ọ̀ṣun Øł ƊƁƘ æß")).toBe(
    "Dankasa Bauchi Yar'adua Ngozi Osun Ol DBK aess",
  );
});

test.each([
  [1, 1],
  [160, 1],
  [161, 2],
  [306, 2],
  [307, 3],
])("counts an SMS of %i characters as %i", (length, parts) => {
  expect(countSmsParts("x".repeat(length))).toBe(parts);
});
