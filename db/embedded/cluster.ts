import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { asServant, type Servant } from "./servant.ts";

/**
 * What PostgreSQL calls the directory that it was started in: folders above it may be closed to the user it runs as,
 * and need not be passed by this name.
 */
export function asSeenInside(dir: string): string {
  return existsSync("/proc/self/cwd") ? "/proc/self/cwd" : dir;
}

/** The cluster's directory and its password, made at the first call; a half-made one is thrown away. */
export function openCluster(dir: string, initdb: string, servant: Servant, durable: boolean) {
  const cluster = join(dir, "cluster");
  const passwordFile = join(dir, "password");
  if (!existsSync(cluster)) {
    for (const name of readdirSync(dir).filter((name) => name.startsWith("making-"))) {
      rmSync(join(dir, name), { recursive: true, force: true });
    }
    writeFileSync(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o644 });
    const making = join(dir, `making-${process.pid}`);
    mkdirSync(making, { mode: 0o700 });
    const { uid, gid } = servant;
    if (uid !== undefined && gid !== undefined) chownSync(making, uid, gid);
    initialise(making, initdb, servant, durable);
    renameSync(making, cluster);
  }
  return { cluster, password: readFileSync(passwordFile, "utf8") };
}

function initialise(making: string, initdb: string, servant: Servant, durable: boolean) {
  const [command, args, options] = asServant(servant, making, [
    initdb,
    `--pgdata=${asSeenInside(making)}`,
    "--username=portal",
    "--pwfile=../password",
    "--auth=scram-sha-256",
    // A password of 192 random bits is not guessed, however quickly it can be tried.
    "--set=scram_iterations=1",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
    ...(durable ? [] : ["--no-sync"]),
  ]);
  const run = spawnSync(command, args, { ...options, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`PostgreSQL could not be set up: ${run.error ?? run.stderr.trim()}`);
}
