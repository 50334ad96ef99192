import { expect, it } from "vitest";
import { type CsvCell, encodeCsv, endCsv } from "./csv.ts";
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

it("ends a whole file with a line of as many cells, and one that is cut off without it", async () => {
  async function* rows(fails: boolean) {
    yield ["a, b", 'c "d"'];
    if (fails) throw new Error("lost");
    yield ["e", 1];
  }
  const file = endCsv(encodeCsv(["first", "second"], rows(false)), () => "as of 14:05");
  expect((await Array.fromAsync(file)).join("")).toBe(
    '"first","second"\r\n"a, b","c ""d"""\r\n"e","1"\r\n"End of file, as of 14:05",""\r\n',
  );
  let text = "";
  await expect(async () => {
    for await (const piece of endCsv(encodeCsv(["first"], rows(true)))) text += piece;
  }).rejects.toThrow("lost");
  expect(text).not.toContain("End of file");
});

it("recognises that line in a file that is read again", () => {
  expect([["End of file"], ["End of file, as of 14:05", ""]].map(isEndOfFile)).toEqual([true, true]);
  expect([[], ["End of file", "0803"], ["Ada"]].map(isEndOfFile)).toEqual([false, false, false]);
});
