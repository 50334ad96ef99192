import { expect, it } from "vitest";
import { type CsvCell, completeCsv, encodeCsv } from "./csv.ts";
import { isEndOfFile } from "./end-of-file.ts";

async function formatCells(...cells: CsvCell[]): Promise<string> {
  async function* rows() {
    yield cells;
  }
  return (await Array.fromAsync(encodeCsv(["what"], rows()))).join("");
}

it.each([
  "=1+1",
  "+1",
  "-1+1",
  "@a",
  " =1",
  "\u200b=1",
  "\ufeff\u2060=1",
  "\u202e@a",
  "＝1",
  "＋1",
  "－1",
  "＠a",
  "﹦1",
  "−1+1",
  "\u200b＝1",
  "\r=1",
  '=HYPERLINK("https://evil.example","see")\nmore',
  "=1\r\n",
])("makes %j harmless", async (text) => {
  expect(await formatCells(text)).toBe(`"what"\r\n"'${text.replaceAll('"', '""')}"\r\n`);
});

it.each([
  ["20261124103000123456", "a long reference, whose last digits become zeros"],
  ["12E4567", "a reference that is read as a number with an exponent"],
  ["1e5", "a number with an exponent"],
  ["007", "leading zeros"],
  ["-0042", "leading zeros"],
  ["1,000", "grouped digits"],
  ["(500)", "an amount that becomes negative"],
  ["5%", "a part"],
  ["3/4", "a fraction, or a day"],
  ["1 1/2", "a fraction"],
  ["24-11-2026", "a day"],
  ["12:30", "a time"],
  ["June 2", "a name that is also a day"],
  ["MAR2026", "a month"],
  ["2-Sep", "a day"],
  ["1 Dec 2026", "a day"],
  ["'Ada", "an apostrophe of its own, which readers would drop"],
])("writes %s as text: %s", async (text) => {
  expect(await formatCells(text)).toBe(`"what"\r\n"'${text}"\r\n`);
});

it.each([
  "0803 123 4567",
  "DT4K7",
  "1GB",
  "2026-11-24",
  "2026-11",
  "2026-11-20T14:05:09+01:00",
  "May",
  "Ada 2",
])("writes %s as it is", async (text) => {
  expect(await formatCells(text)).toBe(`"what"\r\n"${text}"\r\n`);
});

it.each([
  ["d;=1+1", "d;'=1+1"],
  ["Bola; =HYPERLINK(1)", "Bola;' =HYPERLINK(1)"],
  ["a\t@b|-c", "a\t'@b|'-c"],
  ["=1;=2", "'=1;'=2"],
  ["\t=1", "'\t'=1"],
  ["Mon; Tue", "Mon; Tue"],
])("makes a formula after a separator of other languages harmless: %j", async (text, marked) => {
  expect(await formatCells(text)).toBe(`"what"\r\n"${marked}"\r\n`);
});

it("leaves texts that aren't formulas unchanged, also negative amounts, and quotes every cell", async () => {
  expect(await formatCells("Ada = Ben", 12, -7, "-5.00", "1234567890.50", null)).toBe(
    '"what"\r\n"Ada = Ben","12","-7","-5.00","1234567890.50",""\r\n',
  );
});

it("writes a time by the clock of the portal's filters, not by UTC's", async () => {
  expect(await formatCells(new Date("2026-11-19T23:30:00Z"))).toBe(
    '"what"\r\n"2026-11-20T00:30:00+01:00"\r\n',
  );
});

it("ends a whole file with a line of as many cells, and one that is cut off without it", async () => {
  async function* rows(fails: boolean) {
    yield ["a, b", 'c "d"'];
    if (fails) throw new Error("lost");
    yield ["e", 1];
  }
  const file = completeCsv(encodeCsv(["first", "second"], rows(false)), () => "as of 14:05");
  expect((await Array.fromAsync(file)).join("")).toBe(
    '\uFEFF"first","second"\r\n"a, b","c ""d"""\r\n"e","1"\r\n"End of file, as of 14:05",""\r\n',
  );
  let text = "";
  await expect(async () => {
    for await (const piece of completeCsv(encodeCsv(["first"], rows(true)))) text += piece;
  }).rejects.toThrow("lost");
  expect(text).not.toContain("End of file");
});

it("recognises that line in a file that is read again", () => {
  expect([["End of file"], ["End of file, as of 14:05", ""]].map(isEndOfFile)).toEqual([true, true]);
  expect([[], ["End of file", "0803"], ["Ada"]].map(isEndOfFile)).toEqual([false, false, false]);
});
