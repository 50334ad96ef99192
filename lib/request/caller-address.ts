import { env } from "#lib/core/env";
import { isLoopback, normaliseAddress, rangeContains } from "#lib/core/network/ip-address";

/** The header in which the portal's own server passes on the address of the connection. */
const PEER_HEADER = "x-peer-address";

/**
 * Returns the caller's address: the connection's, unless that is one of the listed `proxies`. A proxy appends
 * its peer at the right end of X-Forwarded-For, so the right-most entry that isn't a listed proxy is the
 * caller; entries to the left of it are only claims. Without such an entry it is the connection's.
 */
export function getCallerAddress(
  headers: Pick<Headers, "get">,
  proxies = env().TRUSTED_PROXIES,
): string | undefined {
  const isProxy = (address: string) => proxies.some((range) => rangeContains(range, address));
  const peer = normaliseAddress(headers.get(PEER_HEADER) ?? "");
  if (!peer || !isProxy(peer)) return peer;
  const forwarded = headers.get("x-forwarded-for")?.split(",").map(normaliseAddress) ?? [];
  return forwarded.findLast((address) => !address || !isProxy(address)) ?? peer;
}

/** Whether a listed proxy, or this machine, makes a request for itself. */
export function isOfProxy(headers: Pick<Headers, "get">, proxies: string[]): boolean {
  const caller = getCallerAddress(headers, proxies);
  return (
    caller !== undefined && (isLoopback(caller) || proxies.some((range) => rangeContains(range, caller)))
  );
}
