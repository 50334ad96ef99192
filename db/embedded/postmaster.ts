import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The content of postmaster.pid: process id, port, and the state ("ready" when connections are accepted). */
export interface PostmasterFile {
  pid: number;
  port: number;
  state: string;
}

/** Reads the server from a data directory's postmaster.pid, alive or not. */
export function readPostmaster(cluster: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]), state: lines[7]?.trim() ?? "" };
  } catch {
    return undefined;
  }
}

/** Stops a server that a killed process left running on this directory, and removes its stale pid file. */
export async function stopLeftover(cluster: string): Promise<void> {
  const leftover = readPostmaster(cluster);
  if (!leftover) return;
  if (isServerOf(leftover.pid, cluster)) await stopProcess(leftover.pid, cluster);
  rmSync(join(cluster, "postmaster.pid"), { force: true });
}

async function stopProcess(pid: number, cluster: string): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    process.kill(pid, signal);
    for (let attempts = 0; attempts < 200; attempts++) {
      await pause(25);
      if (!isServerOf(pid, cluster)) return;
    }
  }
  throw new Error(
    `A PostgreSQL that was left running (process ${pid}) doesn't stop. End it, then try again.`,
  );
}

/** Whether this process is a PostgreSQL server of that directory: a reused process id is left alone. */
function isServerOf(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    if (existsSync("/proc/self/cwd")) return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    const command = execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return command.includes(`-D ${cluster}`);
  } catch {
    return false;
  }
}
