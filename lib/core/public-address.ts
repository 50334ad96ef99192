import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "#lib/core/env";
import { invalid } from "#lib/core/error";

/** Checks a URL to which messages are to be sent and returns it as it is stored. @throws invalid at `url` */
export async function checkUrl(text: string): Promise<string> {
  const url = readUrl(text.trim());
  try {
    checkLiteral(url.hostname);
    await resolves(url.hostname);
  } catch (cause) {
    throw invalid(
      "url",
      cause instanceof PrivateAddress
        ? "This address is inside a private network, where messages cannot go."
        : "This name leads nowhere. Check the address.",
      { cause },
    );
  }
  return url.href;
}

/** Checks what the text alone shows. @throws invalid at `url` */
export function readUrl(text: string): URL {
  if (!URL.canParse(text))
    throw invalid("url", "This is no address. A right one looks like https://shop.example/hook.");
  const url = new URL(text);
  const open = env().WEBHOOK_ALLOW_PRIVATE;
  if (url.protocol !== "https:" && !(open && url.protocol === "http:"))
    throw invalid("url", "The address must begin with https://.");
  if (url.username || url.password) throw invalid("url", "Leave the name and password out of the address.");
  const port = Number(url.port || 443);
  if (port !== 443 && port !== 80 && port <= 1024)
    throw invalid("url", "Use port 443, 80, or one above 1024.");
  if (url.href.length > 1000) throw invalid("url", "This address is too long.");
  url.hash = "";
  return url;
}

function resolves(hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const bare = hostname.replace(/^\[|\]$/g, "");
    publicLookup(bare, { all: true }, (error) => (error ? reject(error) : resolve()));
  });
}

/** An address to which messages may not be sent. */
export class PrivateAddress extends Error {
  constructor(address: string) {
    super(`${address} is not a public address`);
    this.name = "PrivateAddress";
  }
}

const IPV6_UNICAST = ipaddr.parseCIDR("2000::/3");

/**
 * Whether an address is global unicast, and assigned to nothing special: private, local, shared, reserved, documentation
 * and metadata ranges are not, nor any that wraps an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo).
 */
export function isPublic(text: string): boolean {
  if (!isIP(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(IPV6_UNICAST);
}

/** Checks a URL's host where it is written as an IP address. @throws PrivateAddress */
export function checkLiteral(hostname: string): void {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare)) refusePrivate([{ address: bare, family: 0 }]);
}

/**
 * Asks the name servers directly: the system's resolver blocks a thread while a server does not answer, and checking
 * passwords needs those threads.
 */
export const names = new Resolver({ timeout: 2_000, tries: 2 });

/**
 * Resolves a name and returns only public addresses. The connection is made to an address that was checked here, so
 * a name that resolves differently a moment later reaches nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  addressesOf(hostname).then(
    (addresses) => {
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]?.address ?? "", addresses[0]?.family);
    },
    (error) => callback(error, []),
  );
};

async function addressesOf(hostname: string): Promise<LookupAddress[]> {
  const addresses = await resolve(hostname);
  refusePrivate(addresses);
  return addresses;
}

async function resolve(hostname: string): Promise<LookupAddress[]> {
  const family = isIP(hostname);
  if (family) return [{ address: hostname, family }];
  if (env().WEBHOOK_ALLOW_PRIVATE) return lookup(hostname, { all: true });
  if (/(^|\.)localhost\.?$/i.test(hostname)) throw new PrivateAddress(hostname);
  const [four, six] = await Promise.allSettled([names.resolve4(hostname), names.resolve6(hostname)]);
  const found = [
    ...(four.status === "fulfilled" ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === "fulfilled" ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0 && four.status === "rejected") throw four.reason;
  return found;
}

function refusePrivate(addresses: LookupAddress[]): void {
  if (env().WEBHOOK_ALLOW_PRIVATE) return;
  const wrong = addresses.find(({ address }) => !isPublic(address));
  if (wrong) throw new PrivateAddress(wrong.address);
}
