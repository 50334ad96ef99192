import { type Answer, notWhitelisted, unauthenticated } from "./answers.ts";
import type { Exchange } from "./receive.ts";
import type { World } from "./world.ts";

/** §5: 401 without a known token, 403 from an address or origin that the token is not for; null when welcome. */
export function denied(world: World, { request, entry }: Exchange): Answer | null {
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const token = world.tokens.find((known) => known.token === given);
  if (!token) return unauthenticated;
  if (!token.ips && !token.origins) return null;
  const welcome =
    token.ips?.includes(entry.remoteAddress) || token.origins?.includes(request.headers.origin ?? "");
  return welcome ? null : notWhitelisted(entry.remoteAddress);
}
