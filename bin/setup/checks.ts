import { lookup } from "node:dns/promises";
import { statfsSync } from "node:fs";
import { createServer } from "node:net";
import { networkInterfaces, totalmem } from "node:os";
import { describeError } from "#bin/portal/describe-error";
import { DIALECTS } from "#lib/upstream/dialects";
import { fetchPlans } from "#lib/upstream/fetch-plans";
import { isActive } from "./machine.ts";
import type { Settings } from "./settings.ts";

export interface Finding {
  title: string;
  /** The problem and its solution; absent where there is none. */
  problem?: string;
  /** The portal works in spite of it. */
  minor?: boolean;
}

export type Check = (settings: Settings) => Promise<Finding> | Finding;

const GB = 1e9;
const MAX_CLOCK_DIFFERENCE_S = 30;
const CALL_TIMEOUT_MS = 20_000;
const PLACEHOLDERS = {
  DATABASE_URL: "postgres://127.0.0.1/none",
  NEXTAUTH_SECRET: "-".repeat(32),
  NEXTAUTH_URL: "http://localhost",
  UPSTREAM_BASE_URL: "http://localhost",
  UPSTREAM_API_TOKEN: "none",
};

/** Checks of a machine, which need no portal on it. */
export const MACHINE_CHECKS: Check[] = [
  checkMemory,
  checkDisk,
  checkUpstream,
  checkClock,
  checkName,
  checkPorts,
];

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
async function checkUpstream({ upstream, token }: Settings): Promise<Finding> {
  const title = `Upstream: ${upstream}`;
  const account = { dialect: DIALECTS[0].name, baseUrl: upstream.replace(/\/+$/, ""), token };
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

/**
 * Compares the clock with the upstream's: authentication codes and prices are only valid for a short time.
 */
async function checkClock({ upstream }: Settings): Promise<Finding> {
  const title = "Clock";
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const response = await fetch(upstream, { method: "HEAD", redirect: "manual", signal }).catch(
    () => undefined,
  );
  const time = Date.parse(response?.headers.get("date") ?? "");
  if (Number.isNaN(time)) return { title: `${title}: not compared, the upstream names no time` };
  const seconds = Math.round(Math.abs(Date.now() - time) / 1_000);
  if (seconds <= MAX_CLOCK_DIFFERENCE_S) return { title: `${title}: right` };
  return { title, problem: `it differs by ${seconds} s from the upstream's. Run timedatectl set-ntp true` };
}

async function checkName({ domain }: Settings): Promise<Finding> {
  const title = `Name: ${domain}`;
  const addresses = await lookup(domain, { all: true }).catch(() => []);
  if (addresses.length === 0)
    return { title, problem: "it has no address. Add an A record with this machine's public address" };
  const local = Object.values(networkInterfaces()).flatMap((addresses) =>
    addresses?.map(({ address }) => address),
  );
  const listed = addresses.map(({ address }) => address);
  if (listed.some((address) => local.includes(address))) return { title: `${title} is this machine` };
  const problem = `it points to ${listed.join(", ")}, which isn’t an address of this machine. Change the A record, unless your provider forwards that address`;
  return { title, problem, minor: true };
}

/** Another web server on the ports of pages would keep Caddy from starting. */
async function checkPorts(): Promise<Finding> {
  const title = "Ports 80 and 443";
  if (isActive("caddy")) return { title: `${title}: Caddy's` };
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
  return `${verdict.padEnd(8)} ${title}${problem ? `: ${problem}.` : ""}`;
}
