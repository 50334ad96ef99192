import { type FileHandle, open, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TMPFS = 0x01021994;
/** For the others who use that disk. */
const SPARE_BYTES = 1e9;

/**
 * Writes content to a disk of this machine before it is sent: a transaction that reads it lasts as long as
 * the database needs then, and not as long as a slow line does. Yields it directly where no disk has room.
 * The file has no name, so that its space is free again however this process ends.
 * @param maxBytes more than the content has
 */
export async function* spool(content: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  const file = await openNameless(maxBytes + SPARE_BYTES);
  if (!file) {
    yield* content;
    return;
  }
  try {
    await file.writeFile(content);
    yield* file.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>;
  } finally {
    await file.close();
  }
}

async function openNameless(minFreeBytes: number): Promise<FileHandle | undefined> {
  for (const dir of new Set(["/var/tmp", tmpdir()])) {
    try {
      const { type, bavail, bsize } = await statfs(dir);
      // Memory is scarcer than the line is slow.
      if (type === TMPFS || bavail * bsize < minFreeBytes) continue;
      const path = join(dir, `kiosk-backup-${process.pid}`);
      const file = await open(path, "wx+", 0o600);
      await rm(path);
      return file;
    } catch {
      // The next one may be writable.
    }
  }
  return undefined;
}
