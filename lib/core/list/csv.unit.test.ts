import { expect, it } from "vitest";
import { type CsvCell, encodeCsv } from "./csv.ts";

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
  "\t=1",
  "\r=1",
  '=HYPERLINK("https://evil.example","see")\nmore',
  "=1\r\n",
])("makes %j harmless", async (text) => {
  expect(await formatCells(text)).toBe(`"what"\r\n"'${text.replaceAll('"', '""')}"\r\n`);
});

it("leaves texts that aren't formulas unchanged, also negative amounts, and quotes every cell", async () => {
  expect(await formatCells("Ada = Ben", 12, -7, "-5.00", null)).toBe(
    '"what"\r\n"Ada = Ben","12","-7","-5.00",""\r\n',
  );
});

it("writes a time by the clock of the portal's filters, not by UTC's", async () => {
  expect(await formatCells(new Date("2026-11-19T23:30:00Z"))).toBe(
    '"what"\r\n"2026-11-20T00:30:00+01:00"\r\n',
  );
});
