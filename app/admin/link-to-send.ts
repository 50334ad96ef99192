import type { LinkView } from "#lib/account/password/link";
import { env } from "#lib/core/env";
import { sayTime } from "#lib/core/time";
import type { MadeLink } from "./made-link.tsx";

/** A link that was made, as the desk shows it this once. */
export function linkToSend({ secret, expiresAt }: LinkView): MadeLink {
  return { address: new URL(`/welcome/${secret}`, env().NEXTAUTH_URL).href, until: sayTime(expiresAt) };
}
