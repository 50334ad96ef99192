import { env } from "./env.ts";

export interface ShopAddress {
  slug: string;
  /** The host name at which it is reached; null at the portal's. */
  host: string | null;
}

/** Builds the address of a shop, or of a page of it: `/o/…`. Paths are the same at its own domain. */
export function buildShopUrl({ slug, host }: ShopAddress, page = ""): string {
  const portal = new URL(env().NEXTAUTH_URL);
  if (host === null) return new URL(`/s/${slug}${page}`, portal).href;
  const port = portal.port && `:${portal.port}`;
  return `${portal.protocol}//${host}${port}${page ? `/s/${slug}${page}` : "/"}`;
}

/** Formats an address for people: "ada.example.org", "portal.example/s/ada". */
export const formatShopUrl = (url: string): string => url.replace(/^https?:\/\//, "").replace(/\/$/, "");
