import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import type { PortalEvent } from "#lib/core/event";

/** Queues the result of purchases for their buyers' endpoints. */
export const queuePurchaseWebhooks = (ctx: Ctx, events: readonly PortalEvent[]) =>
  queueWebhooks(ctx, events, {
    type: sql`'purchase.' || (e.facts ->> 'state')`,
    endpoints: sql`w.reseller_id = e.reseller_id and not w.test and 'purchases' = any (w.events)`,
  });

/** Queues a delivery of each event for each endpoint that it is for. */
async function queueWebhooks(
  { db }: Ctx,
  events: readonly PortalEvent[],
  { type, endpoints }: { type: SQL; endpoints: SQL },
): Promise<void> {
  const ids = `{${events.map(({ id }) => id).join()}}`;
  await db.execute(sql`
    insert into deliveries (channel, target, account_id, type, subject)
    select 'webhooks', w.id::text, w.reseller_id, ${type}, e.subject
    from events e
    join webhook_endpoints w on w.removed_at is null and ${endpoints}
    where e.id = any (${ids}::bigint[])
    order by e.id, w.id`);
}
