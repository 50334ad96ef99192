import { readFileSync } from "node:fs";

/** Does something, and says how many megabytes a process took above what it had before. */
export async function whileWatched<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ value: T; grownMb: number }> {
  const idle = memoryMb(pid);
  let most = idle;
  const sampling = setInterval(() => (most = Math.max(most, memoryMb(pid))), 50);
  try {
    return { value: await work(), grownMb: most - idle };
  } finally {
    clearInterval(sampling);
  }
}

/** What a process holds in memory of its own. */
function memoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}
