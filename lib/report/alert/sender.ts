import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { type RunningLane, startLane } from "#lib/core/lane";
import { log } from "#lib/core/log";
import { sendsMail, writeMail } from "#lib/mail/write-mail";
import { type AlertMessage, deliver, letterOf, type Target } from "./deliver.ts";
import { ALERTS, type AlertKind, URGENT } from "./kinds.ts";
import { noteReached } from "./state.ts";

/** How often it looks for what is to be sent. */
const LOOK_EVERY_MS = 5_000;

/** How many messages one process sends at once. */
const SLOTS = 16;

/** A claim lasts this much longer than a try; then what a killed process was sending is sent again. */
const LEASE_SLACK_MS = 5_000;

/** What is older is no news any more: it is given up, and so is a mail. */
const HOURS = 24;

/**
 * The lane that sends alerts, one per process: each message at least once, with growing pauses, for a day. A receiver that
 * hangs delays no other.
 * @param patienceMs how long a try may take in all.
 */
export function startAlerter(ctx: Ctx, { patienceMs = 10_000 } = {}): RunningLane {
  const leaseMs = patienceMs + LEASE_SLACK_MS;
  return startLane<Due>(ctx, {
    name: "alerts",
    async claim(underWay) {
      const busy = underWay.map(({ item }) => item.receiver_id);
      return { items: await claim(ctx, { room: SLOTS - underWay.length, busy }, leaseMs) };
    },
    keyOf: ({ id }) => `alert ${id}`,
    handle: (due) => send(ctx, due, patienceMs),
    deadlineMs: leaseMs,
    everyMs: LOOK_EVERY_MS,
  });
}

interface Due extends Record<string, unknown> {
  id: string;
  message_id: string;
  receiver_id: string;
  tries: number;
  over: boolean;
  way: Target["way"];
  target: string;
  sealed_secret: string | null;
  kind: AlertKind;
  title: string;
  note: string;
  path: string;
  began_ms: string;
  over_ms: string | null;
}

/**
 * Claims messages that are due: in a receiver's quiet hours only what is urgent; and that something is over only once it was
 * settled whether the receiver heard that it began. One of each receiver, so that one that hangs leaves room for others.
 */
async function claim(
  ctx: Ctx,
  { room, busy }: { room: number; busy: readonly string[] },
  leaseMs: number,
): Promise<Due[]> {
  requireSystem(ctx);
  if (room <= 0) return [];
  const ms = (at: string) => sql`(extract(epoch from ${sql.raw(at)}) * 1000)::bigint`;
  return ctx.db.execute<Due>(sql`
    with first as (
      select distinct on (p.receiver_id) p.id, p.next_at
      from alert_posts p
      join alerts a on a.id = p.alert_id
      join alert_receivers r on r.id = p.receiver_id and r.removed_at is null
      cross join (select (now() at time zone ${env().TIME_ZONE})::time as clock) here
      where p.state = 'waiting' and p.next_at <= now()
        and (a.kind = any (${`{${URGENT.join()}}`}::text[]) or not coalesce(case when r.quiet_from < r.quiet_until
          then clock >= r.quiet_from and clock < r.quiet_until else clock >= r.quiet_from or clock < r.quiet_until end, false))
        and (not p.over or not exists (select from alert_posts b
          where b.alert_id = p.alert_id and b.receiver_id = p.receiver_id and not b.over and b.state = 'waiting'))
        and p.receiver_id <> all (${`{${busy.join()}}`}::bigint[])
      order by p.receiver_id, p.next_at, p.id
    ),
    due as (
      select id from alert_posts where state = 'waiting' and next_at <= now() and id in (
        select id from first order by next_at, id limit ${room})
      for update skip locked
    )
    update alert_posts p set tries = p.tries + 1, problem = null, next_at = now() + make_interval(secs => ${leaseMs / 1000})
    from alerts a, alert_receivers r
    where p.id in (select id from due) and a.id = p.alert_id and r.id = p.receiver_id
    returning p.id, p.message_id, p.receiver_id, p.tries, p.over, r.way, r.target, r.sealed_secret, a.kind, a.title, a.note, a.path,
      ${ms("a.began_at")} as began_ms, ${ms("a.over_at")} as over_ms`);
}

/** Sends a claimed message once and records the result. @throws what the database throws */
async function send(ctx: Ctx, due: Due, patienceMs: number): Promise<void> {
  if (due.way === "mail") return sendByMail(ctx, due);
  const to: Target = { way: due.way, target: due.target, sealedSecret: due.sealed_secret };
  const problem = await deliver(to, messageOf(due), { messageId: due.message_id, patienceMs });
  await inTransaction(ctx, (tx) => recordTry(tx, due, problem));
}

/** A mail is sent once it is in the outbox, which has pauses and tries of its own. */
async function sendByMail(ctx: Ctx, due: Due): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const problem = sendsMail() ? undefined : "the portal has no mail server";
    if (!(await recordTry(tx, due, problem)) || problem) return;
    const letter = letterOf(messageOf(due));
    await writeMail(tx, { kind: "alert", accountId: null, recipient: due.target, letter, hours: HOURS });
  });
}

function messageOf({ kind, title, note, path, over, began_ms, over_ms }: Due): AlertMessage {
  const { label = title, urgent = false } = ALERTS[kind] ?? {};
  return {
    ...{ kind, urgent, path },
    type: over ? "alert.over" : "alert.began",
    title: over ? label : title,
    note: over ? "It needs no hand any more." : note,
    began: new Date(Number(began_ms)),
    over: over_ms === null ? null : new Date(Number(over_ms)),
  };
}

/** Records a try. @returns false when another process has taken it over meanwhile. */
async function recordTry(ctx: Ctx, due: Due, problem: string | undefined): Promise<boolean> {
  const { id, tries, receiver_id } = due;
  const pause = sql`make_interval(secs => ${pauseAfter(tries)})`;
  const over = sql`now() + ${pause} > created_at + make_interval(hours => ${HOURS})`;
  const after =
    problem === undefined
      ? sql`state = 'sent', done_at = now(), problem = null`
      : sql`problem = ${problem}, next_at = now() + ${pause}, state = case when ${over} then 'failed' else 'waiting' end,
          done_at = case when ${over} then now() end`;
  const rows = await ctx.db.execute(sql`
    update alert_posts set ${after} where id = ${id} and state = 'waiting' and tries = ${tries} returning id`);
  if (rows.length === 0) return false;
  if (problem !== undefined) log.warn("alert.not_sent", { post: Number(id), tries, problem });
  await noteReached(ctx, Number(receiver_id), problem);
  return true;
}

/** Seconds to wait after each failed try; then the last, over and over, until it is given up. */
const PAUSES_S = [10, 30, 60, 300, 900];

const pauseAfter = (tries: number) => PAUSES_S[tries - 1] ?? PAUSES_S.at(-1) ?? 0;
