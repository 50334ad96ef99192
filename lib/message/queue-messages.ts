import { type SQL, sql } from "drizzle-orm";
import { selectSetting } from "#lib/audit/settings/read-settings";
import type { Ctx } from "#lib/core/context";
import type { PortalEvent } from "#lib/core/event";
import { listIds } from "#lib/event/choose-events";
import { MESSAGES_ENABLED, messageSettings, selectMessagePrice } from "./message-settings.ts";

/** So soon after they ordered or paid, customers get a message in quiet hours, too. */
const PROMPT = sql`interval '30 minutes'`;

/**
 * Queues the outcome of orders, and of purchases whose customers want to know it. One that its reseller
 * cancelled has the message of their next action.
 */
export const queueOutcomeMessages = (ctx: Ctx, events: readonly PortalEvent[]): Promise<void> =>
  queueMessages(ctx, {
    about: sql`
      select
        case e.facts ->> 'state' when 'successful' then 'delivered' else e.facts ->> 'state' end as kind,
        p.ident as fact, p.reseller_id, o.id as order_id, p.id as purchase_id,
        coalesce(p.message_by, o.message_by) as medium,
        case when p.message_by is not null then p.phone else o.phone end as phone,
        coalesce(greatest(o.placed_at, o.paid_at), p.placed_at) > e.at - ${PROMPT} as prompt
      from events e
      join purchases p on p.ident = e.subject
      left join orders o on o.purchase_id = p.id and p.channel = 'shop' and p.message_by is null
      where e.id = any (${listIds(events)}) and p.settled_by is distinct from 'cancelled'
      order by e.id`,
  });

/** Queues that an order's money is back with its customer. */
export const queueRefundMessages = (ctx: Ctx, events: readonly PortalEvent[]): Promise<void> =>
  queueMessages(ctx, {
    about: sql`
      select
        'refunded' as kind, e.subject as fact, o.reseller_id, o.id as order_id, o.purchase_id,
        o.message_by as medium, o.phone, greatest(o.placed_at, o.paid_at) > e.at - ${PROMPT} as prompt
      from events e
      join orders o on o.id = e.subject::bigint
      where e.id = any (${listIds(events)})
      order by e.id`,
  });

/**
 * Queues messages to customers who agreed to them, once about each fact, as part of the caller's transaction. The
 * payer is the reseller's own, or that of the settings; above the price that a paying reseller agreed to, nothing
 * is queued.
 * @param about selects kind, fact, reseller_id, order_id, purchase_id, medium (null for none), phone and prompt
 */
export async function queueMessages({ db }: Ctx, { about }: { about: SQL }): Promise<void> {
  await db.execute(sql`
    with about as (${about}),
    made as (
      insert into customer_messages (
        key, kind, recipient_id, reseller_id, order_id, purchase_id, medium, payer, price, prompt
      )
      select
        about.kind || ' ' || about.fact, about.kind, r.id, about.reseller_id, about.order_id,
        about.purchase_id, about.medium, case when terms.price > 0 then terms.payer else 'operator' end,
        terms.price, about.prompt
      from about
      join shops on shops.reseller_id = about.reseller_id
      join shop_messages m on m.shop_id = shops.id
      join message_recipients r on r.phone = about.phone and r.stopped_at is null
      join resellers on resellers.id = about.reseller_id
      cross join lateral (
        select
          ${selectMessagePrice(sql`about.medium`)} as price,
          coalesce(resellers.message_payer, ${selectSetting(messageSettings, "orderPayer")}) as payer
      ) terms
      where ${MESSAGES_ENABLED} and about.medium is not null
        and (terms.payer = 'operator' or terms.price <= coalesce(m.agreed_price, 0))
      on conflict (key) do nothing
      returning message_id, recipient_id, reseller_id, kind, substr(key, length(kind) + 2) as fact
    )
    insert into deliveries (channel, target, account_id, type, subject, message_id, expires_at)
    select 'messages', recipient_id::text, reseller_id, kind, fact, message_id, now() + interval '1 day'
    from made`);
}
