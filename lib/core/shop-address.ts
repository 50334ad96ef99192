import { type SQL, sql } from "drizzle-orm";
import { env } from "./env.ts";

export interface ShopAddress {
  slug: string;
  /** The host name at which it is reached; null at the portal's. */
  host: string | null;
}

/**
 * Selects the host name of the shops' row `shop`: its verified domain, as long as that opens. A closed shop gets
 * no certificate, so its orders are at the portal's address.
 */
export const selectShopHost = (shop: "shops" | "s"): SQL<string | null> => {
  const row = sql.identifier(shop);
  return sql`(
    select d.domain
    from shop_domains d
    where d.shop_id = ${row}.id and ${row}.state <> 'closed' and d.state = 'verified'
      and d.opened_at is not null)`;
};

/** Builds the address of a shop, or of a page of it: `/o/…`. Paths are the same at its own domain. */
export function buildShopUrl({ slug, host }: ShopAddress, page = ""): string {
  const portal = new URL(env().NEXTAUTH_URL);
  if (host === null) return new URL(`/s/${slug}${page}`, portal).href;
  const port = portal.port && `:${portal.port}`;
  return `${portal.protocol}//${host}${port}${page ? `/s/${slug}${page}` : "/"}`;
}

/** Formats an address for people: "ada.example.org", "portal.example/s/ada". */
export const formatShopUrl = (url: string): string => url.replace(/^https?:\/\//, "").replace(/\/$/, "");
