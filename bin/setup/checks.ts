import { existsSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import { totalmem } from "node:os";
import { describeError } from "#bin/portal/describe-error";
import { DIALECTS } from "#lib/upstream/dialects";
import { fetchPlans } from "#lib/upstream/fetch-plans";
import { checkName } from "./check-name.ts";
import { isActive, PLACES } from "./machine.ts";
import type { Settings } from "./settings.ts";

export interface Finding {
  title: string;
  /** The problem and its solution; absent where there is none. */
  problem?: string;
  /** The portal works in spite of it. */
  minor?: boolean;
}

type Findings = Finding | Finding[];
export type Check = (settings: Settings) => Promise<Findings> | Findings;

const GB = 1e9;
const CALL_TIMEOUT_MS = 20_000;
const PLACEHOLDERS = {
  DATABASE_URL: "postgres://127.0.0.1/none",
  NEXTAUTH_SECRET: "-".repeat(32),
  NEXTAUTH_URL: "http://localhost",
  UPSTREAM_BASE_URL: "http://localhost",
  UPSTREAM_API_TOKEN: "none",
};

/** Checks of a machine, which need no portal on it. */
export const MACHINE_CHECKS: Check[] = [checkMemory, checkDisk, checkUpstream, checkName, checkPorts];

function checkMemory(): Finding {
  const title = `Memory: ${(totalmem() / GB).toFixed(1)} GB`;
  if (totalmem() >= 1.8 * GB) return { title };
  const problem = "the portal, its database and a proxy need 2 GB. Add memory, or 2 GB of swap";
  return { title, problem, minor: totalmem() >= 0.9 * GB };
}

function checkDisk(): Finding {
  const { bavail, bsize } = statfsSync("/var");
  const free = bavail * bsize;
  const title = `Disk: ${(free / GB).toFixed(1)} GB free in /var`;
  if (free >= 5 * GB) return { title };
  return { title, problem: "the database and its backups grow: free 5 GB", minor: free >= GB };
}

/** Fetches the plan list, as the portal will. */
async function checkUpstream({ upstream, token, dialect = DIALECTS[0].name }: Settings): Promise<Finding> {
  const title = `Upstream: ${upstream}`;
  const account = { dialect, baseUrl: upstream.replace(/\/+$/, ""), token };
  // The upstream's client reads the whole configuration, which setup has yet to write.
  for (const [name, value] of Object.entries(PLACEHOLDERS)) process.env[name] ??= value;
  try {
    const { networks } = await fetchPlans({ account, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    const plans = networks.flatMap(({ types }) => types.flatMap(({ plans }) => plans)).length;
    return { title: `${title} lists ${plans} plans` };
  } catch (error) {
    return {
      title,
      problem: `${describeError(error)} Check its address, your token, and whether it serves this machine`,
    };
  }
}

/** Another web server on the ports of pages would keep Caddy from starting. */
async function checkPorts(): Promise<Finding> {
  const title = "Ports 80 and 443";
  if (isActive("caddy")) return { title: `${title}: Caddy's` };
  if (existsSync(PLACES.site))
    return {
      title,
      problem: "Caddy isn't running, so the pages can't be reached. Run systemctl start caddy",
    };
  const used = [];
  for (const port of [80, 443]) if (!(await isFree(port))) used.push(port);
  if (used.length === 0) return { title: `${title}: free` };
  const problem = `another program uses ${used.join(" and ")}. Stop it, or let it be the proxy and run setup with --no-proxy`;
  return { title, problem, minor: true };
}

export async function isFree(port: number, host?: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer().once("error", () => resolve(false));
  server.listen({ port, host }, () => server.close(() => resolve(true)));
  return promise;
}

/** Formats a finding as a line of a report. */
export function formatFinding({ title, problem, minor }: Finding): string {
  const verdict = problem === undefined ? "ok" : minor ? "warning" : "problem";
  return `${verdict.padEnd(8)} ${title}${problem ? `: ${problem.replace(/\.$/, "")}.` : ""}`;
}
