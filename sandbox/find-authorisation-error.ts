import type { SandboxExchange } from "./receive.ts";
import { notWhitelistedResponse, type SandboxResponse, UNAUTHENTICATED_RESPONSE } from "./responses.ts";
import type { SandboxWorld } from "./world.ts";

/**
 * §5: finds the error of a caller: 401 without a valid token, 403 from an address or an origin that the token doesn't
 * list; null when there is none. A missing list accepts all callers; a server, which sends no origin, needs none when
 * its address is listed.
 */
export function findAuthorisationError(
  world: SandboxWorld,
  { request, entry }: SandboxExchange,
): SandboxResponse | null {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const token = world.tokens.find(({ token }) => token === bearer);
  if (!token) return UNAUTHENTICATED_RESPONSE;
  const origin = request.headers.origin;
  const addressFits = !token.ips || token.ips.includes(entry.remoteAddress);
  const originFits = !token.origins || (origin ? token.origins.includes(origin) : Boolean(token.ips));
  return addressFits && originFits ? null : notWhitelistedResponse(entry.remoteAddress);
}
