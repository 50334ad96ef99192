import { inflateRawSync } from "node:zlib";
import { PortalError } from "#lib/core/error";
import { badList, MOST_ROWS } from "./read-list.ts";

/** The sum of all unpacked parts: 5,000 rows need a tenth of it. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;
/** Tags and entities in all parts: six for each cell of 26 columns and 5,000 rows. */
const MAX_MARKUP = 26 * MOST_ROWS * 6;
/** The sum of all cells, of which many can share one long text. */
const MAX_CHARACTERS = MAX_UNPACKED_BYTES;
const MOST_PARTS = 1_000;
const MOST_COLUMNS = 26;

/**
 * The cells of a workbook's first sheet (XLSX), as text. Reads what it needs and nothing else: no formulas, no links, no
 * entities of the file's own. @throws invalid for whatever it does not understand, or that is too large.
 */
export function readWorkbook(file: Buffer): string[][] {
  const parts = partsOf(file);
  const left = { bytes: MAX_UNPACKED_BYTES, markup: MAX_MARKUP };
  const part = (name: string) => {
    const packed = parts.get(name);
    return packed && textOf(file, packed, left);
  };
  const sheet = part(firstSheet(part("xl/workbook.xml"), part("xl/_rels/workbook.xml.rels")));
  if (sheet === undefined) throw unreadable();
  return tableOf(sheet, sharedTexts(part("xl/sharedStrings.xml") ?? ""));
}

interface Packed {
  method: number;
  size: number;
  unpacked: number;
  offset: number;
}

/** The parts that the archive lists at its end. */
function partsOf(file: Buffer): Map<string, Packed> {
  const end = file.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
  if (end < 0 || end + 22 > file.length) throw unreadable();
  const count = file.readUInt16LE(end + 10);
  if (count > MOST_PARTS) throw unreadable();
  const parts = new Map<string, Packed>();
  let at = file.readUInt32LE(end + 16);
  for (let n = 0; n < count; n++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x02014b50) throw unreadable();
    const [name, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    parts.set(file.toString("utf8", at + 46, at + 46 + name), {
      method: file.readUInt16LE(at + 10),
      size: file.readUInt32LE(at + 20),
      unpacked: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return parts;
}

/** A part, unpacked: never more than is left of what all may be, whatever the archive says of it. */
function textOf(
  file: Buffer,
  { method, size, unpacked, offset }: Packed,
  left: { bytes: number; markup: number },
): string {
  if (unpacked > left.bytes) throw tooLarge();
  if (offset + 30 > file.length || file.readUInt32LE(offset) !== 0x04034b50) throw unreadable();
  const from = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
  const packed = file.subarray(from, from + size);
  let xml: string;
  try {
    if (method !== 0 && method !== 8) throw unreadable();
    const bytes = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: left.bytes });
    left.bytes -= bytes.length;
    left.markup -= count(bytes, "<") + count(bytes, "&");
    if (left.bytes <= 0 || left.markup < 0) throw tooLarge();
    xml = bytes.toString("utf8");
  } catch (cause) {
    if (cause instanceof PortalError) throw cause;
    throw (cause as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? tooLarge() : unreadable(cause);
  }
  // Whoever brings entities or comments of their own is no spreadsheet program.
  if (xml.includes("<!")) throw unreadable();
  // Some programs write every name with a prefix.
  return xml.replaceAll(/(<\/?)[A-Za-z]\w{0,20}:/g, "$1");
}

function count(xml: Buffer, sign: string): number {
  let found = 0;
  for (let at = xml.indexOf(sign); at >= 0; at = xml.indexOf(sign, at + 1)) found += 1;
  return found;
}

/** The path of the sheet that is shown first. */
function firstSheet(workbook = "", relations = ""): string {
  const shown = Array.from(elements(workbook, "sheet"), ({ attributes }) => attributes).find(
    (attributes) => !/hidden/i.test(attribute(attributes, "state") ?? ""),
  );
  const id = shown && attribute(shown, "\\w+:id");
  const relation = Array.from(elements(relations, "Relationship"), ({ attributes }) => attributes).find(
    (attributes) => id !== undefined && attribute(attributes, "Id") === id,
  );
  const target = (relation && attribute(relation, "Target")) ?? "worksheets/sheet1.xml";
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

/** Texts that several cells share, by their number. */
const sharedTexts = (xml: string): string[] => Array.from(elements(xml, "si"), ({ inner }) => textIn(inner));

/** The text of its parts, without how it is read aloud. */
function textIn(xml: string): string {
  const [first = "", ...others] = xml.split("<rPh");
  const bare = first + others.map((part) => part.slice(part.indexOf("</rPh>") + 1)).join("");
  return Array.from(elements(bare, "t"), ({ inner }) => decoded(inner)).join("");
}

function tableOf(xml: string, shared: readonly string[]): string[][] {
  const table: string[][] = [];
  let left = MAX_CHARACTERS;
  for (const { inner: cells } of elements(xml, "row")) {
    const row: string[] = [];
    for (const { attributes, inner } of elements(cells, "c")) {
      const at = columnOf(attribute(attributes, "r")) ?? row.length;
      if (at >= MOST_COLUMNS) continue;
      const text = cellText(attribute(attributes, "t"), inner, shared);
      left -= text.length;
      if (left < 0) throw tooLarge();
      row[at] = text;
    }
    if (row.some(Boolean)) table.push(Array.from(row, (cell) => cell ?? ""));
    // A line more than a list may have, and one for its heads: whoever counts says so.
    if (table.length > MOST_ROWS + 1) break;
  }
  return table;
}

interface Element {
  attributes: string;
  inner: string;
}

/** Elements of one name, none in another, in one pass: no text makes this slow. @throws invalid for tags without an end. */
function* elements(xml: string, name: string): Generator<Element> {
  const [start, end] = [`<${name}`, `</${name}>`];
  for (let at = xml.indexOf(start); at >= 0; at = xml.indexOf(start, at)) {
    const from = at + start.length;
    const close = xml.indexOf(">", from);
    if (close < 0) throw unreadable();
    at = close + 1;
    if (!/^[\s/>]/.test(xml.slice(from, from + 1))) continue;
    const attributes = xml.slice(from, close);
    if (attributes.endsWith("/")) {
      yield { attributes: attributes.slice(0, -1), inner: "" };
      continue;
    }
    const until = xml.indexOf(end, at);
    if (until < 0) throw unreadable();
    yield { attributes, inner: xml.slice(at, until) };
    at = until + end.length;
  }
}

/** "C12" is the third column, counted from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? "") ?? [];
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(type: string | undefined, inner: string, shared: readonly string[]): string {
  if (type === "inlineStr") return textIn(inner);
  const value = decoded(elements(inner, "v").next().value?.inner ?? "");
  if (type === "s") return shared[Number(value)] ?? "";
  if (type === "str") return value;
  if (type === "e" || type === "b") return "";
  // A number as people typed it: "8.031234567E9" is a phone number without its zero.
  return /E/i.test(value) && Number.isSafeInteger(Number(value)) ? String(Number(value)) : value;
}

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];

const NAMED: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (_all, decimal, hex, name) => {
    if (name) return NAMED[name] ?? "";
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

const unreadable = (cause?: unknown) => badList("unreadable", cause);
const tooLarge = () => badList("large");
