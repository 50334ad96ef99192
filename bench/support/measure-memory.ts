import { readFileSync } from "node:fs";

export async function measureMemory<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ value: T; grownMb: number }> {
  const idle = readMemoryMb(pid);
  let most = idle;
  const sampling = setInterval(() => (most = Math.max(most, readMemoryMb(pid))), 50);
  try {
    return { value: await work(), grownMb: most - idle };
  } finally {
    clearInterval(sampling);
  }
}

/** Reads the memory of a process, without shared pages. */
function readMemoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}
