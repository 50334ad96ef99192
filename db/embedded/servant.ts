import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, statSync } from "node:fs";

/** As whom PostgreSQL runs: it refuses to be root. Empty when that is whoever we are. */
export interface Servant {
  uid?: number;
  gid?: number;
}

/** Makes `dir` and says who runs PostgreSQL on it: whoever we are, or for root the directory's owner or nobody. */
export function servantOf(dir: string): Servant {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = statSync(dir);
  if (uid !== 0) return { uid, gid };
  const servant = { uid: idOf("-u"), gid: idOf("-g") };
  chownSync(dir, servant.uid, servant.gid);
  return servant;
}

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

/** Nothing of our environment that could lead PostgreSQL elsewhere. */
const ENVIRONMENT = ["-i", "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"];

/** Command, arguments and options that run a command as the servant, in a directory that this process may enter. */
export function asServant(
  servant: Servant,
  cwd: string,
  command: string[],
): [string, string[], Servant & { cwd: string }] {
  return ["env", [...ENVIRONMENT, ...command], { ...servant, cwd }];
}
