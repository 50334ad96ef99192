import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import type { PortalEvent } from "#lib/core/event";
import type { EventNotification, NotificationKinds } from "#lib/core/notification-kind";

export interface NewNotification {
  /** Accounts by id; every admin, or every reseller of that time, who is not closed. */
  to: readonly number[] | "admins" | "resellers";
  /** A kind of notification that a module declares. */
  event: string;
  /** Identifies the subject: an account is notified once per event and key. */
  key: string;
  facts: EventNotification["facts"];
  /** Now, unless given. */
  at?: Date;
}

/** From this number of accounts on, all pages look. */
const MANY = 100;

/** Notifies accounts of events, in their order, as the kinds that follow them say. */
export function notifyOfEvents(
  ctx: Ctx,
  events: readonly PortalEvent[],
  kinds: NotificationKinds,
): Promise<void> {
  const rows = events.flatMap((event) =>
    Object.entries(kinds).flatMap(([kind, { follows }]): NewNotification[] => {
      const notification = follows?.[event.kind]?.(event);
      if (!notification) return [];
      const { to = [event.resellerId ?? 0], key = event.subject, facts } = notification;
      return [{ to, event: kind, key, facts, at: event.at }];
    }),
  );
  return insertNotifications(ctx, rows);
}

/** Notifies accounts once of each subject. NOTIFY notification. */
export async function insertNotifications({ db }: Ctx, rows: readonly NewNotification[]): Promise<void> {
  if (rows.length === 0) return;
  const list = rows.map(({ to, ...row }) =>
    typeof to === "string" ? { ...row, role: to } : { ...row, ids: to },
  );
  await db.execute(sql`
    with added as (
      insert into notifications (account_id, event, key, facts, at)
      select a.id, n.event, n.key, n.facts, coalesce(n.at, now())
      from rows from (
        jsonb_to_recordset(${JSON.stringify(list)}::text::jsonb)
          as (event text, key text, facts jsonb, at timestamptz, role text, ids bigint[])
      ) with ordinality as n (event, key, facts, at, role, ids, place)
      cross join lateral (
        select unnest(n.ids) as id
        union all
        select id from accounts where n.role = 'admins' and role = 'admin' and closed_at is null
        union all
        select r.id
        from resellers r
        join accounts joined on joined.id = r.id
        where n.role = 'resellers' and r.state <> 'closed' and joined.created_at <= coalesce(n.at, now())
      ) a
      order by n.place, a.id
      on conflict on constraint notifications_once do nothing
      returning account_id
    ),
    accounts as (select distinct account_id from added)
    select pg_notify(
      'notification', case when (select count(*) from accounts) < ${MANY} then account_id::text else '' end)
    from accounts`);
}
