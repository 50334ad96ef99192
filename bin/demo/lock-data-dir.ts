import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Locks `.data/` for this process, since two can't share it; a killed process's lock does not count.
 * @returns a function that unlocks it.
 * @throws Error when another demo runs on it.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, "demo.pid");
  const [pid, born] = existsSync(file) ? readFileSync(file, "utf8").trim().split(" ") : [];
  if (pid && born && readProcessStart(Number(pid)) === born) {
    throw new Error(`The demo runs already, as process ${pid}: stop it there with Ctrl-C.`);
  }
  writeFileSync(file, `${process.pid} ${readProcessStart(process.pid)}\n`);
  return () => rmSync(file, { force: true });
}

/** Reads a process's start time, which with its id identifies the process. Undefined when it is gone. */
function readProcessStart(pid: number): string | undefined {
  try {
    if (existsSync("/proc/self/stat")) {
      const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) (?!.*\) )/);
      const [state, ...rest] = fields.split(" ");
      return state === "Z" ? undefined : rest[18];
    }
    const began = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    return began.trim().replaceAll(" ", "-");
  } catch {
    return undefined;
  }
}
