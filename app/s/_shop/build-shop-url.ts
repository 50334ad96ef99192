import { env } from "#lib/core/env";

/** Builds the absolute URL of a shop, or of a page of it. */
export function buildShopUrl(slug: string, page = ""): string {
  return new URL(`/s/${slug}${page}`, env().NEXTAUTH_URL).href;
}
