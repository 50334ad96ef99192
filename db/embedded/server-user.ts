import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, statSync } from "node:fs";

/** The user that runs PostgreSQL, which rejects root. Empty for the user of this process. */
export interface ServerUser {
  uid?: number;
  gid?: number;
}

/**
 * Creates `dir` and chooses the user that runs PostgreSQL on it: the present user, or for root the
 * directory's owner or `nobody`.
 */
export function chooseServerUser(dir: string): ServerUser {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = statSync(dir);
  if (uid !== 0) return { uid, gid };
  const serverUser = { uid: lookUpUserId("-u"), gid: lookUpUserId("-g") };
  chownSync(dir, serverUser.uid, serverUser.gid);
  return serverUser;
}

function lookUpUserId(which: "-u" | "-g"): number {
  for (const name of ["postgres", "nobody"]) {
    const { error, status, stdout } = spawnSync("id", [which, name], { encoding: "utf8" });
    if (error) throw error;
    if (status === 0) return Number(stdout);
  }
  throw new Error(
    "PostgreSQL can't run as root, and this machine has neither a user 'postgres' nor a user 'nobody'. Create one.",
  );
}

/** An environment without variables that could lead PostgreSQL elsewhere. */
const CLEAN_ENV = ["-i", "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"];

/**
 * Returns command, arguments and options that run a command as the server's user, in a directory
 * that this process may enter.
 */
export function commandAsServerUser(
  serverUser: ServerUser,
  cwd: string,
  command: string[],
): [string, string[], ServerUser & { cwd: string }] {
  return ["env", [...CLEAN_ENV, ...command], { ...serverUser, cwd }];
}
