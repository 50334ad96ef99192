import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Normalises an address: no port, no zone, IPv4 in IPv6 unwrapped. Undefined when invalid. */
export function normaliseAddress(text: string): string | undefined {
  const bare = stripPort(text.trim()).replace(/%.*$/, "");
  const version = isIP(bare);
  // Node accepts an IPv4 address only as it is written here.
  if (version === 4) return bare;
  return version === 0 ? undefined : ipaddr.process(bare).toString();
}

/** Normalises an address or CIDR range, "203.0.113.7/32"; undefined if invalid. Unwraps IPv4 inside IPv6. */
export function normaliseRange(text: string): string | undefined {
  const [address = "", bits, ...more] = text.split("/");
  if (isIP(address) === 0 || more.length > 0) return undefined;
  const parsed = ipaddr.process(address);
  const most = parsed.kind() === "ipv4" ? 32 : 128;
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return undefined;
  const unwrapped = address.includes(":") && most === 32 ? 96 : 0;
  const length = bits === undefined ? most : Number(bits) - unwrapped;
  if (length < 0 || length > most) return undefined;
  const cidr = `${parsed.toString()}/${length}`;
  const network =
    most === 32 ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${length}`;
}

/** Returns whether a range from `normaliseRange` contains an address. */
export function rangeContains(range: string, address: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(range);
  const caller = ipaddr.process(address);
  return caller.kind() === network.kind() && caller.match(network, bits);
}

/** Returns whether a host name of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  const address = normaliseAddress(hostname);
  return address !== undefined && ipaddr.process(address).range() === "loopback";
}

function stripPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text);
  if (bracketed) return bracketed[1] ?? "";
  return /^[\d.]+:\d+$/.test(text) ? text.replace(/:\d+$/, "") : text;
}
