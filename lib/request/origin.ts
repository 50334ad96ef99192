import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { isLoopback } from "#lib/core/network/ip-address";

/** The header with the host name of a shop's own, at which there are no sessions. */
export const SHOP_HOST_HEADER = "x-shop-host";

/**
 * Rejects a change that a page of this portal didn't send. The Origin must be present and be the portal's
 * address, or the requested host if that is loopback or a shop's own; any other host may be an attacker's
 * name that resolves to the portal.
 * @throws forbidden
 */
export function checkOrigin(headers: Headers): void {
  const origin = headers.get("origin");
  const portalUrl = new URL(env().NEXTAUTH_URL);
  if (origin && URL.canParse(origin)) {
    const { protocol, host, hostname, origin: whole } = new URL(origin);
    if (whole === portalUrl.origin) return;
    const secureEnough = portalUrl.protocol === "http:" || protocol === "https:";
    if (hostname === headers.get(SHOP_HOST_HEADER) && protocol === portalUrl.protocol) return;
    if (isLoopback(hostname) && host === headers.get("host") && secureEnough) return;
  }
  throw new PortalError(
    "forbidden",
    "This request didn’t come from a page of the portal. Reload the page and try again.",
  );
}
