import { env } from "#lib/core/env";

export function buildShopUrl(slug: string, page = ""): string {
  return new URL(`/s/${slug}${page}`, env().NEXTAUTH_URL).href;
}
