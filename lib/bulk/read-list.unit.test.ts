import { expect, test } from "vitest";
import { MOST_ROWS, readRows, readText, tableOf } from "./read-list.ts";

process.env.PHONE_COUNTRY = "NG";

const line = (number: string, plan = "", note = "", retail = "") => ({ number, plan, note, retail });

test("numbers alone, one on each line or several in one, as people paste them", () => {
  expect(readText("08031234567\n\n  +234 803 123 4568 \r\n0803-123-4569")).toEqual([
    line("08031234567"),
    line("+234 803 123 4568"),
    line("0803-123-4569"),
  ]);
  expect(readText("08031234567, 08031234568,08031234569")).toHaveLength(3);
  expect(readText("0803 123 4567 0803 123 4568 08031234569").map(({ number }) => number)).toEqual([
    "0803 123 4567",
    "0803 123 4568",
    "08031234569",
  ]);
});

test("number, plan and note behind commas, semicolons, tabs, or words", () => {
  const row = line("08031234567", "1GB MTN monthly", "Ada, the tailor");
  expect(readText('08031234567,1GB MTN monthly,"Ada, the tailor"')).toEqual([row]);
  expect(readText('08031234567;1GB MTN monthly;"Ada, the tailor"')).toEqual([row]);
  expect(readText("08031234567\t1GB MTN monthly\tAda, the tailor")).toEqual([row]);
  expect(readText("0803 123 4567 1GB MTN monthly")).toEqual([line("0803 123 4567", "1GB MTN monthly")]);
  expect(readText('08031234567,12,"says ""hello""\nand more"')[0]?.note).toBe('says "hello" and more');
});

test("what the customer pays stands behind the note, or under its head; a note that goes on stays one", () => {
  const row = line("08031234567", "1GB MTN", "Ada", "350");
  expect(readText("08031234567, 1GB MTN, Ada, 350")).toEqual([row]);
  expect(readText('08031234567,1GB MTN,,"₦1,350.50"')).toEqual([
    line("08031234567", "1GB MTN", "", "₦1,350.50"),
  ]);
  expect(readText("08031234567,1GB MTN,Ada,the tailor")).toEqual([
    line("08031234567", "1GB MTN", "Ada the tailor"),
  ]);
  expect(readText("08031234567,1GB MTN,350")).toEqual([line("08031234567", "1GB MTN", "350")]);
  expect(readText("Price;Customer pays;Plan;Phone;Note\n300;350;1GB MTN;08031234567;Ada")).toEqual([row]);
});

test("heads say which column is which, in any order, and what no head names is left out", () => {
  const text =
    "Customer name;Age;Phone number;Network;Plan\r\nAda;33;08031234567;MTN;1GB\r\nObi;9;08031234568;MTN;12";
  expect(readText(`\uFEFF${text}`)).toEqual([
    line("08031234567", "MTN 1GB", "Ada"),
    line("08031234568", "MTN #12", "Obi"),
  ]);
  expect(readText("number,plan\n08031234567,12")).toEqual([line("08031234567", "12")]);
});

test("what makes no sense stays a row, as it was written, and long words are cut", () => {
  expect(readText("hello\n12345")).toEqual([line("hello"), line("12345")]);
  expect(readText("'08031234567,'=1+1")).toEqual([line("08031234567", "=1+1")]);
  const [long] = readText(`${"9".repeat(400)},${"p".repeat(400)},${"n".repeat(400)}`);
  expect([long?.number.length, long?.plan.length, long?.note.length]).toEqual([40, 100, 200]);
});

test("counts rows before reading them, and stops above the most rows", () => {
  let read = 0;
  const inThirties = () => {
    read += 1;
    return Array(30).fill("a number");
  };
  const rows = (count: number) => () =>
    readRows<never, string>(Array(count).fill(["0 8 0 3"]), [], () => "", inThirties);
  expect(rows(MOST_ROWS + 1)).toThrow("at most 5,000 rows");
  expect(read).toBe(0);
  expect(rows(MOST_ROWS)).toThrow("at most 5,000 rows");
  expect(read).toBe(167);
  expect(() => tableOf("0 8 0 3 1 2 a\n".repeat(MOST_ROWS + 2))).toThrow("at most 5,000 rows");
});

test("skips empty lines, and refuses too many cells", () => {
  expect(tableOf("\r\n".repeat(100_000))).toEqual([]);
  expect(() => tableOf(",".repeat(200_000))).toThrow("too large");
});

test("nothing, and more than a list holds, are refused with words", () => {
  expect(() => readText(" \n,,\n")).toThrow("There are no numbers in it.");
  expect(() => readText("number,plan")).toThrow("There are no numbers in it.");
  expect(() => readText("08031234567\n".repeat(MOST_ROWS + 1))).toThrow("at most 5,000 rows");
  expect(readText("08031234567\n".repeat(MOST_ROWS))).toHaveLength(MOST_ROWS);
});
