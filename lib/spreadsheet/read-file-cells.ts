import { createBadListError, parseTextTable } from "./read-table.ts";
import { readWorkbook } from "./read-workbook.ts";

export const MAX_FILE_BYTES = 2 * 1024 * 1024;

/** Reads the cells of an XLSX or text file. @throws invalid with a message of `BAD_LIST_MESSAGES` */
export function readFileCells(bytes: Buffer): string[][] {
  if (bytes.length > MAX_FILE_BYTES) throw createBadListError("large");
  if (bytes.subarray(0, 2).toString("latin1") === "PK") return readWorkbook(bytes);
  const text = decodeText(bytes);
  if (text.includes("\0")) throw createBadListError("unreadable");
  return parseTextTable(text);
}

/** Decodes UTF-8, UTF-16 with a byte order mark, or Windows-1252 from older spreadsheet programs. */
function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
