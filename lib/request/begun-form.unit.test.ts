import { expect, test } from "vitest";
import { isUnchanged } from "./begun-form.ts";

function createForm(fields: readonly [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

test("compares the shown fields, and no others", () => {
  const begun = JSON.stringify({ name: "Ada", on: ["paystack", "monnify"], text: "a\nb", collect: [] });
  const same: [string, string][] = [
    ["on", "monnify"],
    ["on", "paystack"],
    ["text", "a\r\nb "],
    ["version", "3"],
    ["reason", "none yet"],
  ];
  expect(isUnchanged(createForm([["name", "Ada"], ...same]), begun)).toBe(true);
  expect(isUnchanged(createForm([["name", "Eze"], ...same]), begun)).toBe(false);
  expect(isUnchanged(createForm([["name", "Ada"], ...same.slice(1)]), begun)).toBe(false);
  expect(isUnchanged(createForm([["name", "Ada"], ["collect", "yes"], ...same]), begun)).toBe(false);
});

test("takes a form for changed where its begun values can't be read", () => {
  for (const begun of ["", "{", "null", "7"]) expect(isUnchanged(createForm([]), begun)).toBe(false);
});
