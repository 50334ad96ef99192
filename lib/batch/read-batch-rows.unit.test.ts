import { expect, test } from "vitest";
import { MAX_ROWS, parseTextTable, readTableRows } from "#lib/spreadsheet/read-table";
import { readBatchRows } from "./read-batch-rows.ts";

process.env.PHONE_COUNTRY = "NG";

const readBatchText = (text: string) => readBatchRows(parseTextTable(text), "NG");

const line = (number: string, plan = "", note = "", sellingPrice = "") => ({
  number,
  plan,
  note,
  sellingPrice,
});

test("reads pasted numbers, one or several on a line", () => {
  expect(readBatchText("08031234567\n\n  +234 803 123 4568 \r\n0803-123-4569")).toEqual([
    line("08031234567"),
    line("+234 803 123 4568"),
    line("0803-123-4569"),
  ]);
  expect(readBatchText("08031234567, 08031234568,08031234569")).toHaveLength(3);
  expect(readBatchText("0803 123 4567 0803 123 4568 08031234569").map(({ number }) => number)).toEqual([
    "0803 123 4567",
    "0803 123 4568",
    "08031234569",
  ]);
});

test("reads number, plan and note separated by commas, semicolons, tabs or spaces", () => {
  const row = line("08031234567", "1GB MTN monthly", "Ada, the tailor");
  expect(readBatchText('08031234567,1GB MTN monthly,"Ada, the tailor"')).toEqual([row]);
  expect(readBatchText('08031234567;1GB MTN monthly;"Ada, the tailor"')).toEqual([row]);
  expect(readBatchText("08031234567\t1GB MTN monthly\tAda, the tailor")).toEqual([row]);
  expect(readBatchText("0803 123 4567 1GB MTN monthly")).toEqual([line("0803 123 4567", "1GB MTN monthly")]);
  expect(readBatchText('08031234567,12,"says ""hello""\nand more"')[0]?.note).toBe('says "hello" and more');
});

test("reads the selling price after the note or under its heading, and joins a note of several cells", () => {
  const row = line("08031234567", "1GB MTN", "Ada", "350");
  expect(readBatchText("08031234567, 1GB MTN, Ada, 350")).toEqual([row]);
  expect(readBatchText('08031234567,1GB MTN,,"₦1,350.50"')).toEqual([
    line("08031234567", "1GB MTN", "", "₦1,350.50"),
  ]);
  expect(readBatchText("08031234567,1GB MTN,Ada,the tailor")).toEqual([
    line("08031234567", "1GB MTN", "Ada the tailor"),
  ]);
  expect(readBatchText("08031234567,1GB MTN,350")).toEqual([line("08031234567", "1GB MTN", "350")]);
  expect(readBatchText("Price;Customer pays;Plan;Phone;Note\n300;350;1GB MTN;08031234567;Ada")).toEqual([
    row,
  ]);
});

test("reads columns by their headings in any order, and ignores the others", () => {
  const text =
    "Customer name;Age;Phone number;Network;Plan\r\nAda;33;08031234567;MTN;1GB\r\nObi;9;08031234568;MTN;12";
  expect(readBatchText(`\uFEFF${text}`)).toEqual([
    line("08031234567", "MTN 1GB", "Ada"),
    line("08031234568", "MTN #12", "Obi"),
  ]);
  expect(readBatchText("number,plan\n08031234567,12")).toEqual([line("08031234567", "12")]);
});

test("keeps unreadable text as a row, and cuts long text", () => {
  expect(readBatchText("hello\n12345")).toEqual([line("hello"), line("12345")]);
  expect(readBatchText("'08031234567,'=1+1")).toEqual([line("08031234567", "=1+1")]);
  const [long] = readBatchText(`${"9".repeat(400)},${"p".repeat(400)},${"n".repeat(400)}`);
  expect([long?.number.length, long?.plan.length, long?.note.length]).toEqual([40, 100, 200]);
});

test("counts rows before reading them, and stops above the maximum", () => {
  let read = 0;
  const inThirties = () => {
    read += 1;
    return Array(30).fill("a number");
  };
  const rows = (count: number) => () =>
    readTableRows<never, string>(Array(count).fill(["0 8 0 3"]), [], () => "", inThirties);
  expect(rows(MAX_ROWS + 1)).toThrow("at most 5,000 rows");
  expect(read).toBe(0);
  expect(rows(MAX_ROWS)).toThrow("at most 5,000 rows");
  expect(read).toBe(167);
  expect(() => parseTextTable("0 8 0 3 1 2 a\n".repeat(MAX_ROWS + 3))).toThrow("at most 5,000 rows");
});

test("skips empty lines, and rejects too many cells", () => {
  expect(parseTextTable("\r\n".repeat(100_000))).toEqual([]);
  expect(() => parseTextTable(",".repeat(200_000))).toThrow("too large");
});

test("rejects empty and too long text with a message", () => {
  expect(() => readBatchText(" \n,,\n")).toThrow("This file has no phone numbers. Add at least one.");
  expect(() => readBatchText("number,plan")).toThrow("This file has no phone numbers. Add at least one.");
  expect(() => readBatchText("08031234567\n".repeat(MAX_ROWS + 1))).toThrow("at most 5,000 rows");
  expect(readBatchText("08031234567\n".repeat(MAX_ROWS))).toHaveLength(MAX_ROWS);
});

test("skips the last line of the portal's own files, also of one with as many rows as may be", () => {
  const end = '"End of file, as of 2026-11-23T14:05:00+01:00",""\r\n';
  expect(readBatchText(`"number","plan"\r\n"0803 123 4567","MTN 1GB"\r\n${end}`)).toEqual([
    line("0803 123 4567", "MTN 1GB"),
  ]);
  const rows = '"08031234567","1"\r\n'.repeat(MAX_ROWS);
  expect(readBatchText(`"number","plan"\r\n${rows}${end}`)).toHaveLength(MAX_ROWS);
});
