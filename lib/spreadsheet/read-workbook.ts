import { inflateRawSync } from "node:zlib";
import { PortalError } from "#lib/core/error";
import { createBadListError, MAX_ROWS } from "./read-table.ts";

/** All unpacked parts together; 5,000 rows need a tenth of it. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;
/** Tags and entities in all parts: six for each cell of 26 columns and 5,000 rows. */
const MAX_MARKUP = 26 * MAX_ROWS * 6;
/** All cells together, as many can share one long text. */
const MAX_CHARACTERS = MAX_UNPACKED_BYTES;
const MAX_PARTS = 1_000;
const MAX_COLUMNS = 26;

/**
 * Reads the cells of an XLSX workbook's first sheet as text. Ignores formulas and links, and
 * rejects custom entities.
 * @throws invalid when the file is unreadable or too large.
 */
export function readWorkbook(file: Buffer): string[][] {
  const parts = readParts(file);
  const left = { bytes: MAX_UNPACKED_BYTES, markup: MAX_MARKUP };
  const part = (name: string) => {
    const packed = parts.get(name);
    return packed && unpackText(file, packed, left);
  };
  const sheet = part(findFirstSheet(part("xl/workbook.xml"), part("xl/_rels/workbook.xml.rels")));
  if (sheet === undefined) throw createUnreadableError();
  return readSheet(sheet, readSharedTexts(part("xl/sharedStrings.xml") ?? ""));
}

interface PackedPart {
  method: number;
  size: number;
  unpacked: number;
  offset: number;
}

function readParts(file: Buffer): Map<string, PackedPart> {
  const end = file.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
  if (end < 0 || end + 22 > file.length) throw createUnreadableError();
  const count = file.readUInt16LE(end + 10);
  if (count > MAX_PARTS) throw createUnreadableError();
  const parts = new Map<string, PackedPart>();
  let at = file.readUInt32LE(end + 16);
  for (let n = 0; n < count; n++) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x02014b50) throw createUnreadableError();
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

/** Unpacks a part within the limits left for all parts, whatever size the archive claims. */
function unpackText(
  file: Buffer,
  { method, size, unpacked, offset }: PackedPart,
  left: { bytes: number; markup: number },
): string {
  if (unpacked > left.bytes) throw createTooLargeError();
  if (offset + 30 > file.length || file.readUInt32LE(offset) !== 0x04034b50) throw createUnreadableError();
  const from = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
  const packed = file.subarray(from, from + size);
  let xml: string;
  try {
    if (method !== 0 && method !== 8) throw createUnreadableError();
    const bytes = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: left.bytes });
    left.bytes -= bytes.length;
    left.markup -= countOccurrences(bytes, "<") + countOccurrences(bytes, "&");
    if (left.bytes <= 0 || left.markup < 0) throw createTooLargeError();
    xml = bytes.toString("utf8");
  } catch (cause) {
    if (cause instanceof PortalError) throw cause;
    throw (cause as { code?: string }).code === "ERR_BUFFER_TOO_LARGE"
      ? createTooLargeError()
      : createUnreadableError(cause);
  }
  // Spreadsheet programs write no custom entities or comments.
  if (xml.includes("<!")) throw createUnreadableError();
  // Some programs write every name with a prefix.
  return xml.replaceAll(/(<\/?)[A-Za-z]\w{0,20}:/g, "$1");
}

function countOccurrences(xml: Buffer, sign: string): number {
  let count = 0;
  for (let at = xml.indexOf(sign); at >= 0; at = xml.indexOf(sign, at + 1)) count += 1;
  return count;
}

function findFirstSheet(workbook = "", relations = ""): string {
  const shown = Array.from(elements(workbook, "sheet"), ({ attributes }) => attributes).find(
    (attributes) => !/hidden/i.test(readAttribute(attributes, "state") ?? ""),
  );
  const id = shown && readAttribute(shown, "\\w+:id");
  const relation = Array.from(elements(relations, "Relationship"), ({ attributes }) => attributes).find(
    (attributes) => id !== undefined && readAttribute(attributes, "Id") === id,
  );
  const target = (relation && readAttribute(relation, "Target")) ?? "worksheets/sheet1.xml";
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

const readSharedTexts = (xml: string): string[] =>
  Array.from(elements(xml, "si"), ({ inner }) => extractText(inner));

/** Joins the parts of a text, without phonetic hints. */
function extractText(xml: string): string {
  const [first = "", ...others] = xml.split("<rPh");
  const bare = first + others.map((part) => part.slice(part.indexOf("</rPh>") + 1)).join("");
  return Array.from(elements(bare, "t"), ({ inner }) => decodeEntities(inner)).join("");
}

function readSheet(xml: string, shared: readonly string[]): string[][] {
  const table: string[][] = [];
  let left = MAX_CHARACTERS;
  for (const { inner: cells } of elements(xml, "row")) {
    const row: string[] = [];
    for (const { attributes, inner } of elements(cells, "c")) {
      const at = parseColumn(readAttribute(attributes, "r")) ?? row.length;
      if (at >= MAX_COLUMNS) continue;
      const text = readCellText(readAttribute(attributes, "t"), inner, shared);
      left -= text.length;
      if (left < 0) throw createTooLargeError();
      row[at] = text;
    }
    if (row.some(Boolean)) table.push(Array.from(row, (cell) => cell ?? ""));
    // One row above the maximum and one of headings are enough for `readTableRows` to reject the file.
    if (table.length > MAX_ROWS + 1) break;
  }
  return table;
}

interface Element {
  attributes: string;
  inner: string;
}

/** Yields the elements of one name, not nested, in linear time. @throws invalid for tags without an end. */
function* elements(xml: string, name: string): Generator<Element> {
  const [start, end] = [`<${name}`, `</${name}>`];
  for (let at = xml.indexOf(start); at >= 0; at = xml.indexOf(start, at)) {
    const from = at + start.length;
    const close = xml.indexOf(">", from);
    if (close < 0) throw createUnreadableError();
    at = close + 1;
    if (!/^[\s/>]/.test(xml.slice(from, from + 1))) continue;
    const attributes = xml.slice(from, close);
    if (attributes.endsWith("/")) {
      yield { attributes: attributes.slice(0, -1), inner: "" };
      continue;
    }
    const until = xml.indexOf(end, at);
    if (until < 0) throw createUnreadableError();
    yield { attributes, inner: xml.slice(at, until) };
    at = until + end.length;
  }
}

/** Parses a reference such as "C12" as a column index from 0. */
function parseColumn(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? "") ?? [];
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function readCellText(type: string | undefined, inner: string, shared: readonly string[]): string {
  if (type === "inlineStr") return extractText(inner);
  const value = decodeEntities(elements(inner, "v").next().value?.inner ?? "");
  if (type === "s") return shared[Number(value)] ?? "";
  if (type === "str") return value;
  if (type === "e" || type === "b") return "";
  // A number as people typed it: "8.031234567E9" is a phone number without its zero.
  return /E/i.test(value) && Number.isSafeInteger(Number(value)) ? String(Number(value)) : value;
}

const readAttribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];

const NAMED_ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (_all, decimal, hex, name) => {
    if (name) return NAMED_ENTITIES[name] ?? "";
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

const createUnreadableError = (cause?: unknown) => createBadListError("unreadable", cause);
const createTooLargeError = () => createBadListError("large");
