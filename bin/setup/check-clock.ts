import type { Finding } from "./checks.ts";

const MAX_DIFFERENCE_S = 30;
const TIMEOUT_MS = 20_000;

/**
 * Compares the clock with those of services that the portal calls: authentication codes, prices and webhooks
 * are valid for a short time.
 */
export async function checkClock(addresses: readonly string[]): Promise<Finding> {
  const results = await Promise.all(addresses.map(compareClock));
  const compared = results.filter((result) => result !== undefined);
  if (compared.length === 0) return { title: "Clock: not compared, no service names its time" };
  const apart = compared.filter(({ seconds }) => seconds > MAX_DIFFERENCE_S);
  if (apart.length === 0) return { title: "Clock: right" };
  const differences = apart.map(({ host, seconds }) => `by ${seconds} s from that of ${host}`).join(" and ");
  const isOurs = apart.length > compared.length / 2;
  return isOurs
    ? { title: "Clock", problem: `it differs ${differences}. Run timedatectl set-ntp true` }
    : { title: "Clock", problem: `it differs ${differences} only. Tell them`, minor: true };
}

async function compareClock(address: string): Promise<{ host: string; seconds: number } | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(address, { method: "HEAD", redirect: "manual", signal }).catch(
    () => undefined,
  );
  const time = Date.parse(response?.headers.get("date") ?? "");
  if (Number.isNaN(time)) return undefined;
  return { host: new URL(address).host, seconds: Math.round(Math.abs(Date.now() - time) / 1_000) };
}
