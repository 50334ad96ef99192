import { eq, sql } from "drizzle-orm";
import webPush from "web-push";
import { pushDevices, pushes } from "#db/schema/notice";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { type RunningLane, startLane } from "#lib/core/lane";
import { log } from "#lib/core/log";
import { type Posted, post } from "#lib/core/post";
import { keysOfPortal } from "./push-keys.ts";

/** Looks this often even without a notification, so that a lost one only delays. */
const LOOK_EVERY_MS = 10_000;

/** How many messages one process sends at once, each to another device. */
const SLOTS = 16;

/** How many of them to devices of one account: it may have any number, and each may hang. */
const MAX_OF_ACCOUNT = 2;

/** A claim lasts this much longer than a try; then what a killed process was sending is sent again. */
const LEASE_SLACK_MS = 5_000;

/** What is older is no news on a lock screen any more. */
const HOURS = 4;

/**
 * The lane that pushes messages to devices, one per process; one that hangs delays no other.
 * @param patienceMs how long a try may take in all.
 */
export function startPusher(ctx: Ctx, { patienceMs = 10_000 } = {}): RunningLane {
  const leaseMs = patienceMs + LEASE_SLACK_MS;
  return startLane<Due>(ctx, {
    name: "pushes",
    async claim(underWay) {
      const busy = underWay.map(({ item }) => item.account_id);
      return { items: await claim(ctx, { room: SLOTS - underWay.length, busy }, leaseMs) };
    },
    keyOf: ({ id }) => `push ${id}`,
    handle: (push) => deliver(ctx, push, patienceMs),
    deadlineMs: leaseMs,
    everyMs: LOOK_EVERY_MS,
  });
}

interface Due extends Record<string, unknown> {
  id: string;
  device_id: string;
  account_id: string;
  title: string;
  path: string;
  tries: number;
  endpoint: string;
  public_key: string;
  auth_secret: string;
}

/** Claims one message of each device that has one due, of few devices of an account. */
async function claim(
  ctx: Ctx,
  { room, busy }: { room: number; busy: readonly string[] },
  leaseMs: number,
): Promise<Due[]> {
  requireSystem(ctx);
  if (room <= 0) return [];
  return ctx.db.execute<Due>(sql`
    with due as (
      select distinct on (p.device_id) p.id, p.next_at, d.account_id from pushes p join push_devices d on d.id = p.device_id
      where p.done_at is null and p.next_at <= now()
        and not exists (select from pushes o where o.device_id = p.device_id and o.done_at is null and o.tries > 0 and o.next_at > now())
      order by p.device_id, p.id
    ),
    busy as (
      select b::bigint as account_id, count(*) as count from unnest(${`{${busy.join()}}`}::text[]) b group by b
    ),
    turns as (
      select due.*, coalesce(busy.count, 0) + row_number() over (partition by account_id order by next_at, id) as turn
      from due left join busy using (account_id)
    ),
    mine as (
      select id from pushes where id in (
          select id from turns where turn <= ${MAX_OF_ACCOUNT} order by turn, next_at, id limit ${room})
        and done_at is null and next_at <= now() for update skip locked
    )
    update pushes p set tries = p.tries + 1, next_at = now() + make_interval(secs => ${leaseMs / 1000})
    from push_devices d where p.id in (select id from mine) and d.id = p.device_id
    returning p.id, p.device_id, d.account_id, p.title, p.path, p.tries, d.endpoint, d.public_key, d.auth_secret`);
}

/** Sends a claimed message once and records the result. @throws what the database throws */
async function deliver(ctx: Ctx, push: Due, patienceMs: number): Promise<void> {
  await recordTry(ctx, push, await send(ctx, push, patienceMs));
}

async function send(ctx: Ctx, push: Due, patienceMs: number): Promise<Posted> {
  const { publicKey, privateKey } = await keysOfPortal(ctx);
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint: push.endpoint, keys: { p256dh: push.public_key, auth: push.auth_secret } },
    JSON.stringify({ title: env().PORTAL_NAME, body: push.title, path: push.path }),
    { vapidDetails: { subject: subject(), publicKey, privateKey }, TTL: HOURS * 3_600, urgency: "high" },
  );
  const sent = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-length");
  return post(push.endpoint, {
    body: body ?? Buffer.alloc(0),
    headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
    patienceMs,
  });
}

/** Whom a push service writes to when something is wrong with this portal. */
function subject(): string {
  const { MAIL_FROM, NEXTAUTH_URL } = env();
  const address = MAIL_FROM && (/<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM);
  return `mailto:${address ?? `portal@${new URL(NEXTAUTH_URL).hostname}`}`;
}

/** A device that is gone for good is taken off; what is refused otherwise is tried again for some hours, if that helps. */
async function recordTry(ctx: Ctx, push: Due, { httpStatus, problem }: Posted): Promise<void> {
  const id = Number(push.id);
  if (httpStatus === 404 || httpStatus === 410) {
    await ctx.db.delete(pushDevices).where(eq(pushDevices.id, Number(push.device_id)));
    return;
  }
  const mayHelp = httpStatus === undefined || httpStatus === 429 || httpStatus >= 500;
  const pause = sql`make_interval(secs => ${30 * 4 ** Math.min(push.tries - 1, 4)})`;
  if (problem === undefined) {
    await ctx.db.update(pushes).set({ doneAt: sql`now()` }).where(eq(pushes.id, id));
    await ctx.db
      .update(pushDevices)
      .set({ reachedAt: sql`now()` })
      .where(eq(pushDevices.id, Number(push.device_id)));
    return;
  }
  const over = sql`not ${mayHelp}::boolean or now() + ${pause} > created_at + make_interval(hours => ${HOURS})`;
  await ctx.db
    .update(pushes)
    .set({ doneAt: sql`case when ${over} then now() end`, nextAt: sql`now() + ${pause}`, tries: sql`tries` })
    .where(eq(pushes.id, id));
  log.warn("push.not_sent", { push: id, tries: push.tries, problem });
}
