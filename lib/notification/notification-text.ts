import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { notifications } from "#db/schema/notification";
import { selectSetting } from "#lib/audit/settings/read-settings";
import type { Person } from "#lib/core/context";
import {
  factText,
  type NotificationKinds,
  type NotificationText,
  type OrderFacts,
  type RawNotification,
} from "#lib/core/notification-kind";
import { paymentSettings } from "#lib/payment/payment-settings";

/** Formats a notification for a reader of this role. */
export function formatNotification(
  kinds: NotificationKinds,
  notification: RawNotification,
  role: Person["kind"],
): NotificationText {
  const settingsPath = role === "admin" ? "/admin/settings" : "/settings";
  return kinds[notification.event]?.format?.(notification, settingsPath) ?? formatStoredText(notification);
}

function formatStoredText({ facts }: RawNotification): NotificationText {
  return { title: factText(facts.title), text: factText(facts.text), path: factText(facts.path) || "/" };
}

const p = alias(notifications, "p");

/** Columns of a notification, from an alias `p`, with the facts that its text needs from other tables. */
export const rawNotificationColumns = {
  id: p.id,
  event: p.event,
  facts: p.facts,
  at: p.at,
  phone: sql<string | null>`(select phone from purchases where ident = p.facts->>'ident')`,
  plan: sql<
    string | null
  >`(select concat_ws(' ', network_name, size, volume) from purchases where ident = p.facts->>'ident')`,
  agent: sql<
    string | null
  >`case when p.event = 'device' then (select agent from sessions where id = p.key::bigint) end`,
  address: sql<
    string | null
  >`case when p.event = 'device' then (select address from sessions where id = p.key::bigint) end`,
  order: sql<OrderFacts | null>`(
    select jsonb_build_object(
      'reference', o.reference, 'payment', o.payment,
      'delivery', (select state from purchases where id = o.purchase_id),
      'paidOnline', exists (select from payments where order_id = o.id and state = 'paid'),
      'takesOnline', exists (
          select from provider_keys where reseller_id = o.reseller_id and removed_at is null)
        or (select collects from resellers where id = o.reseller_id)
          and ${selectSetting(paymentSettings, "collect")})
    from orders o
    where o.id = case p.event
      when 'order' then p.key::bigint
      when 'money' then (
        select y.order_id
        from operator_entries e
        join provider_transactions t on t.id = e.transaction_id
        join payments y on y.id = t.payment_id
        where e.journal_id = p.key::bigint)
    end)`,
};
