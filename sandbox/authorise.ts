import { type Answer, notWhitelisted, unauthenticated } from "./answers.ts";
import type { Exchange } from "./receive.ts";
import type { World } from "./world.ts";

/**
 * §5: 401 without a known token, 403 from an address or an origin that is not among the token's; null when welcome. A list
 * that is not given lets everyone through; a server, which tells no origin, needs none when its address is listed.
 */
export function denied(world: World, { request, entry }: Exchange): Answer | null {
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const token = world.tokens.find((known) => known.token === given);
  if (!token) return unauthenticated;
  const origin = request.headers.origin;
  const addressFits = !token.ips || token.ips.includes(entry.remoteAddress);
  const originFits = !token.origins || (origin ? token.origins.includes(origin) : Boolean(token.ips));
  return addressFits && originFits ? null : notWhitelisted(entry.remoteAddress);
}
