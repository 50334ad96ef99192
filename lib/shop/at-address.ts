import { type SQL, sql } from "drizzle-orm";
import { shopSlugs } from "#db/schema/shop";
import { Slug } from "./fields.ts";

/**
 * A query for the id of the shop that an address leads to, be it the address of today or a former one; it finds
 * nothing for what is no address at all.
 */
export function shopAt(slug: string): SQL {
  const named = Slug.safeParse(slug);
  if (!named.success || named.data !== slug) return sql`(select null::bigint)`;
  return sql`(select ${shopSlugs.shopId} from ${shopSlugs} where ${shopSlugs.slug} = ${slug})`;
}
