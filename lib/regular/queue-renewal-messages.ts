import { sql } from "drizzle-orm";
import { z } from "zod";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { handleEach } from "#lib/core/lane/handle-each";
import { int, readRows } from "#lib/core/read-rows";
import { MESSAGES_ENABLED } from "#lib/message/message-settings";
import { queueMessages } from "#lib/message/queue-messages";
import { getBundleLengths, selectBundles } from "./select-bundles.ts";

/** Messages of one shop in one run; the next run continues. */
const BATCH_SIZE = 1_000;

/**
 * Queues a message to each customer whose bundle ends tomorrow, isn't renewed, and came with an order whose
 * customer agreed to it: in open shops that turned this on, once for each bundle. A shop that fails keeps
 * none of the others from it. To be called each hour, in any number of processes.
 * @throws the first failure, at the end
 */
export async function queueRenewalMessages(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  const shops = await readRows(ctx.db, z.object({ id: int, reseller: int }))`
    select s.id, s.reseller_id as reseller
    from shop_messages m
    join shops s on s.id = m.shop_id
    where m.renewals_since is not null and s.state = 'open'
      and ${MESSAGES_ENABLED}
    order by s.id`;
  await handleEach(shops, "message.renewals_not_queued", ({ id, reseller }) =>
    queueForShop(ctx, id, reseller),
  );
}

async function queueForShop(ctx: Ctx, shopId: number, resellerId: number): Promise<void> {
  const today = sql`(now() at time zone ${env().TIME_ZONE})::date`;
  const about = sql`
    select
      'ending' as kind, due.ident as fact, o.reseller_id, o.id as order_id, o.purchase_id, o.message_by as medium,
      o.phone, greatest(o.placed_at, o.paid_at) > now() - interval '30 minutes' as prompt
    from (${selectBundles(resellerId, getBundleLengths(await getCatalogue(ctx), "due"))}) due
    join purchases p on p.ident = due.ident
    join orders o on o.purchase_id = p.id and o.shop_id = ${shopId}
    join shop_messages m on m.shop_id = o.shop_id and o.placed_at >= m.renewals_since
    where due.is_renewed is not true and (due.ends_at at time zone ${env().TIME_ZONE})::date = ${today} + 1
      and o.message_by is not null
      and not exists (select from customer_messages c where c.key = 'ending ' || due.ident)
    order by due.id
    limit ${BATCH_SIZE}`;
  await queueMessages(ctx, { about });
}
