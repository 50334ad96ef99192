import { sql } from "drizzle-orm";
import { prepareQuery } from "#db/prepare-query";
import { selectSellers } from "#lib/account/reseller/select-reseller";
import type { Ctx } from "#lib/core/context";
import type { ServedHost } from "#lib/core/module";

/**
 * Finds the shop that is served at a host name: the one that has proven it, or that had until its records
 * were lost, so that orders stay visible at addresses that customers have. For any caller.
 */
export async function findShopHost(ctx: Ctx, host: string): Promise<ServedHost | undefined> {
  const [row] = await shopHostQuery(ctx.db, { host });
  return row && { home: `/s/${row.slug}`, serves: createPathRule(row.slugs), certified: row.certified };
}

const shopHostQuery = prepareQuery<{ host: string }, { slug: string; slugs: string[]; certified: boolean }>(
  ({ host }) => sql`
    select
      s.slug, (select jsonb_agg(slug) from shop_slugs where shop_id = s.id) as slugs,
      d.state = 'verified' and s.state <> 'closed' and not seller.closed as certified
    from shop_domains d
    join shops s on s.id = d.shop_id
    join (${selectSellers()}) seller on seller.id = s.reseller_id
    where d.domain = ${host} and d.state <> 'pending'
    order by d.state = 'verified' desc, d.verified_at desc
    limit 1`,
);

/** A plain path: no parts that a URL parser removes or decodes. */
const PLAIN_PATH = /^\/s\/([a-z0-9-]+)(?:\/(?!\.)[A-Za-z0-9_.~-]+)*$/;

/** Creates the rule which paths belong to the shop with these current and former addresses. */
function createPathRule(slugs: readonly string[]): (path: string) => boolean {
  const slugSet = new Set(slugs);
  return (path) => slugSet.has(PLAIN_PATH.exec(path)?.[1] ?? "");
}
