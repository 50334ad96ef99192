import { startPortalProcess } from "#bin/start/start-portal-process";
import { getFreePort } from "#db/embedded/free-port";
import { retryStart } from "./retry-start.ts";

/** Several real processes on one database. Buyers call those with pages; each may be killed at any moment. */
export interface PortalGroup {
  /** Addresses; a portal that was killed comes back at the same one. */
  urls: readonly string[];
  /** The number of processes, including those without pages. */
  count: number;
  /** The process ID, which workers' names contain. */
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
): Promise<PortalGroup> {
  const ports = await Promise.all(Array.from({ length: webs }, getFreePort));
  const variables = [
    ...ports.map((port) => ({ PORT: String(port), PORTAL_ROLES: "web,worker" })),
    ...Array.from({ length: workers }, () => ({ PORTAL_ROLES: "worker" })),
  ];
  const way: Record<string, string> = through ? { DATABASE_URL: through } : {};
  const start = (portalVariables: Record<string, string>, index: number) =>
    startPortalProcess({ ...way, ...portalVariables }, log, [], index % 2 === 1 ? beside : undefined);
  const running = await Promise.all(variables.map(start));
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    count: running.length,
    pid: (index) => running[index]?.child.pid,
    async kill(index) {
      const portalVariables = variables[index];
      if (!portalVariables) throw new Error(`There is no process ${index}.`);
      running[index]?.child.kill("SIGKILL");
      await running[index]?.ended;
      running[index] = await retryStart(() => start(portalVariables, index));
    },
    async close() {
      await Promise.all(running.map((portal) => portal.stop()));
    },
  };
}
