import { isIP } from "node:net";

/** The header in which the portal's own server passes on the address of the connection. */
const PEER = "x-peer-address";

/**
 * The caller's address. The connection's own, unless `hops` proxies of the operator stand in front: each
 * wrote whom it heard at the right end of X-Forwarded-For, so the `hops`-th from the right is theirs to
 * tell, and everything to the left of it is what the caller claims.
 */
export function callerAddress(headers: Headers, hops: number): string | undefined {
  const peer = normalAddress(headers.get(PEER) ?? "");
  if (hops === 0) return peer;
  const forwarded = headers.get("x-forwarded-for")?.split(",") ?? [];
  return normalAddress(forwarded.at(-hops) ?? "") ?? peer;
}

/** One spelling per address: no port, no zone, IPv4 in IPv6 unwrapped. Undefined when it is none. */
export function normalAddress(text: string): string | undefined {
  const bare = withoutPort(text.trim()).replace(/%.*$/, "");
  const version = isIP(bare);
  if (version === 0) return undefined;
  if (version === 4) return bare;
  const spelled = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(spelled);
  if (!mapped) return spelled;
  const [high = 0, low = 0] = mapped.slice(1).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text);
  if (bracketed) return bracketed[1] ?? "";
  return /^[\d.]+:\d+$/.test(text) ? text.replace(/:\d+$/, "") : text;
}
