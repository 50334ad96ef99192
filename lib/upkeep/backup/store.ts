import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { env } from "#lib/core/env";
import { isFull } from "#lib/core/error";
import { isBackup, type Store } from "./names.ts";
import { s3Store } from "./s3-store.ts";

/** The place that `BACKUP_TO` names, or another: a folder, or s3://bucket/prefix. @throws Error in words. */
export function storeAt(place = env().BACKUP_TO): Store {
  if (!place) throw new Error("Say where: set BACKUP_TO to a folder or to s3://bucket/prefix.");
  return place.startsWith("s3://") ? s3Store(place) : folderStore(place);
}

const UNFINISHED = ".part";

/** A file is written under another name, forced to the disk, and named at last. */
function folderStore(dir: string): Store {
  return {
    async put(name, file) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      for (const left of await readdir(dir))
        if (left.endsWith(UNFINISHED)) await rm(join(dir, left), { force: true });
      const part = join(dir, name + UNFINISHED);
      try {
        await pipeline(
          Readable.from(file, { objectMode: false }),
          createWriteStream(part, { mode: 0o600, flush: true }),
        );
        await rename(part, join(dir, name));
      } catch (error) {
        await rm(part, { force: true });
        if (!isFull(error)) throw error;
        throw new Error(
          `There is no room left in ${dir}: nothing of this backup is kept, and the earlier ones are as they were.`,
        );
      }
      const folder = await open(dir);
      await folder.sync().finally(() => folder.close());
    },
    async get(name) {
      const path = join(dir, name);
      const file = await open(path).catch((error) => {
        throw inWords(error, path, `There is no ${name} in ${dir}.`);
      });
      return file.createReadStream();
    },
    async list() {
      const names = await readdir(dir).catch((error) => {
        throw inWords(error, dir, `There is no folder ${dir}.`);
      });
      return names.filter(isBackup).sort();
    },
    remove: (name) => rm(join(dir, name)),
  };
}

/** A file by its path. @throws Error in words, when it is read */
export async function* readBackupFile(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>;
  } catch (error) {
    throw inWords(error, path, `There is no ${path}.`);
  }
}

/** Why a file or folder cannot be read: a backup that root made is not its service's to read. */
function inWords(error: unknown, path: string, missing: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return new Error(missing, { cause: error });
  if (code !== "EACCES" && code !== "EPERM") return error;
  return new Error(
    `${path} may not be read by this user: run this as the user who made the backup, or give it to this user with chown.`,
    { cause: error },
  );
}
