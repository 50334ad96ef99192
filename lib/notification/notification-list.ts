import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { listen } from "#db/listen";
import { notifications } from "#db/schema/notification";
import { type Ctx, requireUser } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { defineList, type RowOf } from "#lib/core/list/list";
import type { NotificationKinds } from "#lib/core/notification-kind";
import { int, readRow } from "#lib/core/read-rows";
import { formatNotification, rawNotificationColumns } from "./notification-text.ts";

const p = alias(notifications, "p");

/** Defines the list of an account's notifications. */
export const createNotificationList = (kinds: NotificationKinds) =>
  defineList({
    allow: requireUser,
    filter: { event: z.enum(Object.keys(kinds)), state: z.enum(["unread", "read"]) },
    pageSize: 30,
    fromReplica: true,
    read: async (ctx, { event, state }, slice) => {
      const { id, kind } = requireUser(ctx);
      const rows = await ctx.db
        .select({ ...rawNotificationColumns, readAt: p.readAt })
        .from(p)
        .where(
          and(
            eq(p.accountId, id),
            event ? eq(p.event, event) : undefined,
            state && sql`(p.read_at is null) = ${state === "unread"}`,
            ...slice.conditions,
          ),
        )
        .orderBy(slice.orderBy)
        .limit(slice.limit);
      return slice.page(rows, ({ readAt, ...raw }) => ({
        id: raw.id,
        event: raw.event,
        at: raw.at,
        unread: readAt === null,
        ...formatNotification(kinds, raw, kind),
      }));
    },
    file: {
      name: "notifications",
      columns: {
        notification: ({ id }) => id,
        at: ({ at }) => at,
        type: ({ event }) => kinds[event]?.label ?? event,
        title: ({ title }) => title,
        text: ({ text }) => text,
        read: ({ unread }) => (unread ? "no" : "yes"),
      },
    },
  });
export type ListedNotification = RowOf<ReturnType<typeof createNotificationList>>;

/** Counting stops here, so that a large number of unread notifications costs little. */
const MAX_COUNTED = 100;

/** Counts the actor's unread notifications, up to 100. */
export async function countUnreadNotifications(ctx: Ctx): Promise<number> {
  const { id } = requireUser(ctx);
  const { count } = await readRow(ctx.db, z.object({ count: int }))`
    select ${unreadCountOf(sql`${id}`)} as count`;
  return count;
}

/** The same for an account, as a subquery. */
export const unreadCountOf = (accountId: SQL): SQL => sql`(
  select count(*)::int
  from (
    select
    from notifications
    where account_id = ${accountId} and read_at is null
    limit ${MAX_COUNTED}
  ) unread)`;

export const OpenNotificationInput = z.object({ id: Id });
export type OpenNotificationInput = z.input<typeof OpenNotificationInput>;

/** Marks a notification as read. @returns the path that it links to. @throws not_found */
export async function openNotification(ctx: Ctx, input: OpenNotificationInput, kinds: NotificationKinds) {
  const { id: account, kind } = requireUser(ctx);
  const { id } = OpenNotificationInput.parse(input);
  const [raw] = await ctx.db
    .select(rawNotificationColumns)
    .from(p)
    .where(and(eq(p.id, id), eq(p.accountId, account)));
  if (!raw) throw notFoundError("notification");
  await ctx.db
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(eq(notifications.id, id), isNull(notifications.readAt)));
  return formatNotification(kinds, raw, kind).path;
}

/** The last notification that the page showed: later ones stay unread. */
export const MarkNotificationsReadInput = z.object({ upTo: Id });
export type MarkNotificationsReadInput = z.input<typeof MarkNotificationsReadInput>;

/** Marks notifications as read, up to one. @returns how many were unread */
export async function markNotificationsRead(ctx: Ctx, input: MarkNotificationsReadInput): Promise<number> {
  const { id } = requireUser(ctx);
  const { upTo } = MarkNotificationsReadInput.parse(input);
  const read = await ctx.db
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(eq(notifications.accountId, id), isNull(notifications.readAt), lte(notifications.id, upTo)))
    .returning({ id: notifications.id });
  return read.length;
}

/** Calls the handler when the actor gets a notification. @returns a function that stops it */
export async function watchNotifications(ctx: Ctx, handler: () => void, since?: number): Promise<() => void> {
  const { id } = requireUser(ctx);
  return listen(
    "notification",
    (account) => {
      if (account === "" || Number(account) === id) handler();
    },
    since,
  );
}
