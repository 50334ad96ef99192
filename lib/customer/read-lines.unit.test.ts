import { expect, test } from "vitest";
import { tableOf } from "#lib/bulk/read-list";
import { readLines } from "./read-lines.ts";

const read = (text: string) =>
  readLines(tableOf(text)).map(({ number, name, plan, note }) => [number, name, plan, note].join("|"));

test("a line is a number and a name in either order, then a plan and a note", () => {
  expect(read("08031234567, Ada Obi, 1GB MTN, Fridays, cash\nMusa,08031234568")).toEqual([
    "08031234567|Ada Obi|1GB MTN|Fridays cash",
    "08031234568|Musa||",
  ]);
});

test("words without commas are told apart: the number is as many as make one", () => {
  expect(read("0803 123 4567 Ada Obi")).toEqual(["0803 123 4567|Ada Obi||"]);
  expect(read("Ada Obi +234 803 123 4567")).toEqual(["+234 803 123 4567|Ada Obi||"]);
  expect(read("just words")).toEqual(["just words|||"]);
});

test("heads say which column is which", () => {
  expect(read("Customer;Phone no;Network;Bundle;Remark\nAda;08031234567;MTN;12;late")).toEqual([
    "08031234567|Ada|MTN #12|late",
  ]);
});

test("what is too long is cut, and nothing at all is refused", () => {
  expect(read(`08031234567,${"x".repeat(80)}`)).toEqual([`08031234567|${"x".repeat(60)}||`]);
  expect(() => readLines([])).toThrow("no numbers");
});
