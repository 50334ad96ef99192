import { strToU8, Unzip, UnzipInflate, zipSync } from "fflate";
import { PortalError } from "#lib/core/error";
import { createBadListError, MAX_ROWS } from "./bad-list.ts";

/** All unpacked parts together; 5,000 rows need a tenth of it. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;
/** Tags and entities in all parts: six for each cell of 26 columns and 5,000 rows. */
const MAX_MARKUP = 26 * MAX_ROWS * 6;
const MAX_PARTS = 1_000;
/** Unpacks to 16 MB at most, before it is counted. */
const PIECE_BYTES = 16 * 1024;
const END_OF_DIRECTORY = Buffer.from("PK\u0005\u0006", "latin1");

/** Parts that hold cells; images, fonts and the like are left out. */
const READ_PART = /\.(?:xml|rels)$|^mimetype$/i;
const CONTENT_TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>';

/**
 * Unpacks a spreadsheet's archive within limits, whatever sizes it claims, and packs its parts again: the
 * library that reads it sees only checked parts.
 * @throws invalid with a message of `BAD_LIST_MESSAGES`
 */
export function repackArchive(file: Uint8Array): { parts: Map<string, string>; archive: Uint8Array } {
  const parts = new Map<string, string>();
  let markup = MAX_MARKUP;
  for (const [path, bytes] of unpack(file)) {
    markup -= countOccurrences(bytes, "<") + countOccurrences(bytes, "&");
    if (markup < 0) throw createBadListError("large");
    const text = bytes.toString("utf8");
    if (/\.xml$/i.test(path)) requireWholeXml(text);
    parts.set(path.replaceAll("\\", "/"), text);
  }
  if (!parts.has("[Content_Types].xml")) parts.set("[Content_Types].xml", CONTENT_TYPES);
  const files = Object.fromEntries(Array.from(parts, ([path, text]) => [path, strToU8(text)]));
  return { parts, archive: zipSync(files, { level: 0 }) };
}

function unpack(file: Uint8Array): Map<string, Buffer> {
  const pieces = new Map<string, Uint8Array[]>();
  let left = MAX_UNPACKED_BYTES;
  let count = 0;
  const unzip = new Unzip((part) => {
    count += 1;
    if (count > MAX_PARTS) throw createBadListError("unreadable");
    if (!READ_PART.test(part.name)) return;
    const chunks: Uint8Array[] = [];
    pieces.set(part.name, chunks);
    part.ondata = (error, piece) => {
      if (error) throw error;
      left -= piece.length;
      if (left < 0) throw createBadListError("large");
      chunks.push(piece);
    };
    part.start();
  });
  unzip.register(UnzipInflate);
  try {
    if (Buffer.from(file).lastIndexOf(END_OF_DIRECTORY) < 0) throw createBadListError("unreadable");
    for (let at = 0; at < file.length; at += PIECE_BYTES)
      unzip.push(file.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= file.length);
  } catch (error) {
    throw error instanceof PortalError ? error : createBadListError("unreadable", error);
  }
  return new Map(Array.from(pieces, ([name, chunks]) => [name, Buffer.concat(chunks)]));
}

/** Rejects types and entities, which no spreadsheet program writes, and parts whose end is missing. */
function requireWholeXml(xml: string): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw createBadListError("unreadable");
  const root = /<([A-Za-z][\w:.-]*)[^>]*>/.exec(xml);
  if (!root || root[0].endsWith("/>")) return;
  const end = xml.lastIndexOf(`</${root[1]}>`);
  if (end < 0 || /<(?!!--)/.test(xml.slice(end + 1))) throw createBadListError("unreadable");
}

function countOccurrences(xml: Buffer, sign: string): number {
  let count = 0;
  for (let at = xml.indexOf(sign); at >= 0; at = xml.indexOf(sign, at + 1)) count += 1;
  return count;
}
