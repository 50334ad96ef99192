import { env } from "#lib/core/env";

/** The whole address of a shop, or of a page of it, as it is shared and printed. */
export function shopAddress(slug: string, page = ""): string {
  return new URL(`/s/${slug}${page}`, env().NEXTAUTH_URL).href;
}
