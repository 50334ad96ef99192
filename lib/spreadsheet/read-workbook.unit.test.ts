import { expect, test } from "vitest";
import { readWorkbook } from "./read-workbook.ts";
import { createArchive, createWorkbook } from "./testing/workbook.ts";

test("reads shared and inline texts, and numbers as typed, into their columns", () => {
  const rows = [
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Note</t></is></c></row>',
    '<row r="2" spans="1:3"><c r="A2" s="4"><v>8031234567</v></c><c r="C2" t="str"><f>A1&amp;"x"</f><v>Ada &amp; Obi &#x1F600;</v></c></row>',
    '<row r="3"><c r="A3"><v>8.031234568E9</v></c><c r="B3" t="s"><v>2</v></c><c r="C3" t="e"><v>#REF!</v></c></row>',
    '<row r="4"/><row r="5"><c r="A5"/></row>',
  ];
  const shared =
    "<si><t>Number</t></si><si><r><t>Pl</t></r><r><rPr><b/></rPr><t xml:space='preserve'>an </t></r><rPh sb='0'><t>aloud</t></rPh></si><si><t>1GB MTN</t></si>";
  expect(readWorkbook(createWorkbook(rows.join(""), shared))).toEqual([
    ["Number", "Plan ", "Note"],
    ["8031234567", "", "Ada & Obi 😀"],
    ["8031234568", "1GB MTN", ""],
  ]);
});

test("reads names with a prefix, as some programs write them", () => {
  const sheet =
    "<x:worksheet><x:sheetData><x:row><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>";
  expect(readWorkbook(createArchive({ "xl/worksheets/sheet1.xml": sheet }))).toEqual([["1"]]);
});

test("rejects a file that unpacks above the maximum, whatever size it claims", () => {
  const bomb = { "xl/worksheets/sheet1.xml": " ".repeat(17 * 1024 * 1024) };
  expect(() => readWorkbook(createArchive(bomb))).toThrow("too large");
  expect(() => readWorkbook(createArchive(bomb, 10))).toThrow("too large");
});

test("rejects parts above the maximum of bytes or markup", () => {
  const half = " ".repeat(9 * 1024 * 1024);
  const parts = { "xl/worksheets/sheet1.xml": half, "xl/sharedStrings.xml": half };
  expect(() => readWorkbook(createArchive(parts))).toThrow("too large");
  expect(() => readWorkbook(createWorkbook(`<row>${"<c/>".repeat(800_000)}</row>`))).toThrow("too large");
  expect(() => readWorkbook(createWorkbook("<row/>".repeat(800_000)))).toThrow("too large");
  expect(() => readWorkbook(createWorkbook("", "<si/>".repeat(800_000)))).toThrow("too large");
  expect(() => readWorkbook(createWorkbook(`<row><c><v>${"&amp;".repeat(800_000)}</v></c></row>`))).toThrow(
    "too large",
  );
});

test("rejects cells that share a text above the maximum of characters", () => {
  const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(100);
  expect(() => readWorkbook(createWorkbook(rows, `<si><t>${"x".repeat(200_000)}</t></si>`))).toThrow(
    "too large",
  );
});

test("stops reading soon above the maximum of rows", () => {
  const rows = "<row><c><v>1</v></c></row>".repeat(50_000);
  expect(readWorkbook(createWorkbook(rows)).length).toBeLessThan(5_010);
});

test.each<[string, Buffer]>([
  ["no archive", Buffer.from("number,plan\n")],
  ["nothing", Buffer.alloc(0)],
  ["no sheet", createArchive({ "word/document.xml": "<w/>" })],
  ["entities of its own", createWorkbook('<!DOCTYPE x [<!ENTITY a "b">]>')],
  ["tags without an end", createWorkbook("<row><c><v>1")],
  ["an archive that was cut", createWorkbook("<row/>").subarray(0, 900)],
  [
    "a directory that points beyond it",
    Buffer.from([0x50, 0x4b, 5, 6, ...Array(6).fill(0), 1, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0]),
  ],
])("%s is rejected with a message", (_what, file) => {
  expect(() => readWorkbook(file)).toThrow("We can’t read this file");
});

test("reads or rejects any bytes, without another error", () => {
  const good = createWorkbook("<row><c><v>08031234567</v></c></row>");
  for (let at = 0; at < good.length; at++) {
    const bad = Buffer.from(good);
    bad[at] = (bad[at] ?? 0) ^ 0xff;
    try {
      readWorkbook(bad);
    } catch (error) {
      expect(error).toMatchObject({ code: "invalid" });
    }
  }
});
