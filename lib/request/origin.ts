import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { isLoopback } from "#lib/core/network/ip-address";

/** The header with the host name of a shop's own, at which there are no sessions. */
export const SHOP_HOST_HEADER = "x-shop-host";

/**
 * Rejects a change that a page of this portal didn't send. Its origin must be the portal's address, or the
 * requested host if that is loopback or a shop's own; any other host may be an attacker's name that resolves
 * to the portal.
 * @throws forbidden
 */
export function checkOrigin(headers: Headers): void {
  const portalUrl = new URL(env().NEXTAUTH_URL);
  const origin = headers.get("origin") ?? findUnsentOrigin(headers, portalUrl);
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

/**
 * Finds the origin of a page whose browser sends none, as proxy browsers and old ones do: by the Referer, and by
 * Sec-Fetch-Site, which no page can set. Undefined where neither is sent, or one of them names another site.
 */
function findUnsentOrigin(headers: Headers, { protocol }: URL): string | undefined {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return undefined;
  return headers.get("referer") ?? (site === null ? undefined : `${protocol}//${headers.get("host")}`);
}
