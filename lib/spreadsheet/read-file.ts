import { createBadListError, MAX_FILE_BYTES } from "./bad-list.ts";
import { readContacts } from "./read-contacts.ts";
import { readText } from "./read-text.ts";
import type { Sheet } from "./sheet.ts";

const WORKBOOK_STARTS = ["504b", "d0cf11e0"];
/** PDF, pictures, and other archives. */
const OTHER_STARTS = ["25504446", "89504e47", "ffd8ff", "47494638", "52617221", "377abcaf", "1f8b"];

/** Reads the shown sheets of a file by its content, whatever its name. @throws invalid, of `BAD_LIST_MESSAGES` */
export async function readFile(bytes: Buffer): Promise<Sheet[]> {
  if (bytes.length > MAX_FILE_BYTES) throw createBadListError("large");
  const start = bytes.subarray(0, 4).toString("hex");
  if (WORKBOOK_STARTS.some((sign) => start.startsWith(sign)))
    return (await loadWorkbooks()).readWorkbook(bytes);
  if (OTHER_STARTS.some((sign) => start.startsWith(sign))) throw createBadListError("unreadable");
  const text = decodeText(bytes);
  if (text.includes("\0")) throw createBadListError("unreadable");
  if (/^\s*BEGIN:VCARD/im.test(text)) return [readContacts(text)];
  if (!/^\uFEFF?\s*<[!?a-z]/i.test(text)) return [readText(text)];
  if (/<table\b/i.test(text) && !/<(?:office:|Workbook\b)/i.test(text))
    return (await loadWorkbooks()).readHtmlTable(text);
  throw createBadListError("unreadable");
}

/** Most lists are pasted: their process starts sooner without the library of workbooks. */
const loadWorkbooks = () => import("./read-workbook.ts");

/** Decodes UTF-8, UTF-16 with or without its mark, or Windows-1252 from older spreadsheet programs. */
function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const start = bytes.subarray(0, 400);
  const zeros = [0, 1].map((odd) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length);
  if (start.length > 3 && (zeros[1] ?? 0) > start.length / 4)
    return new TextDecoder("utf-16le").decode(bytes);
  if (start.length > 3 && (zeros[0] ?? 0) > start.length / 4)
    return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
