import { expect, test } from "vitest";
import { parseTextTable } from "#lib/spreadsheet/read-table";
import { readImportRows } from "./read-import-rows.ts";

const read = (text: string) =>
  readImportRows(parseTextTable(text), "NG").map(({ number, name, plan, note }) =>
    [number, name, plan, note].join("|"),
  );

test("reads a number and a name in either order, then a plan and a note", () => {
  expect(read("08031234567, Ada Obi, 1GB MTN, Fridays, cash\nMusa,08031234568")).toEqual([
    "08031234567|Ada Obi|1GB MTN|Fridays cash",
    "08031234568|Musa||",
  ]);
});

test("splits words without commas into a number and a name", () => {
  expect(read("0803 123 4567 Ada Obi")).toEqual(["0803 123 4567|Ada Obi||"]);
  expect(read("Ada Obi +234 803 123 4567")).toEqual(["+234 803 123 4567|Ada Obi||"]);
  expect(read("just words")).toEqual(["just words|||"]);
});

test("reads columns by their headings", () => {
  expect(read("Customer;Phone no;Network;Bundle;Remark\nAda;08031234567;MTN;12;late")).toEqual([
    "08031234567|Ada|MTN #12|late",
  ]);
});

test("cuts long values, and rejects an empty list", () => {
  expect(read(`08031234567,${"x".repeat(80)}`)).toEqual([`08031234567|${"x".repeat(60)}||`]);
  expect(() => readImportRows([], "NG")).toThrow("no phone numbers");
});
