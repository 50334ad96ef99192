import { createReadStream, createWriteStream } from "node:fs";
import { chown, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isDiskFull } from "#lib/core/database-error";
import { getMaintenanceVariables } from "#lib/maintenance/variables";
import { type BackupStore, isBackupName } from "./backup-names.ts";
import { createS3Store } from "./s3-store.ts";

/** Opens `BACKUP_TO` or another store: a folder, or s3://bucket/prefix. @throws Error for the operator */
export function openBackupStore(place = getMaintenanceVariables().BACKUP_TO): BackupStore {
  if (!place) throw new Error("Set BACKUP_TO to a folder or to s3://bucket/prefix.");
  if (place.startsWith("s3://")) return createS3Store(place);
  if (!isAbsolute(place))
    throw new Error(
      `"${place}" depends on the folder that the command runs in. Give a whole path, such as /var/backups/kiosk.`,
    );
  return createFolderStore(place);
}

const UNFINISHED_SUFFIX = ".part";

/** Creates a store in a folder. Files are written under another name, synced, and renamed at the end. */
function createFolderStore(dir: string): BackupStore {
  return {
    async put(name, file) {
      const part = join(dir, name + UNFINISHED_SUFFIX);
      try {
        await mkdir(dir, { recursive: true, mode: 0o700 });
        for (const left of await readdir(dir))
          if (left.endsWith(UNFINISHED_SUFFIX)) await rm(join(dir, left), { force: true });
        await pipeline(
          Readable.from(file, { objectMode: false }),
          createWriteStream(part, { mode: 0o600, flush: true }),
        );
        await giveToOwner(part, dir);
        await rename(part, join(dir, name));
      } catch (error) {
        await rm(part, { force: true }).catch(() => {});
        if (!isDiskFull(error)) throw describeWriteError(error, dir);
        throw new Error(
          `The disk of ${dir} is full. This backup was discarded; earlier backups are unchanged. Free space, then run the command again.`,
        );
      }
      const folder = await open(dir);
      await folder.sync().finally(() => folder.close());
    },
    async get(name) {
      const path = join(dir, name);
      const file = await open(path).catch((error) => {
        throw describeFileError(error, path, `There is no ${name} in ${dir}.`);
      });
      return file.createReadStream();
    },
    async list() {
      const names = await readdir(dir).catch((error) => {
        throw describeFileError(error, dir, `There is no folder ${dir}.`);
      });
      return names.filter(isBackupName).sort();
    },
    remove: (name) => rm(join(dir, name)),
  };
}

/** Gives a file that root wrote to the folder's owner, as whom nightly runs read and remove it. */
async function giveToOwner(file: string, dir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dir);
  await chown(file, uid, gid);
}

/** Reads a file by its path. @throws Error for the operator, when it is read */
export async function* readBackupFile(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path) as AsyncIterable<Buffer>;
  } catch (error) {
    throw describeFileError(error, path, `There is no ${path}.`);
  }
}

/** Explains why a folder can't be written: the user may not, or a service may write to one folder only. */
function describeWriteError(error: unknown, dir: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!["EACCES", "EPERM", "EROFS"].includes(code)) return error;
  return new Error(
    `${dir} can't be written by this user. Create it for that user (install -d -o kiosk -m 0700 ${dir}); a service may also need it in ReadWritePaths.`,
    { cause: error },
  );
}

/** Explains why a file or folder can't be read: the service's user can't read a backup that root created. */
function describeFileError(error: unknown, path: string, missing: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return new Error(missing, { cause: error });
  if (code !== "EACCES" && code !== "EPERM") return error;
  return new Error(
    `${path} can't be read by this user. Run the command as the user who made the backup, or change the file's owner with chown.`,
    { cause: error },
  );
}
