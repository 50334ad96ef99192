import type { IncomingMessage } from "node:http";
import { getNetworkPath } from "#lib/core/network/network-prefix";
import { getCallerAddress } from "#lib/request/caller-address";
import { findSessionCaller } from "#lib/request/session-caller";

/**
 * Returns who a request is counted for, from wide to narrow: the reseller and account of its session, so that
 * thousands behind one address don't share a part; else its networks, /48 and /64 or the IPv4 address.
 */
export function readCaller({
  headers,
}: IncomingMessage): readonly [kind: string, wide: string, narrow: string] {
  const caller = findSessionCaller(headers.cookie);
  if (caller) return ["session", ...caller];
  return [
    "network",
    ...getNetworkPath(getCallerAddress({ get: (name) => headers[name]?.toString() ?? null })),
  ];
}
