import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { deliveries } from "#db/schema/delivery";
import { notifications } from "#db/schema/notification";
import { type Ctx, type Person, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { createLaneRecord, isNotPaused } from "#lib/core/lane/lane-record";
import { NOTIFICATION_GROUPS } from "#lib/core/notification-group";
import type { NotificationKind, NotificationKinds, NotificationText } from "#lib/core/notification-kind";
import { int, readRow, readRows, textOf } from "#lib/core/read-rows";
import { isMailEnabled, queueMail } from "#lib/mail/queue-mail";
import {
  type ChannelPreference,
  getChannelPreference,
  readChannelPreferences,
} from "./notification-preferences.ts";
import { formatNotification, rawNotificationColumns } from "./notification-text.ts";
import { MAX_PUSH_AGE_HOURS } from "./push-sender.ts";
import { createUnsubscribeUrl } from "./unsubscribe-from-mail.ts";

/** How many notifications an account gets as single emails in an hour; security emails count separately. */
const MAX_SINGLE_MAILS = { usual: 10, safety: 20 };

/** How many pushes a device gets in an hour: the portal shows the rest. */
const MAX_PUSHES = 20;

/** From this number on, simultaneous notifications are one push. */
const MIN_SUMMARY_SIZE = 4;

/** How many notifications a summary names. */
const MAX_NAMED = 15;

const MAX_MAIL_HOURS = 72;

/**
 * Queues email and push for notifications, by the preferences of their accounts: single emails up to an
 * hourly limit, then one summary an hour. A notification is marked as delivered in the transaction that
 * queues its email, so once.
 */
export async function deliverNotifications(ctx: Ctx, kinds: NotificationKinds): Promise<void> {
  requireSystem(ctx);
  await skipQuietNotifications(ctx, kinds);
  const record = createLaneRecord(ctx, "notifications");
  await record.looked();
  for (let last = 0; ; ) {
    const { id } = await readRow(ctx.db, z.object({ id: int.nullable() }))`
      select min(account_id) as id from notifications where delivered_at is null and account_id > ${last}
        and ${isNotPaused("notifications", sql`'account ' || account_id`)}`;
    if (id === null) return;
    last = id;
    await record.attempt(`account ${last}`, () =>
      inTransaction(ctx, (tx) => deliverToAccount(tx, last, kinds)),
    );
  }
}

/** Marks notifications for the portal alone, which are most, in one statement. */
async function skipQuietNotifications(ctx: Ctx, kinds: NotificationKinds): Promise<void> {
  const rules = Object.entries(kinds).map(([event, { group }]) => ({
    event,
    group,
    ...NOTIFICATION_GROUPS[group],
  }));
  await ctx.db.execute(sql`
    update notifications n
    set delivered_at = now()
    where n.id in (
      select p.id
      from notifications p
      left join jsonb_to_recordset(${JSON.stringify(rules)}::text::jsonb)
        as r (event text, "group" text, mail boolean, push boolean, always boolean) on r.event = p.event
      left join notification_choices c on c.account_id = p.account_id and c.group_name = r.group
      where p.delivered_at is null
        and (${isMailEnabled()} and (r.always or coalesce(c.mail, r.mail))) is not true
        and (coalesce(c.push, r.push)
          and exists (select from push_devices d where d.account_id = p.account_id)) is not true
      limit 50000
      for update of p skip locked)`);
}

interface WaitingNotification {
  id: number;
  event: string;
}

async function deliverToAccount(ctx: Ctx, accountId: number, kinds: NotificationKinds): Promise<void> {
  // Two processes that deliver to one account would both see room for its emails.
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('notifications of ' || ${accountId}::text, 0))`,
  );
  const waiting: WaitingNotification[] = await ctx.db
    .select({ id: notifications.id, event: notifications.event })
    .from(notifications)
    .where(and(eq(notifications.accountId, accountId), isNull(notifications.deliveredAt)))
    .orderBy(notifications.id);
  const account = await readRecipient(ctx, accountId);
  const chosen = await readChannelPreferences(ctx, accountId);
  const wanted =
    account && isMailEnabled()
      ? waiting.filter(({ event }) => wantsChannel("mail", kinds[event], chosen))
      : [];
  const { single, rest } = splitForMail(wanted, kinds, account?.mailed);
  const summed = account?.summed ? [] : rest;
  if (account) {
    await queuePush(ctx, account, waiting, chosen, kinds);
    for (const notification of await formatNotifications(ctx, kinds, single, account.role))
      await queueSingleMail(ctx, account, notification);
    if (summed.length > 0) {
      const named = await formatNotifications(ctx, kinds, summed.slice(-MAX_NAMED).reverse(), account.role);
      await queueSummaryMail(ctx, account, named, summed.length);
    }
  }
  const later = new Set(account?.summed ? rest.map(({ id }) => id) : []);
  const done = waiting.filter(({ id }) => !later.has(id)).map(({ id }) => id);
  if (done.length === 0) return;
  await ctx.db.execute(sql`
    update notifications
    set delivered_at = now()
    where id = any (${`{${done.join()}}`}::bigint[]) and delivered_at is null`);
}

const wantsChannel = (
  channel: "mail" | "push",
  kind: NotificationKind | undefined,
  chosen: ReadonlyMap<string, ChannelPreference>,
) => kind !== undefined && getChannelPreference(kind.group, chosen.get(kind.group))[channel];

/** Queues pushes to each signed-in device. A lock screen is public, so they name only the kind of event. */
async function queuePush(
  ctx: Ctx,
  account: Recipient,
  waiting: readonly WaitingNotification[],
  chosen: ReadonlyMap<string, ChannelPreference>,
  kinds: NotificationKinds,
): Promise<void> {
  const fresh = await ctx.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.accountId, account.id),
        isNull(notifications.deliveredAt),
        isNull(notifications.readAt),
        // Older ones, which wait for the next summary, were pushed when they were created.
        sql`${notifications.at} > now() - interval '10 minutes'`,
      ),
    );
  const unread = new Set(fresh.map(({ id }) => id));
  const wanted = waiting.filter(
    ({ id, event }) => unread.has(id) && wantsChannel("push", kinds[event], chosen),
  );
  if (wanted.length === 0) return;
  const all = NOTIFICATION_PATHS[account.role];
  const messages =
    wanted.length < MIN_SUMMARY_SIZE
      ? wanted.map(({ event }) => ({ title: kinds[event]?.label ?? event, path: all }))
      : [{ title: `${wanted.length} new notifications`, path: all }];
  const devices = await readRows(ctx.db, z.object({ id: int, recent: int }))`
    select
      d.id::int,
      (
        select count(*)::int
        from deliveries p
        where p.channel = 'pushes' and p.target = d.id::text and p.created_at > now() - interval '1 hour'
      ) as recent
    from push_devices d
    where d.account_id = ${account.id} and exists (
      select
      from sessions s
      where s.account_id = d.account_id and s.device_hash = d.device_hash
        and s.ended_at is null and s.expires_at > now())`;
  const expiresAt = sql`now() + make_interval(hours => ${MAX_PUSH_AGE_HOURS})`;
  const rows = devices.flatMap(({ id, recent }) =>
    messages.slice(0, Math.max(0, MAX_PUSHES - recent)).map(({ title, path }) => ({
      channel: "pushes" as const,
      target: String(id),
      accountId: account.id,
      expiresAt,
      type: "push",
      subject: path,
      body: title,
    })),
  );
  if (rows.length > 0) await ctx.db.insert(deliveries).values(rows);
}

/** The page to read them on; helpers get emails only. */
const NOTIFICATION_PATHS = { admin: "/admin/notifications", reseller: "/notifications", helper: "/settings" };

const Recipient = z.object({
  id: int,
  email: z.string(),
  role: textOf<Person["kind"]>(),
  /** The number of single emails in the last hour. */
  mailed: z.object({ usual: int, safety: int }),
  /** Whether a summary was sent in the last hour. */
  summed: z.boolean(),
});
type Recipient = z.output<typeof Recipient>;

/** Returns undefined for a closed account. */
async function readRecipient(ctx: Ctx, accountId: number): Promise<Recipient | undefined> {
  const countRecent = (kind: string) =>
    sql`(
      select count(*)::int
      from deliveries
      where channel = 'mail' and account_id = a.id and type = ${kind}
        and created_at > now() - interval '1 hour')`;
  const [row] = await readRows(ctx.db, Recipient)`
    select
      a.id::int, a.email, a.role, ${countRecent("summary")} > 0 as summed,
      jsonb_build_object(
        'usual', ${countRecent("notification")}, 'safety', ${countRecent("safety")}
      ) as mailed
    from accounts a
    left join resellers r on r.id = a.id
    where a.id = ${accountId} and a.closed_at is null and r.state is distinct from 'closed'`;
  return row;
}

/** Splits notifications into those sent as single emails, and the rest. */
function splitForMail(
  wanted: readonly WaitingNotification[],
  kinds: NotificationKinds,
  mailed = { usual: 0, safety: 0 },
) {
  const isSafety = ({ event }: WaitingNotification) => kinds[event]?.group === "security";
  const [safety, usual] = [wanted.filter(isSafety), wanted.filter((notification) => !isSafety(notification))];
  const room = (group: keyof typeof MAX_SINGLE_MAILS) => Math.max(0, MAX_SINGLE_MAILS[group] - mailed[group]);
  return {
    single: [...safety.slice(0, room("safety")), ...usual.slice(0, room("usual"))],
    rest: [...safety.slice(room("safety")), ...usual.slice(room("usual"))],
  };
}

interface FormattedNotification extends NotificationText {
  event: string;
  kind: NotificationKind | undefined;
  /** Its subject. */
  key: string;
}

/** Formats notifications, in the order given. */
async function formatNotifications(
  ctx: Ctx,
  kinds: NotificationKinds,
  waiting: readonly WaitingNotification[],
  role: Recipient["role"],
): Promise<FormattedNotification[]> {
  if (waiting.length === 0) return [];
  const p = alias(notifications, "p");
  const ids = waiting.map(({ id }) => id);
  const rows = await ctx.db
    .select({ ...rawNotificationColumns, key: p.key })
    .from(p)
    .where(inArray(p.id, ids));
  const order = new Map(ids.map((id, n) => [id, n]));
  return rows
    .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
    .map((raw) => ({
      event: raw.event,
      key: raw.key,
      kind: kinds[raw.event],
      ...formatNotification(kinds, raw, role),
    }));
}

async function queueSingleMail(
  ctx: Ctx,
  { id, email }: Recipient,
  { event, kind, key, title, text, path }: FormattedNotification,
): Promise<void> {
  const { group, file } = kind ?? {};
  const { label = event, always = false } = group ? NOTIFICATION_GROUPS[group] : {};
  await queueMail(ctx, {
    kind: always ? "safety" : file ? "report" : "notification",
    accountId: id,
    recipient: email,
    hours: MAX_MAIL_HOURS,
    letter: {
      subject: title,
      paragraphs: text ? [text] : [],
      act: { label: "Open", path },
      because: always
        ? "You get this because it concerns the security of your account."
        : `You get this because you chose email about: ${label}. Change this in your settings.`,
    },
    stop: always ? undefined : createUnsubscribeUrl(id, event),
    file: file ? { of: event, key, accountId: id } : undefined,
  });
}

async function queueSummaryMail(
  ctx: Ctx,
  { id, email, role }: Recipient,
  named: readonly FormattedNotification[],
  count: number,
): Promise<void> {
  const more = count > named.length ? [`And ${count - named.length} more.`] : [];
  await queueMail(ctx, {
    kind: "summary",
    accountId: id,
    recipient: email,
    hours: MAX_MAIL_HOURS,
    letter: {
      subject: `${count} more notifications from ${env().PORTAL_NAME}`,
      paragraphs: [
        "There were many, so they are in one email. The latest first:",
        named.map(({ title }) => `- ${title}`).join("\n"),
        ...more,
      ],
      act: {
        label: "Show all notifications",
        path: NOTIFICATION_PATHS[role],
      },
      because: "You get at most one such email an hour. Choose your notifications in your settings.",
    },
  });
}
