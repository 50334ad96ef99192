import { z } from "zod";
import { selectSellers } from "#lib/account/reseller/select-reseller";
import type { Ctx } from "#lib/core/context";
import type { ServedHost } from "#lib/core/module";
import { readRows } from "#lib/core/read-rows";
import { answerOpening } from "./opening-answer.ts";

/**
 * Lists the shops that are served at host names, by name: the one that has proven it, or that had until its
 * records were lost, so that orders stay visible at addresses that customers have. For any caller.
 */
export async function listShopHosts(ctx: Ctx): Promise<Map<string, ServedHost>> {
  const rows = await readRows(
    ctx.db,
    z.object({ domain: z.string(), slug: z.string(), slugs: z.array(z.string()), certified: z.boolean() }),
  )`
    select distinct on (d.domain)
      d.domain, s.slug, (select jsonb_agg(slug) from shop_slugs where shop_id = s.id) as slugs,
      d.state = 'verified' and s.state <> 'closed' and not seller.closed as certified
    from shop_domains d
    join shops s on s.id = d.shop_id
    join (${selectSellers()}) seller on seller.id = s.reseller_id
    where d.state <> 'pending'
    order by d.domain, d.state = 'verified' desc, d.verified_at desc`;
  return new Map(
    rows.map(({ domain, slug, slugs, certified }) => [
      domain,
      {
        home: `/s/${slug}`,
        serves: createPathRule(slugs),
        answer: (path) => answerOpening(domain, path),
        certified,
      },
    ]),
  );
}

/** A plain path: no parts that a URL parser removes or decodes. */
const PLAIN_PATH = /^\/s\/([a-z0-9-]+)(?:\/(?!\.)[A-Za-z0-9_.~-]+)*$/;

/** Creates the rule which paths belong to the shop with these current and former addresses. */
function createPathRule(slugs: readonly string[]): (path: string) => boolean {
  const slugSet = new Set(slugs);
  return (path) => slugSet.has(PLAIN_PATH.exec(path)?.[1] ?? "");
}
