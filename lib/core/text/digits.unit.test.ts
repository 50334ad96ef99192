import { expect, test } from "vitest";
import { foldDecimal, foldDigits } from "./digits.ts";

test.each([
  ["Arabic", "٠١٢٣٤٥٦٧٨٩"],
  ["Persian", "۰۱۲۳۴۵۶۷۸۹"],
  ["Adlam", "𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙"],
  ["N’Ko", "߀߁߂߃߄߅߆߇߈߉"],
  ["Devanagari", "०१२३४५६७८९"],
  ["full-width", "０１２３４５６７８９"],
  ["bold", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗"],
  ["monospace", "𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿"],
  ["ASCII", "0123456789"],
])("writes %s digits as ASCII", (_script, digits) => {
  expect(foldDigits(digits)).toBe("0123456789");
});

test("writes every decimal digit of Unicode as one digit, and leaves all other signs", () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const sign = String.fromCodePoint(code);
    if (!/\p{Nd}/u.test(sign)) continue;
    expect(foldDigits(sign), code.toString(16)).toMatch(/^[0-9]$/);
  }
  expect(foldDigits("½ ² ① Ⅷ 三 Ada")).toBe("½ ² ① Ⅷ 三 Ada");
});

test("writes the signs of Arabic amounts as those of ASCII", () => {
  expect(foldDecimal("١٬٢٣٤٫٥٠")).toBe("1,234.50");
});
