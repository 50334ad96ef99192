import { anyFreePort } from "#db/embedded/free-port";
import { portalProcess } from "../../bin/start/portal-process.ts";
import { startAgain } from "./start-again.ts";

/** Several real processes on one database. Buyers call those with pages; each may be killed at any moment. */
export interface Portals {
  /** Addresses; a portal that was killed comes back at the same one. */
  urls: readonly string[];
  /** How many processes there are, those without pages included. */
  count: number;
  /** The number of its process, as the workers' names say it. */
  pid(index: number): number | undefined;
  /** Kills one without warning and starts it again. Resolves when it is ready. */
  kill(index: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts `webs` processes with pages and background work, and `workers` with background work alone.
 * @param through another way to their database, if not the usual one.
 * @param beside another built checkout, of a version that may be alive at the same time: every second process is its.
 */
export async function openPortals(
  webs: number,
  workers: number,
  log: string,
  { through, beside }: { through?: string | undefined; beside?: string | undefined } = {},
): Promise<Portals> {
  const ports = await Promise.all(Array.from({ length: webs }, anyFreePort));
  const variables = [
    ...ports.map((port) => ({ PORT: String(port), PORTAL_ROLES: "web,worker" })),
    ...Array.from({ length: workers }, () => ({ PORTAL_ROLES: "worker" })),
  ];
  const way: Record<string, string> = through ? { DATABASE_URL: through } : {};
  const start = (own: Record<string, string>, index: number) =>
    portalProcess({ ...way, ...own }, log, [], index % 2 === 1 ? beside : undefined);
  const running = await Promise.all(variables.map(start));
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    count: running.length,
    pid: (index) => running[index]?.child.pid,
    async kill(index) {
      const own = variables[index];
      if (!own) throw new Error(`There is no process ${index}.`);
      running[index]?.child.kill("SIGKILL");
      await running[index]?.ended;
      running[index] = await startAgain(() => start(own, index));
    },
    async close() {
      await Promise.all(running.map((portal) => portal.stop()));
    },
  };
}
