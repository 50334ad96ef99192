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
import { commandAsServerUser, type ServerUser } from "./server-user.ts";

/**
 * Returns PostgreSQL's name for the directory that it was started in: folders above it may be closed to the
 * user it runs as, and need not be passed by this name.
 */
export function pathInsideServer(dir: string): string {
  return existsSync("/proc/self/cwd") ? "/proc/self/cwd" : dir;
}

/** Opens the cluster's directory and its password, created at the first call; a half-made one is deleted. */
export function openCluster(dir: string, initdb: string, serverUser: ServerUser, durable: boolean) {
  const cluster = join(dir, "cluster");
  const passwordFile = join(dir, "password");
  if (!existsSync(cluster)) {
    for (const name of readdirSync(dir).filter((name) => name.startsWith("making-"))) {
      rmSync(join(dir, name), { recursive: true, force: true });
    }
    writeFileSync(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o644 });
    const temporary = join(dir, `making-${process.pid}`);
    mkdirSync(temporary, { mode: 0o700 });
    const { uid, gid } = serverUser;
    if (uid !== undefined && gid !== undefined) chownSync(temporary, uid, gid);
    initialiseCluster(temporary, initdb, serverUser, durable);
    renameSync(temporary, cluster);
  }
  return { cluster, password: readFileSync(passwordFile, "utf8") };
}

function initialiseCluster(temporary: string, initdb: string, serverUser: ServerUser, durable: boolean) {
  const [command, args, options] = commandAsServerUser(serverUser, temporary, [
    initdb,
    `--pgdata=${pathInsideServer(temporary)}`,
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
  if (run.status !== 0) throw new Error(`PostgreSQL couldn't be set up: ${run.error ?? run.stderr.trim()}`);
}
