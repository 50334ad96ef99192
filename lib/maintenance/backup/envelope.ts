import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress, constants as zlib } from "node:zlib";

const MAGIC = "kiosk-backup 1";
const CIPHER = "aes-256-gcm";
const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const MAX_HEADER_BYTES = 200;

type Bytes = AsyncIterable<Buffer>;

/**
 * Encodes a backup's file: one line of header, then its content, compressed, and sealed where there is a key.
 * A sealed file consists of pieces of 64 KiB, each encrypted under its number and a flag of the last, so that
 * changed, dropped, repeated or moved pieces and a cut end are detected.
 */
export async function* sealBackup(content: Bytes, key: string | undefined): AsyncGenerator<Buffer> {
  const packed = pipeThrough(content, createZstdCompress({ params: { [zlib.ZSTD_c_checksumFlag]: 1 } }));
  if (!key) {
    yield Buffer.from(`${MAGIC} plain\n`);
    return yield* packed;
  }
  const head = Buffer.from(`${MAGIC} sealed ${randomBytes(32).toString("base64url")}\n`);
  yield head;
  const fileKey = deriveFileKey(key, head);
  let number = 0;
  for await (const { piece, last } of splitIntoPieces(packed, PIECE_BYTES)) {
    const cipher = createCipheriv(CIPHER, fileKey, createNonce(number++, last));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decodes the content of such a file.
 * @throws Error for the operator when it isn't a backup, was changed or cut, or has another key.
 */
export async function* unsealBackup(file: Bytes, key: string | undefined): AsyncGenerator<Buffer> {
  const { head, rest } = await readHeader(file);
  const sealed = head.toString().startsWith(`${MAGIC} sealed `);
  if (!sealed && head.toString() !== `${MAGIC} plain\n`)
    throw new Error("This file isn't a backup of the portal.");
  if (sealed && !key)
    throw new Error("This backup is encrypted. Set BACKUP_KEY to the key that it was made with.");
  const packed = sealed ? unsealPieces(rest, deriveFileKey(key ?? "", head)) : rest;
  try {
    yield* pipeThrough(packed, createZstdDecompress());
  } catch (error) {
    const isOurs = error instanceof Error && !("code" in error);
    throw isOurs
      ? error
      : new Error("This backup is damaged: it was changed, or its end is missing. Restore another one.", {
          cause: error,
        });
  }
}

async function* unsealPieces(file: Bytes, fileKey: Buffer): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { piece, last } of splitIntoPieces(file, PIECE_BYTES + TAG_BYTES)) {
    const decipher = createDecipheriv(CIPHER, fileKey, createNonce(number++, last));
    try {
      if (piece.length < TAG_BYTES) throw new Error("its end is missing");
      decipher.setAuthTag(piece.subarray(piece.length - TAG_BYTES));
      const content = decipher.update(piece.subarray(0, piece.length - TAG_BYTES));
      decipher.final();
      yield content;
    } catch (cause) {
      const reason = number === 1 ? "BACKUP_KEY isn't the key that it was made with, or the backup" : "it";
      throw new Error(`This backup can't be read: ${reason} was changed, or its end is missing.`, { cause });
    }
  }
}

/** Derives a key for this file only, bound to its first line. */
function deriveFileKey(key: string, head: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", key, head, MAGIC, 32));
}

/** Encodes the number of a piece, and whether it is the last. */
function createNonce(number: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(number, 5, 6);
  bytes[11] = last ? 1 : 0;
  return bytes;
}

/** Yields pieces of one size; the last may be shorter, and is empty only without content. */
async function* splitIntoPieces(
  source: Bytes,
  size: number,
): AsyncGenerator<{ piece: Buffer; last: boolean }> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    held.push(chunk);
    length += chunk.length;
    if (length <= size) continue;
    const all = Buffer.concat(held);
    let from = 0;
    // Needs one byte more than a piece, since only then it isn't the last.
    for (; length - from > size; from += size) yield { piece: all.subarray(from, from + size), last: false };
    held = [all.subarray(from)];
    length -= from;
  }
  yield { piece: Buffer.concat(held), last: true };
}

async function readHeader(file: Bytes): Promise<{ head: Buffer; rest: Bytes }> {
  const source = file[Symbol.asyncIterator]();
  let begin: Buffer = Buffer.alloc(0);
  while (begin.indexOf("\n") < 0 && begin.length < MAX_HEADER_BYTES) {
    const { value, done } = await source.next();
    if (done) break;
    begin = Buffer.concat([begin, value]);
  }
  const end = begin.indexOf("\n") + 1;
  async function* rest() {
    if (begin.length > end) yield begin.subarray(end);
    yield* { [Symbol.asyncIterator]: () => source };
  }
  return { head: begin.subarray(0, end), rest: rest() };
}

/** Yields the output of a transform; the reader gets its errors and the source's. */
async function* pipeThrough(source: Bytes, transform: Transform): AsyncGenerator<Buffer> {
  const fed = pipeline(Readable.from(source, { objectMode: false }), transform);
  fed.catch(() => {});
  yield* transform as Bytes;
  await fed;
}
