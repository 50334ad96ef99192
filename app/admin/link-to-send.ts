import type { LinkView } from "#lib/account/password/link";
import { env } from "#lib/core/env";
import { sayTime } from "#lib/core/time";
import type { MadeLink } from "./made-link.tsx";

/** A new link with its full address and expiry, as admins see it once. */
export function linkToSend({ secret, expiresAt }: LinkView): MadeLink {
  return { address: new URL(`/welcome/${secret}`, env().NEXTAUTH_URL).href, until: sayTime(expiresAt) };
}
