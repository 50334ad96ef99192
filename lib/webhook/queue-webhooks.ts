import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import type { PortalEvent } from "#lib/core/event";
import { listIds } from "#lib/event/choose-events";

/** Queues a delivery of each event for each endpoint that subscribes to it. */
export async function queueWebhooks({ db }: Ctx, events: readonly PortalEvent[]): Promise<void> {
  await db.execute(sql`
    insert into deliveries (channel, target, account_id, type, subject)
    select
      'webhooks', w.id::text, w.reseller_id,
      case e.kind
        when 'catalogue.changed' then 'plans.changed'
        when 'announcement.made' then 'announcement.made'
        else 'purchase.' || (e.facts ->> 'state')
      end,
      e.subject
    from events e
    cross join lateral (
      select id, reseller_id
      from webhook_endpoints
      where reseller_id = e.reseller_id and removed_at is null
        and test = (e.kind = 'test_purchase.ended') and 'purchases' = any (events)
      union all
      select id, reseller_id
      from webhook_endpoints
      where e.reseller_id is null and removed_at is null and not test
        and case e.kind when 'catalogue.changed' then 'plans' else 'announcements' end = any (events)
    ) w
    where e.id = any (${listIds(events)})
    order by e.id, w.id`);
}
