import { isIPv6 } from "node:net";

/** Returns the first 64 bits of an IPv6 address, which a customer's addresses share; IPv4 unchanged. */
export const getNetworkPrefix = (address: string): string => cutAddress(address, 4);

/** Returns the first 48 bits of an IPv6 address, which one holder may have; an IPv4 address unchanged. */
export const getWideNetworkPrefix = (address: string): string => cutAddress(address, 3);

/** Returns the caller's networks from wide to narrow, for queues that are fair between networks. */
export const getNetworkPath = (address = ""): [wide: string, narrow: string] => [
  getWideNetworkPrefix(address),
  getNetworkPrefix(address),
];

function cutAddress(address: string, groupCount: number): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  return `${groups.slice(0, groupCount).join(":")}::/${groupCount * 16}`;
}
