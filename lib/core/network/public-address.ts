import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { getTrialValue } from "#lib/core/bounds";
import { invalidError } from "#lib/core/error";
import { waitWithoutTurn } from "#lib/core/page-turn";

/** Validates a URL for outgoing messages. @returns its stored form. @throws invalid at `url` */
export async function validatePublicUrl(text: string): Promise<string> {
  const url = parsePublicUrl(text.trim());
  try {
    rejectPrivateLiteral(url.hostname);
    await waitWithoutTurn(() => checkHostname(url.hostname));
  } catch (cause) {
    throw invalidError(
      "url",
      cause instanceof PrivateAddressError
        ? "This address is in a private network. Enter a public address."
        : "This server can’t be found. Check the address.",
      { cause },
    );
  }
  return url.href;
}

/** Webhooks of tests and of the demo reach this machine, by plain http too. */
const isPrivateAllowed = () => getTrialValue("WEBHOOK_ALLOW_PRIVATE") === "1";

/** Parses a URL, with the checks that need no look-up. @throws invalid at `url` */
export function parsePublicUrl(text: string): URL {
  if (!URL.canParse(text))
    throw invalidError("url", "Enter a valid address, for example https://shop.example/hook.");
  const url = new URL(text);
  const open = isPrivateAllowed();
  if (url.protocol !== "https:" && !(open && url.protocol === "http:"))
    throw invalidError("url", "The address must begin with https://.");
  if (url.username || url.password)
    throw invalidError("url", "Leave the name and password out of the address.");
  const port = Number(url.port || 443);
  if (port !== 443 && port !== 80 && port <= 1024)
    throw invalidError("url", "Use port 443, 80, or one above 1024.");
  if (url.href.length > 1000) throw invalidError("url", "This address is too long.");
  url.hash = "";
  return url;
}

function checkHostname(hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const bare = hostname.replace(/^\[|\]$/g, "");
    lookupPublicAddress(bare, { all: true }, (error) => (error ? reject(error) : resolve()));
  });
}

/** Messages may not be sent to this address. */
export class PrivateAddressError extends Error {
  constructor(address: string) {
    super(`${address} is not a public address`);
    this.name = "PrivateAddress";
  }
}

const IPV6_UNICAST = ipaddr.parseCIDR("2000::/3");

/** The name servers of a network without IPv4 put each IPv4 address behind this one (RFC 6052). */
const NAT64 = ipaddr.parseCIDR("64:ff9b::/96");

/**
 * Returns whether an address is global unicast without a special purpose: not private, local,
 * shared, reserved, documentation or metadata, nor wrapping an IPv4 address (mapped,
 * compatible, 6to4, Teredo), except a public one in the NAT64 prefix that every network shares.
 */
export function isPublicAddress(text: string): boolean {
  if (!isIP(text)) return false;
  const address = unwrapNat64(ipaddr.parse(text));
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(IPV6_UNICAST);
}

const unwrapNat64 = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address.kind() === "ipv6" && address.match(NAT64)
    ? ipaddr.fromByteArray(address.toByteArray().slice(-4))
    : address;

/** Checks a URL's host that is an IP address. @throws PrivateAddressError */
export function rejectPrivateLiteral(hostname: string): void {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare)) selectPublicAddresses([{ address: bare, family: 0 }]);
}

/**
 * Queries the name servers directly: the system's resolver blocks a thread while a server does not respond,
 * and checking passwords needs those threads.
 */
export const dnsResolver = new Resolver({ timeout: 2_000, tries: 2 });

/**
 * Resolves a name and returns only public addresses. The connection is made to an address that was checked
 * here, so a name that resolves differently a moment later reaches nothing.
 */
export const lookupPublicAddress: LookupFunction = (hostname, options, callback) => {
  resolvePublicAddresses(hostname).then(
    (addresses) => {
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]?.address ?? "", addresses[0]?.family);
    },
    (error) => callback(error, []),
  );
};

const resolvePublicAddresses = async (hostname: string): Promise<LookupAddress[]> =>
  selectPublicAddresses(await resolveHostname(hostname));

async function resolveHostname(hostname: string): Promise<LookupAddress[]> {
  const family = isIP(hostname);
  if (family) return [{ address: hostname, family }];
  if (isPrivateAllowed()) return lookup(hostname, { all: true });
  if (/(^|\.)localhost\.?$/i.test(hostname)) throw new PrivateAddressError(hostname);
  const [four, six] = await Promise.allSettled([
    dnsResolver.resolve4(hostname),
    dnsResolver.resolve6(hostname),
  ]);
  const addresses = [
    ...(four.status === "fulfilled" ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === "fulfilled" ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (addresses.length === 0 && four.status === "rejected") throw four.reason;
  return addresses;
}

/** @throws PrivateAddressError where there are others only */
export function selectPublicAddresses(addresses: LookupAddress[]): LookupAddress[] {
  if (isPrivateAllowed()) return addresses;
  const selected = addresses.filter(({ address }) => isPublicAddress(address));
  if (selected.length === 0 && addresses[0]) throw new PrivateAddressError(addresses[0].address);
  return selected;
}
