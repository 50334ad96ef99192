import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { notifications } from "#db/schema/notification";
import {
  factText,
  type NotificationKinds,
  type NotificationText,
  type RawNotification,
} from "#lib/core/notification-kind";

/** Formats a notification for a reader of this role. */
export function formatNotification(
  kinds: NotificationKinds,
  notification: RawNotification,
  role: "reseller" | "admin",
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
  agent: sql<
    string | null
  >`case when p.event = 'device' then (select agent from sessions where id = p.key::bigint) end`,
  address: sql<
    string | null
  >`case when p.event = 'device' then (select address from sessions where id = p.key::bigint) end`,
};
