import { expect, test } from "vitest";
import { findPhones } from "./find-phones.ts";
import { getPhoneRule } from "./phone.ts";

const rule = getPhoneRule("NG");
const find = (text: string) => findPhones(rule, text).map(({ text: number }) => number);

test.each([
  ["a chat message", "[12:30, 24/11/2026] Musa: 2GB to 0803 123 4567 pls", ["0803 123 4567"]],
  ["two numbers", "08031234567 and +234 805 222 3333", ["0803 123 4567", "0805 222 3333"]],
  ["a numbered list", "1. 08031234567\n2. 08052223333", ["0803 123 4567", "0805 222 3333"]],
  ["numbers in a row", "0803 123 4567 0805 222 3333", ["0803 123 4567", "0805 222 3333"]],
  ["the country's code without plus", "2348031234567", ["0803 123 4567"]],
  ["invisible signs of a chat", "\u202a+234\u00a0803\u2011123\u20114567\u202c", ["0803 123 4567"]],
  ["an amount before the number", "₦5000 0803-123-4567", ["0803 123 4567"]],
  ["other scripts", "Ada: ٠٨٠٣١٢٣٤٥٦٧, ＋２３４ 803 123 4568", ["0803 123 4567", "0803 123 4568"]],
  ["00 before the code", "to 00234 803 123 4567 pls", ["0803 123 4567"]],
  ["a spreadsheet's decimals", "08031234567.0 and 2348051234568.0", ["0803 123 4567", "0805 123 4568"]],
  ["the same number twice", "08031234567 (0803 123 4567)", ["0803 123 4567"]],
])("finds the numbers in %s", (_, text, numbers) => {
  expect(find(text)).toEqual(numbers);
});

test.each([
  ["ten digits and a size", "0803123456 1GB"],
  ["ten digits and a size in two words", "0803 123 456 1 gb"],
  ["ten digits and days", "0803123456 7days"],
  ["ten digits and a spreadsheet's decimals", "Ada 0803123456.0 1GB"],
  ["a bank account", "0123456789 GTB"],
  ["too many digits", "080312345678"],
  ["a number over two lines", "0803123\n4567"],
  ["a name", "Ada Obi"],
  ["a number of another country", "+44 7400 123456"],
])("finds no number in %s", (_, text) => {
  expect(find(text)).toEqual([]);
});
