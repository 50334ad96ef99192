import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readWorkbook } from "./read-workbook.ts";
import { createArchive, createWorkbook } from "./testing/workbook.ts";

const readRows = async (file: Buffer) => (await readWorkbook(file))[0]?.rows;
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

test("reads shared and inline texts, and numbers as typed, into their columns", async () => {
  const rows = [
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Note</t></is></c></row>',
    '<row r="2" spans="1:3"><c r="A2" s="4"><v>8031234567</v></c><c r="C2" t="str"><f>A1&amp;"x"</f><v>Ada &amp; Obi &#x1F600;</v></c></row>',
    '<row r="3"><c r="A3"><v>8.031234568E9</v></c><c r="B3" t="s"><v>2</v></c><c r="C3" t="e"><v>#REF!</v></c></row>',
    '<row r="4"/><row r="5"><c r="A5"/></row>',
  ];
  const shared =
    "<si><t>Number</t></si><si><r><t>Pl</t></r><r><rPr><b/></rPr><t xml:space='preserve'>an </t></r><rPh sb='0'><t>aloud</t></rPh></si><si><t>1GB MTN</t></si>";
  expect(await readRows(createWorkbook(rows.join(""), shared))).toEqual([
    ["Number", "Plan ", "Note"],
    ["8031234567", "", "Ada & Obi 😀"],
    ["8031234568", "1GB MTN", "#REF!"],
  ]);
});

test("leaves out hidden sheets, rows and columns, and counts them", async () => {
  const rows = `<row r="1">${text("A1", "Old")}${text("B1", "Phone")}</row><row r="2" hidden="1">${text("B2", "08099999999")}</row><row r="3" hidden="true">${text("B3", "08099999998")}</row><row r="4">${text("A4", "08099999997")}${text("B4", "08031234567")}</row>`;
  const file = createWorkbook(rows, "", { cols: '<cols><col min="1" max="1" hidden="1"/></cols>' });
  expect(await readWorkbook(file)).toMatchObject([
    {
      name: "List",
      rows: [
        ["", "Phone"],
        ["", "08031234567"],
      ],
      hiddenRows: 2,
      hiddenColumns: 1,
    },
  ]);
});

test("writes the value of a merged cell into each of its rows", async () => {
  const rows = `<row r="1">${text("A1", "08031234567")}${text("B1", "1GB MTN")}</row><row r="2">${text("A2", "08051234568")}</row><row r="3">${text("A3", "07061234569")}</row>`;
  const after = '<mergeCells count="1"><mergeCell ref="B1:B2"/></mergeCells>';
  expect(await readWorkbook(createWorkbook(rows, "", { after }))).toMatchObject([
    { rows: [["08031234567", "1GB MTN"], ["08051234568", "1GB MTN"], ["07061234569"]], mergedCells: 1 },
  ]);
});

test("shows a formula without a value instead of an empty cell", async () => {
  const rows = `<row r="1">${text("A1", "08031234567")}<c r="B1"><f>C1</f></c></row>`;
  expect(await readWorkbook(createWorkbook(rows))).toMatchObject([
    { rows: [["08031234567", "=C1"]], openFormulas: 1 },
  ]);
});

test.each<[string, string, string[][]]>([
  [
    "CDATA",
    '<row r="1"><c r="A1" t="inlineStr"><is><t><![CDATA[08031234567]]></t></is></c></row>',
    [["08031234567"]],
  ],
  [
    "escaped line ends",
    `<row r="1">${text("A1", "Ada_x000D_")}${text("B1", "_x005F_x")}</row>`,
    [["Ada\r", "_x"]],
  ],
  [
    "columns beyond Z",
    `<row r="1">${text("AB1", "08031234567")}</row>`,
    [[...Array(27).fill(""), "08031234567"]],
  ],
  ["cells without a place", "<row><c><v>1</v></c><c><v>2</v></c></row>", [["1", "2"]]],
  ["comments", `<!-- made by us --><row r="1">${text("A1", "1")}</row>`, [["1"]]],
  ["truth values", '<row r="1"><c r="A1" t="b"><v>1</v></c></row>', [["TRUE"]]],
])("reads %s", async (_kind, rows, cells) => {
  expect(await readRows(createWorkbook(rows))).toEqual(cells);
});

test("reads a date as a date", async () => {
  const styles =
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>';
  const row = '<row r="1"><c r="A1" s="1"><v>46350</v></c></row>';
  expect(await readRows(createWorkbook(row, "", { styles }))).toEqual([["2026-11-24"]]);
});

test("reads shared texts under another name, and rejects a workbook without them", async () => {
  const row = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>';
  expect(await readRows(createWorkbook(row, "<si><t>Ada</t></si>", { texts: "strings1.xml" }))).toEqual([
    ["Ada"],
  ]);
  await expect(readRows(createWorkbook(row, ""))).rejects.toThrow("We can’t read this file");
});

