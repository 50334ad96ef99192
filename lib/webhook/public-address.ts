import { type LookupAddress, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "#lib/core/env";

/** An address that messages may not go to. */
export class PrivateAddress extends Error {
  constructor(address: string) {
    super(`${address} is not a public address`);
    this.name = "PrivateAddress";
  }
}

/**
 * Whether an address is on the open internet: private, local, shared, reserved and metadata ranges are not, nor
 * any that wraps an IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === "unicast";
}

/** The address of a URL's host when it is written as one. @throws PrivateAddress */
export function checkLiteral(hostname: string): void {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare)) refusePrivate([{ address: bare, family: 0 }]);
}

/**
 * Resolves a name and hands on only public addresses. The connection is made to what was checked here, so a
 * name that answers differently a moment later reaches nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    try {
      refusePrivate(addresses);
    } catch (refusal) {
      return callback(refusal as Error, []);
    }
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    return callback(null, first?.address ?? "", first?.family);
  });
};

function refusePrivate(addresses: LookupAddress[]): void {
  if (env().WEBHOOK_ALLOW_PRIVATE) return;
  const wrong = addresses.find(({ address }) => !isPublic(address));
  if (wrong) throw new PrivateAddress(wrong.address);
}
