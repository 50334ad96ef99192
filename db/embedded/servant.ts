import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** How to run PostgreSQL, which refuses to be root: as whom, and the command that has to stand before its own. */
export interface Servant {
  as: { uid: number; gid: number } | Record<string, never>;
  prefix: string[];
}

/** Makes `dir` and says who runs PostgreSQL on it: whoever we are, or for root the directory's owner or nobody. */
export function servantOf(dir: string, reads: string[]): Servant {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return { as: {}, prefix: [] };
  const owner = statSync(dir);
  const uid = owner.uid || idOf("-u");
  const gid = owner.uid ? owner.gid : idOf("-g");
  if (owner.uid === 0) chownSync(dir, uid, gid);
  if ([dir, ...reads].every((path) => reachable(path, uid, gid))) return { as: { uid, gid }, prefix: [] };
  return { as: {}, prefix: ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...MAY_READ] };
}

/** A checkout below /root is closed to others: this lets them pass without opening it. */
const MAY_READ = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"];

function idOf(which: "-u" | "-g"): number {
  for (const name of ["postgres", "nobody"]) {
    try {
      return Number(execFileSync("id", [which, name], { stdio: ["ignore", "pipe", "ignore"] }));
    } catch {}
  }
  throw new Error(
    "PostgreSQL does not run as root, and there is no user 'postgres' or 'nobody' to run it as.",
  );
}

function reachable(path: string, uid: number, gid: number): boolean {
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) {
    const { mode, uid: owner, gid: group } = statSync(at);
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if (!(mode & bit)) return false;
  }
  return true;
}
