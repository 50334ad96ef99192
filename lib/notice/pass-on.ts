import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { notices, pushes } from "#db/schema/notice";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { isNotPaused, laneRecord } from "#lib/core/lane-record";
import { sendsMail, writeMail } from "#lib/mail/write-mail";
import { choiceOf, choicesOf } from "./choose.ts";
import { EVENT_NAMES, type NoticeEvent, ruleOf } from "./events.ts";
import { rawNotice } from "./raw-notice.ts";
import { stopAddress } from "./stop-mail.ts";
import { type NoticeWords, noticeWords } from "./words.ts";

/** How many notices an account is mailed one by one in an hour; what is about its safety counts for itself. */
const SINGLE = { usual: 10, safety: 20 };

/** How many messages a device gets in an hour: the portal has the rest. */
const PUSHED = 20;

/** So many at once are one message. */
const MANY = 4;

/** How many notices a summary names. */
const NAMED = 15;

const MAIL_HOURS = 72;

/**
 * Passes notices on by mail and push, as their accounts chose: each by itself, and what comes to more than a few in an hour
 * as one summary, of which there is one in an hour. A notice is passed on in the transaction that writes its mail, so once.
 */
export async function passOn(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  await letQuietOnesBe(ctx);
  const record = laneRecord(ctx, "notices");
  await record.looked();
  for (let last = 0; ; ) {
    const [row] = await ctx.db.execute<{ id: string | null }>(sql`
      select min(account_id) as id from notices where passed_on_at is null and account_id > ${last}
        and ${isNotPaused("notices", sql`'account ' || account_id`)}`);
    if (!row?.id) return;
    last = Number(row.id);
    await record.attempt(`account ${last}`, () => inTransaction(ctx, (tx) => passOnTo(tx, last)));
  }
}

/** What goes nowhere but to the portal, which is most, is done with in one statement. */
async function letQuietOnesBe(ctx: Ctx): Promise<void> {
  const mailed = EVENT_NAMES.filter((event) => ruleOf(event).mail);
  const pushed = EVENT_NAMES.filter((event) => ruleOf(event).push);
  const always = EVENT_NAMES.filter((event) => ruleOf(event).always);
  const list = (events: NoticeEvent[]) => sql`${`{${events.join()}}`}::text[]`;
  await ctx.db.execute(sql`
    update notices n set passed_on_at = now() where n.id in (
      select p.id from notices p left join notice_choices c on c.account_id = p.account_id and c.event = p.event
      where p.passed_on_at is null
        and not (${sendsMail()} and (p.event = any (${list(always)}) or coalesce(c.mail, p.event = any (${list(mailed)}))))
        and not (coalesce(c.push, p.event = any (${list(pushed)}))
          and exists (select from push_devices d where d.account_id = p.account_id))
      limit 50000 for update of p skip locked)`);
}

interface Waiting {
  id: number;
  event: NoticeEvent;
}

