import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** What postmaster.pid says: process id, port, and the state ("ready" when connections are accepted). */
export interface Postmaster {
  pid: number;
  port: number;
  state: string;
}

/** The server that a data directory's postmaster.pid names, alive or not. */
export function postmasterOf(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]), state: lines[7]?.trim() ?? "" };
  } catch {
    return undefined;
  }
}

/** Stops a server that a killed process left running on this very directory, and removes its stale pid file. */
export async function stopLeftover(cluster: string): Promise<void> {
  const left = postmasterOf(cluster);
  if (!left) return;
  if (servesHere(left.pid, cluster)) await stopProcess(left.pid, cluster);
  rmSync(join(cluster, "postmaster.pid"), { force: true });
}

async function stopProcess(pid: number, cluster: string): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    process.kill(pid, signal);
    for (let tries = 0; tries < 200; tries++) {
      await pause(25);
      if (!servesHere(pid, cluster)) return;
    }
  }
  throw new Error(`The PostgreSQL that was left running (process ${pid}) does not stop.`);
}

/** Whether this process is a PostgreSQL server of that directory: a reused process id is left alone. */
function servesHere(pid: number, cluster: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    if (existsSync("/proc/self/cwd")) return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    const command = execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return command.includes(`-D ${cluster}`);
  } catch {
    return false;
  }
}
