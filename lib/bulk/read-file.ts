import { badList, tableOf } from "./read-list.ts";
import { readWorkbook } from "./read-workbook.ts";

/** The most bytes of a file. */
export const FILE_BYTES = 2 * 1024 * 1024;

/** The cells of a file: XLSX, or text in lines. @throws invalid with the words of `BAD_LISTS`. */
export function fileCells(bytes: Buffer): string[][] {
  if (bytes.length > FILE_BYTES) throw badList("large");
  if (bytes.subarray(0, 2).toString("latin1") === "PK") return readWorkbook(bytes);
  const text = textOf(bytes);
  if (text.includes("\0")) throw badList("unreadable");
  return tableOf(text);
}

/** UTF-8, UTF-16 with its mark, or what older spreadsheet programs write. */
function textOf(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