async function passOnTo(ctx: Ctx, accountId: number): Promise<void> {
  // Two processes that pass on to one account would both find room for its mails.
  await ctx.db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('notices of ' || ${accountId}::text, 0))`,
  );
  const waiting: Waiting[] = await ctx.db
    .select({ id: notices.id, event: sql<NoticeEvent>`${notices.event}` })
    .from(notices)
    .where(and(eq(notices.accountId, accountId), isNull(notices.passedOnAt)))
    .orderBy(notices.id);
  const account = await recipient(ctx, accountId);
  const chosen = await choicesOf(ctx, accountId);
  const wanted = account && sendsMail() ? waiting.filter(({ event }) => wants("mail", event, chosen)) : [];
  const { single, rest } = split(wanted, account?.mailed);
  const summed = account?.summed ? [] : rest;
  if (account) {
    await push(ctx, account, waiting, chosen);
    for (const one of await inFull(ctx, single, account.role)) await mailOne(ctx, account, one);
    if (summed.length > 0) {
      const named = await inFull(ctx, summed.slice(-NAMED).reverse(), account.role);
      await mailSummary(ctx, account, named, summed.length);
    }
  }
  const later = new Set(account?.summed ? rest.map(({ id }) => id) : []);
  const done = waiting.filter(({ id }) => !later.has(id)).map(({ id }) => id);
  if (done.length === 0) return;
  await ctx.db.execute(sql`
    update notices set passed_on_at = now() where id = any (${`{${done.join()}}`}::bigint[]) and passed_on_at is null`);
}

type Chosen = Awaited<ReturnType<typeof choicesOf>>;

const wants = (way: "mail" | "push", event: NoticeEvent, chosen: Chosen) =>
  EVENT_NAMES.includes(event) && choiceOf(event, chosen.get(event))[way];

/** To each device that is signed in. A lock screen is read by anybody, so it says only what kind of thing happened. */
async function push(
  ctx: Ctx,
  account: Recipient,
  waiting: readonly Waiting[],
  chosen: Chosen,
): Promise<void> {
  const fresh = await ctx.db
    .select({ id: notices.id })
    .from(notices)
    .where(
      and(
        eq(notices.accountId, account.id),
        isNull(notices.passedOnAt),
        isNull(notices.readAt),
        // What waits for the next summary was pushed when it came.
        sql`${notices.at} > now() - interval '10 minutes'`,
      ),
    );
  const unread = new Set(fresh.map(({ id }) => id));
  const wanted = waiting.filter(({ id, event }) => unread.has(id) && wants("push", event, chosen));
  if (wanted.length === 0) return;
  const all = account.role === "admin" ? "/admin/notices" : "/notices";
  const told =
    wanted.length < MANY
      ? wanted.map(({ event }) => ({ title: ruleOf(event).label, path: all }))
      : [{ title: `${wanted.length} new notices`, path: all }];
  const devices = await ctx.db.execute<{ id: number; lately: number }>(sql`
    select d.id::int, (select count(*)::int from pushes where device_id = d.id and created_at > now() - interval '1 hour') as lately
    from push_devices d where d.account_id = ${account.id} and exists (
      select from sessions s where s.account_id = d.account_id and s.device_hash = d.device_hash
        and s.ended_at is null and s.expires_at > now())`);
  const rows = devices.flatMap(({ id, lately }) =>
    told.slice(0, Math.max(0, PUSHED - lately)).map((one) => ({ deviceId: id, ...one })),
  );
  if (rows.length === 0) return;
  await ctx.db.insert(pushes).values(rows);
  await notify(ctx.db, "push");
}

interface Recipient extends Record<string, unknown> {
  id: number;
  email: string;
  role: "reseller" | "admin";
  /** How many notices were mailed one by one in the last hour. */
  mailed: { usual: number; safety: number };
  /** Whether there was a summary in the last hour. */
  summed: boolean;
}

/** Undefined for an account that is closed. */
async function recipient(ctx: Ctx, accountId: number): Promise<Recipient | undefined> {
  const lately = (kind: string) =>
    sql`(select count(*)::int from mails where account_id = a.id and kind = ${kind} and created_at > now() - interval '1 hour')`;
  const [row] = await ctx.db.execute<Recipient>(sql`
    select a.id::int, a.email, a.role, ${lately("summary")} > 0 as summed,
      jsonb_build_object('usual', ${lately("notice")}, 'safety', ${lately("safety")}) as mailed
    from accounts a left join resellers r on r.id = a.id
    where a.id = ${accountId} and a.closed_at is null and r.state is distinct from 'closed'`);
  return row;
}

/** Those that get a mail of their own, and the rest. */
function split(wanted: readonly Waiting[], mailed = { usual: 0, safety: 0 }) {
  const isSafety = ({ event }: Waiting) => ruleOf(event).always === true;
  const [safety, usual] = [wanted.filter(isSafety), wanted.filter((one) => !isSafety(one))];
  const room = (of: keyof typeof SINGLE) => Math.max(0, SINGLE[of] - mailed[of]);
  return {
    single: [...safety.slice(0, room("safety")), ...usual.slice(0, room("usual"))],
    rest: [...safety.slice(room("safety")), ...usual.slice(room("usual"))],
  };
}

interface Full extends NoticeWords {
  event: NoticeEvent;
  /** What it is of, beside its event. */
  key: string;
}

/** Some notices with their words, in the order that was asked for. */
async function inFull(ctx: Ctx, some: readonly Waiting[], role: Recipient["role"]): Promise<Full[]> {
  if (some.length === 0) return [];
  const p = alias(notices, "p");
  const ids = some.map(({ id }) => id);
  const rows = await ctx.db
    .select({ ...rawNotice, key: p.key })
    .from(p)
    .where(inArray(p.id, ids));
  const order = new Map(ids.map((id, n) => [id, n]));
  return rows
    .sort((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0))
    .map((raw) => ({ event: raw.event, key: raw.key, ...noticeWords(raw, role) }));
}

async function mailOne(
  ctx: Ctx,
  { id, email }: Recipient,
  { event, key, title, text, path }: Full,
): Promise<void> {
  const { label, always, file } = ruleOf(event);
  await writeMail(ctx, {
    kind: always ? "safety" : file ? "report" : "notice",
    ...{ accountId: id, recipient: email, hours: MAIL_HOURS },
    letter: {
      subject: title,
      paragraphs: text ? [text] : [],
      act: { label: "Open", path },
      because: always
        ? "You get this because it is about the safety of your account."
        : `You get this because you want mail about: ${label}. Choose what you are told in your settings.`,
    },
    stop: always ? undefined : stopAddress(id, event),
    file: file ? { of: event, key, accountId: id } : undefined,
  });
}

async function mailSummary(
  ctx: Ctx,
  { id, email, role }: Recipient,
  named: readonly Full[],
  count: number,
): Promise<void> {
  const more = count > named.length ? [`And ${count - named.length} more.`] : [];
  await writeMail(ctx, {
    kind: "summary",
    ...{ accountId: id, recipient: email, hours: MAIL_HOURS },
    letter: {
      subject: `${count} more notices from ${env().PORTAL_NAME}`,
      paragraphs: [
        "So much happened that we put it into one mail. The latest first:",
        named.map(({ title }) => `- ${title}`).join("\n"),
        ...more,
      ],
      act: { label: "Read them all", path: role === "admin" ? "/admin/notices" : "/notices" },
      because: "There is at most one such mail in an hour. Choose what you are told in your settings.",
    },
  });
}
