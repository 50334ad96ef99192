import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { invalidError } from "#lib/core/error";
import { isLoopback } from "#lib/core/network/ip-address";
import { isPublicAddress } from "#lib/core/network/public-address";
import { waitWithoutTurn } from "#lib/core/page-turn";

/**
 * Rejects a service in a private network, because errors would tell an admin what listens there. It is
 * accepted where the main supplier, which only the operator's environment names, is in one, too.
 * @throws invalid at `baseUrl`
 */
export async function rejectPrivateService(baseUrl: string, mainUrl: string): Promise<void> {
  const main = getHost(mainUrl);
  if (isLoopback(main) || (isIP(main) && !isPublicAddress(main))) return;
  const host = getHost(baseUrl);
  // The look-up that the request makes. One that fails is explained by the request itself.
  const addresses = await waitWithoutTurn(() => lookup(host, { all: true })).catch(() => []);
  if (isLoopback(host) || addresses.some(({ address }) => !isPublicAddress(address)))
    throw invalidError("baseUrl", "This address is in a private network. Enter a public address.");
}

const getHost = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, "");
