import { isLoopback } from "#lib/core/address";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";

/**
 * Refuses a change that was not asked for by a page of this portal: the Origin must be there, and be the portal's own
 * address, or the requested host where that is loopback. Any other host may be an attacker's name that resolves to the portal.
 * @throws forbidden
 */
export function checkOrigin(headers: Headers): void {
  const origin = headers.get("origin");
  const own = new URL(env().NEXTAUTH_URL);
  if (origin && URL.canParse(origin)) {
    const { protocol, host, hostname, origin: whole } = new URL(origin);
    if (whole === own.origin) return;
    const secureEnough = own.protocol === "http:" || protocol === "https:";
    if (isLoopback(hostname) && host === headers.get("host") && secureEnough) return;
  }
  throw new PortalError(
    "forbidden",
    "This did not come from a page of the portal. Open the page again and retry.",
  );
}
