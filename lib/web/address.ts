import { covers, normalAddress } from "#lib/core/address";
import { env } from "#lib/core/env";

/** The header in which the portal's own server passes on the address of the connection. */
const PEER = "x-peer-address";

/**
 * The caller's address: the connection's own, unless that is one of the listed `proxies`. A proxy writes whom it heard
 * at the right end of X-Forwarded-For, so the right-most entry that is no listed proxy is the caller; whatever stands
 * to the left of it is only what the caller claims. Without such an entry it stays the connection's.
 */
export function callerAddress(
  headers: Pick<Headers, "get">,
  proxies = env().TRUSTED_PROXIES,
): string | undefined {
  const isProxy = (address: string) => proxies.some((range) => covers(range, address));
  const peer = normalAddress(headers.get(PEER) ?? "");
  if (!peer || !isProxy(peer)) return peer;
  const forwarded = headers.get("x-forwarded-for")?.split(",").map(normalAddress) ?? [];
  return forwarded.findLast((address) => !address || !isProxy(address)) ?? peer;
}
