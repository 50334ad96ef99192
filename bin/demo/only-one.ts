import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Claims `.data/` for this process, since two cannot share it. Returns what gives it back.
 * @throws Error when another demo runs on it; what a killed one left behind does not count.
 */
export function onlyOne(dataDir: string): () => void {
  const file = join(dataDir, "demo.pid");
  const [pid, born] = existsSync(file) ? readFileSync(file, "utf8").trim().split(" ") : [];
  if (pid && born && bornAt(Number(pid)) === born) {
    throw new Error(`The demo runs already, as process ${pid}: stop it there with Ctrl-C.`);
  }
  writeFileSync(file, `${process.pid} ${bornAt(process.pid)}\n`);
  return () => rmSync(file, { force: true });
}

/** When a process began: with its id, this names it for good. Undefined when it is gone. */
function bornAt(pid: number): string | undefined {
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