test("reads names with a prefix, as some programs write them", async () => {
  const sheet =
    '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>';
  expect(await readRows(createWorkbook("", "", { sheet }))).toEqual([["1"]]);
});

test("reads ODS, and rejects one that hides rows", async () => {
  const row = (attributes: string, ...cells: string[]) =>
    `<table:table-row ${attributes}>${cells.map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`).join("")}</table:table-row>`;
  const file = (attributes: string) =>
    createArchive({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="List">${row("", "Phone", "Plan")}${row(attributes, "08031234567", "1GB MTN")}</table:table></office:spreadsheet></office:body></office:document-content>`,
    });
  expect(await readRows(file(""))).toEqual([
    ["Phone", "Plan"],
    ["08031234567", "1GB MTN"],
  ]);
  await expect(readRows(file('table:visibility="filter"'))).rejects.toThrow("which rows are hidden");
});

test("reads XLS, of which it says that hidden rows are among the others", async () => {
  const file = readFileSync(new URL("testing/november.xls", import.meta.url));
  expect(await readWorkbook(file)).toMatchObject([
    {
      name: "November",
      mayHideRows: true,
      rows: { length: 5, 4: ["3", "Bola", "08051234568", "2GB MTN", "2026-11-24"] },
    },
    { name: "October" },
  ]);
});

test("says that a workbook is protected by a password", async () => {
  const file = Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.from("EncryptedPackage", "utf16le"),
  ]);
  await expect(readRows(file)).rejects.toThrow("protected by a password");
});

test("rejects a file that unpacks above the maximum, whatever size it claims", async () => {
  const bomb = { "xl/worksheets/sheet1.xml": " ".repeat(17 * 1024 * 1024) };
  await expect(readRows(createArchive(bomb))).rejects.toThrow("too large");
  await expect(readRows(createArchive(bomb, 10))).rejects.toThrow("too large");
});

test("rejects parts above the maximum of bytes or markup", async () => {
  const half = " ".repeat(9 * 1024 * 1024);
  const parts = { "xl/worksheets/sheet1.xml": half, "xl/sharedStrings.xml": half };
  const rejects = (file: Buffer) => expect(readRows(file)).rejects.toThrow("too large");
  await rejects(createArchive(parts));
  await rejects(createWorkbook(`<row>${"<c/>".repeat(800_000)}</row>`));
  await rejects(createWorkbook("<row/>".repeat(800_000)));
  await rejects(createWorkbook("", "<si/>".repeat(800_000)));
  await rejects(createWorkbook(`<row><c><v>${"&amp;".repeat(800_000)}</v></c></row>`));
});

test("rejects cells that share a text above the maximum of characters", async () => {
  const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(100);
  await expect(readRows(createWorkbook(rows, `<si><t>${"x".repeat(200_000)}</t></si>`))).rejects.toThrow(
    "too large",
  );
});

test("rejects two cells at the ends of a sheet without filling the cells between", async () => {
  const far = `<row r="1">${text("A1", "1")}</row><row r="1048576">${text("XFD1048576", "1")}</row>`;
  await expect(readRows(createWorkbook(far))).rejects.toThrow("too large");
});

test("stops reading soon above the maximum of rows", async () => {
  const rows = "<row><c><v>1</v></c></row>".repeat(50_000);
  await expect(readRows(createWorkbook(rows))).rejects.toThrow("at most 5,000 rows");
});

test.each<[string, Buffer]>([
  ["no archive", Buffer.from("PK number,plan\n")],
  ["nothing", Buffer.alloc(0)],
  ["no sheet", createArchive({ "word/document.xml": "<w/>" })],
  ["entities of its own", createWorkbook('<!DOCTYPE x [<!ENTITY a "b">]>')],
  ["tags without an end", createWorkbook("", "", { sheet: "<worksheet><sheetData><row><c><v>1" })],
  ["an archive that was cut", createWorkbook("<row/>").subarray(0, 900)],
  [
    "a directory that points beyond it",
    Buffer.from([0x50, 0x4b, 5, 6, ...Array(6).fill(0), 1, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0, 0]),
  ],
])("%s is rejected with a message", async (_what, file) => {
  await expect(readRows(file)).rejects.toThrow("We can’t read this file");
});

test("reads or rejects any bytes, without another error", async () => {
  const good = createWorkbook("<row><c><v>08031234567</v></c></row>");
  for (let at = 0; at < good.length; at++) {
    const bad = Buffer.from(good);
    bad[at] = (bad[at] ?? 0) ^ 0xff;
    await readRows(bad).catch((error) => expect(error).toMatchObject({ code: "invalid" }));
  }
});
