import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import type { NotificationText } from "#lib/core/notification-kind";

interface NewNotification extends NotificationText {
  /** The account; or every admin who is not closed. */
  to: number | "admins";
  /** A kind of notification that a module declares. */
  event: string;
  /** Identifies the subject: an account is notified once per event and key. */
  key: string;
}

/**
 * Notifies an account, or all admins, on the channels that it chose for the event: in the portal at once, by
 * email and push once the transaction of `ctx` has committed. Part of its caller's transaction; the caller
 * has checked permissions.
 */
export async function createNotification(ctx: Ctx, { to, event, key, title, text, path }: NewNotification) {
  const recipients =
    to === "admins"
      ? sql`select id from accounts where role = 'admin' and closed_at is null`
      : sql`select ${to}::bigint as id`;
  await ctx.db.execute(sql`
    select create_notification(
      id, ${event}, ${key},
      jsonb_build_object('title', ${title}::text, 'text', ${text}::text, 'path', ${path}::text))
    from (${recipients}) recipients`);
}
