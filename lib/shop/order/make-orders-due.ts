import { sql } from "drizzle-orm";
import { notify } from "#db/listen";
import type { Ctx } from "#lib/core/context";
import type { PortalEvent } from "#lib/core/event";
import { listIds } from "#lib/event/choose-events";

/**
 * Makes the orders of settled purchases due. One that is locked is passed over: its holder locked the wallet
 * after the purchase ended, and sees that.
 */
export async function makeOrdersDue({ db }: Ctx, events: readonly PortalEvent[]): Promise<void> {
  const due = await db.execute(sql`
    update orders
    set due_at = now()
    where id in (
      select o.id
      from events e
      join purchases p on p.ident = e.subject and p.channel = 'shop'
      join orders o on o.purchase_id = p.id and o.due_at > now()
      where e.id = any (${listIds(events)})
      for no key update of o skip locked
    )
    returning id`);
  if (due.length > 0) await notify(db, "lane", "orders");
}
