import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { CLOUDFLARE, isCloudflareAddress } from "#lib/core/network/cloudflare";
import { describeNetworkError } from "#lib/core/network/network-error";
import { isPublicAddress } from "#lib/core/network/public-address";
import type { Finding } from "./checks.ts";

interface NameServers {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
}

interface NameCheck {
  domain: string;
  /** `TRUSTED_PROXIES`, as it is written. */
  proxies?: string | undefined;
  resolver?: NameServers;
  /** The addresses of this machine. */
  local?: string[];
}

/**
 * Looks up the addresses of the portal's name as its visitors and the authority of its certificate do: in DNS,
 * not in a file of this machine, and each of them has to lead here.
 */
export async function checkName({
  domain,
  proxies = "",
  resolver = new Resolver({ timeout: 3_000, tries: 2 }),
  local = listLocalAddresses(),
}: NameCheck): Promise<Finding> {
  const title = `Name: ${domain}`;
  if (!domain.includes(".") || isIP(domain)) return { title: `${title} needs no DNS` };
  const results = await Promise.allSettled([resolver.resolve4(domain), resolver.resolve6(domain)]);
  const addresses = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  const isSilent = results.some(
    (result) => result.status === "rejected" && !["ENOTFOUND", "ENODATA"].includes(result.reason.code),
  );
  if (addresses.length === 0) {
    const [failure] = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    return isSilent
      ? { title, problem: `DNS can't be asked: ${describeNetworkError(failure) ?? failure}`, minor: true }
      : { title, problem: "DNS has no address for it. Add an A record with this machine's public address" };
  }
  const foreign = addresses.filter((address) => !local.includes(address));
  if (foreign.length === 0) return { title: `${title} is this machine` };
  if (foreign.length === addresses.length && foreign.every(isCloudflareAddress))
    return proxies.includes(CLOUDFLARE)
      ? { title: `${title} is behind Cloudflare` }
      : {
          title,
          problem: `DNS gives Cloudflare's addresses, so that all visitors would share a few. Write TRUSTED_PROXIES=127.0.0.1,${CLOUDFLARE} into /etc/kiosk/portal.env, run kiosk setup, then systemctl restart kiosk`,
        };
  const listed = foreign.join(" and ");
  // A provider that forwards a public address gives the machine a private one.
  const mayBeForwarded =
    foreign.length === 1 &&
    isIP(listed) === 4 &&
    !local.some((address) => isIP(address) === 4 && isPublicAddress(address));
  if (foreign.length === addresses.length || mayBeForwarded)
    return {
      title,
      problem: `DNS gives ${listed}, which isn’t an address of this machine. Change that record, unless your provider forwards the address`,
      minor: true,
    };
  return {
    title,
    problem: `DNS also gives ${listed}, where visitors and the certificate's authority would find another machine. Remove or change that ${isIP(foreign[0] ?? "") === 6 ? "AAAA" : "A"} record`,
  };
}

const listLocalAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? []);
