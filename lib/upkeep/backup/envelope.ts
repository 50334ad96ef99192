import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress, constants as zlib } from "node:zlib";

const MAGIC = "kiosk-backup 1";
const CIPHER = "aes-256-gcm";
const PIECE = 64 * 1024;
const TAG = 16;
const LONGEST_HEAD = 200;

type Bytes = AsyncIterable<Buffer>;

/**
 * A backup as a file: one line that says what it is, then its content, compressed, and sealed where there is a key. Sealed,
 * it is cut into pieces of 64 KiB; each is encrypted under a number of its own and the last one knows that it is the last,
 * so that none can be changed, dropped, repeated or moved, and no end be cut off.
 */
export async function* enclose(content: Bytes, key: string | undefined): AsyncGenerator<Buffer> {
  const packed = through(content, createZstdCompress({ params: { [zlib.ZSTD_c_checksumFlag]: 1 } }));
  if (!key) {
    yield Buffer.from(`${MAGIC} plain\n`);
    return yield* packed;
  }
  const head = Buffer.from(`${MAGIC} sealed ${randomBytes(32).toString("base64url")}\n`);
  yield head;
  const fileKey = keyOf(key, head);
  let number = 0;
  for await (const { piece, last } of pieces(packed, PIECE)) {
    const cipher = createCipheriv(CIPHER, fileKey, nonce(number++, last));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/** The content of such a file. @throws Error in words where it is none, was changed or cut, or has another key. */
export async function* disclose(file: Bytes, key: string | undefined): AsyncGenerator<Buffer> {
  const { head, rest } = await headOf(file);
  const sealed = head.toString().startsWith(`${MAGIC} sealed `);
  if (!sealed && head.toString() !== `${MAGIC} plain\n`)
    throw new Error("This is not a backup of the portal.");
  if (sealed && !key)
    throw new Error("This backup is sealed: set BACKUP_KEY to the key that it was made with.");
  const packed = sealed ? unsealed(rest, keyOf(key ?? "", head)) : rest;
  try {
    yield* through(packed, createZstdDecompress());
  } catch (error) {
    const isOurs = error instanceof Error && !("code" in error);
    throw isOurs
      ? error
      : new Error("This backup is damaged: it was changed, or its end is missing.", { cause: error });
  }
}

async function* unsealed(file: Bytes, fileKey: Buffer): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { piece, last } of pieces(file, PIECE + TAG)) {
    const decipher = createDecipheriv(CIPHER, fileKey, nonce(number++, last));
    try {
      if (piece.length < TAG) throw new Error("its end is missing");
      decipher.setAuthTag(piece.subarray(piece.length - TAG));
      const content = decipher.update(piece.subarray(0, piece.length - TAG));
      decipher.final();
      yield content;
    } catch (cause) {
      const why = number === 1 ? "BACKUP_KEY is not the key that it was made with, or it" : "It";
      throw new Error(`This backup cannot be read: ${why} was changed, or its end is missing.`, { cause });
    }
  }
}

/** A key for this file alone, bound to its first line. */
function keyOf(key: string, head: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", key, head, MAGIC, 32));
}

/** Which piece it is, and whether it is the last. */
function nonce(number: number, last: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(number, 5, 6);
  bytes[11] = last ? 1 : 0;
  return bytes;
}

/** All of it in pieces of one size, the last of which may be shorter, and empty only where there is nothing. */
async function* pieces(source: Bytes, size: number): AsyncGenerator<{ piece: Buffer; last: boolean }> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    held.push(chunk);
    length += chunk.length;
    if (length <= size) continue;
    const all = Buffer.concat(held);
    let from = 0;
    // One byte more than a piece has to be there: only then is it known not to be the last.
    for (; length - from > size; from += size) yield { piece: all.subarray(from, from + size), last: false };
    held = [all.subarray(from)];
    length -= from;
  }
  yield { piece: Buffer.concat(held), last: true };
}

async function headOf(file: Bytes): Promise<{ head: Buffer; rest: Bytes }> {
  const source = file[Symbol.asyncIterator]();
  let begin: Buffer = Buffer.alloc(0);
  while (begin.indexOf("\n") < 0 && begin.length < LONGEST_HEAD) {
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

/** What comes out of a transform; its failure and the source's are the reader's. */
async function* through(source: Bytes, transform: Transform): AsyncGenerator<Buffer> {
  const fed = pipeline(Readable.from(source, { objectMode: false }), transform);
  fed.catch(() => {});
  yield* transform as Bytes;
  await fed;
}
