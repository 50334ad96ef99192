import { readdirSync, readFileSync } from "node:fs";
import type postgres from "postgres";

/** Of the kernel's ticks, 100 a second. */
const TICK_MS = 10;

/** Returns a clock of the processor time in ms that this process, its ended children and the database server used. */
export async function openProcessorClock(sql: postgres.Sql): Promise<() => number> {
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const server = readProcess(String(backend?.pid))?.parent ?? "";
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000 + (readProcess("self")?.ended ?? 0) + readServerMs(server);
  };
}

/** Reads the processor time in ms that a process has used itself. */
export const readProcessMs = (pid: number): number => readProcess(String(pid))?.own ?? Number.NaN;

/** Adds up a server's processes. One that ends meanwhile moves to the children that it waited for, so both are read again. */
function readServerMs(server: string): number {
  for (;;) {
    const before = readProcess(server);
    if (!before) throw new Error("The database server isn't on this machine.");
    const running = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(readProcess)
      .filter((process) => process?.parent === server);
    if (readProcess(server)?.ended === before.ended)
      return running.reduce((sum, process) => sum + (process?.own ?? 0), before.own + before.ended);
  }
}

/** Reads a process's parent, and the processor time in ms of it and of the children that it waited for. */
function readProcess(pid: string) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const ms = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) * TICK_MS;
    return { parent: fields[1] ?? "", own: ms(11), ended: ms(13) };
  } catch {
    return undefined;
  }
}
