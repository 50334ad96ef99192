import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const ROOT_DIR = "/sys/fs/cgroup/memory";

/** A group of processes with a limit of memory, as a container or a unit of systemd has it. */
export interface MemoryGroup {
  /** Runs `start` in the group, so that the processes that it starts belong to it. */
  enterWhile<T>(start: () => Promise<T>): Promise<T>;
  pids(): number[];
  /** Whether the system ended a process of the group for want of memory. */
  hasKilled(): boolean;
  close(): Promise<void>;
}

/** Needs root and the memory controller of cgroup 1. @param above a group that contains it */
export function createMemoryGroup(
  name: string,
  limitMb: number,
  above?: string,
): MemoryGroup & { dir: string } {
  if (!existsSync(join(ROOT_DIR, "cgroup.procs"))) throw new Error("There is no memory controller here.");
  const dir = join(above ?? ROOT_DIR, name);
  mkdirSync(dir);
  writeFileSync(join(dir, "memory.use_hierarchy"), "1");
  writeFileSync(join(dir, "memory.limit_in_bytes"), String(limitMb * 1024 ** 2));
  const [, path = "/"] = /:memory:(.*)/.exec(readFileSync("/proc/self/cgroup", "utf8")) ?? [];
  const move = (to: string) => writeFileSync(join(to, "cgroup.procs"), String(process.pid));
  return {
    dir,
    async enterWhile(start) {
      move(dir);
      try {
        return await start();
      } finally {
        move(join(ROOT_DIR, path));
      }
    },
    pids: () => readFileSync(join(dir, "cgroup.procs"), "utf8").split("\n").filter(Boolean).map(Number),
    hasKilled: () => !/oom_kill 0\n/.test(readFileSync(join(dir, "memory.oom_control"), "utf8")),
    async close() {
      for (let tries = 100; tries > 0; tries--) {
        try {
          return rmdirSync(dir);
        } catch {
          await pause(100);
        }
      }
    },
  };
}

/** Reads the memory of processes in MB: what they share counts once. */
export function readMemoryMb(pids: readonly number[]): number {
  let kB = 0;
  for (const pid of pids) {
    try {
      kB += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch {
      // It has ended.
    }
  }
  return Math.round(kB / 1024);
}
