import { sql } from "drizzle-orm";
import { z } from "zod";
import { notify } from "#db/listen";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { type Lane, type RunningLane, startLane } from "#lib/core/lane/lane";
import { log } from "#lib/core/log";
import type { WebhookEventData } from "#lib/core/module";
import { postSigned } from "#lib/core/network/post-signed";
import type { AttemptResult, Delivery } from "#lib/core/outbox/outbox-channel";
import { createOutboxLane, MIN_SLOW_MS } from "#lib/core/outbox/outbox-lane";
import { failWaitingDeliveries } from "#lib/core/outbox/record-attempt";
import { int, readRows } from "#lib/core/read-rows";
import { unseal } from "#lib/core/seal";
import { loadBody } from "./event-body.ts";
import { wakeResends } from "./queue-resends.ts";

/** A claim lasts this much longer than its attempt; then what a killed process was sending is sent again. */
const LEASE_SLACK_MS = 5_000;

/** Seconds to wait after each failed attempt: a day in all. docs/programmers.md lists them. */
export const PAUSES_S = [5, 60, 300, 1_800, 7_200, 18_000, 28_800, 28_800];

/** Runs the lane that sends webhooks, one per process. */
export function startWebhookSender(
  ctx: Ctx,
  events: WebhookEventData,
  options?: { timeoutMs?: number },
): RunningLane {
  return startLane(ctx, createWebhookLane(ctx, events, options));
}

/**
 * Creates the lane that sends webhooks. An endpoint that failed or was slow at the last
 * attempt uses slots of its own.
 * @param timeoutMs how long an attempt may take in all
 */
export function createWebhookLane(
  ctx: Ctx,
  events: WebhookEventData,
  { timeoutMs = 10_000 } = {},
): Lane<Delivery> {
  return createOutboxLane(ctx, {
    ...{ name: "webhooks", slots: 64, slowSlots: 16, perAccount: { prompt: 5, slow: 2 } },
    ...{ leaseMs: timeoutMs + LEASE_SLACK_MS, pausesS: PAUSES_S },
    targetState: (target) => sql`
      select
        e.slow, e.failing_since is not null as failing, e.paused_until,
        case
          when e.gone_at is not null then 'the address responded 410 Gone earlier'
          when e.removed_at is not null then 'the address was removed'
          when r.state = 'closed' then 'the account was closed'
        end as ended
      from webhook_endpoints e
      join resellers r on r.id = e.reseller_id
      where e.id = ${target}::bigint`,
    send: (delivery) => attemptDelivery(ctx, delivery, events, timeoutMs),
    recordTarget: recordEndpointState,
  });
}

async function attemptDelivery(
  ctx: Ctx,
  delivery: Delivery,
  events: WebhookEventData,
  timeoutMs: number,
): Promise<AttemptResult> {
  const { messageId, target } = delivery;
  try {
    const [endpoint, ...previous] = await readRows(ctx.db, z.object({ url: z.string(), sealed: z.string() }))`
      select e.url, s.sealed
      from webhook_endpoints e
      cross join lateral (
        select e.sealed_secret as sealed, null::bigint as id
        union all
        select p.sealed_secret, p.id
        from webhook_previous_secrets p
        where p.endpoint_id = e.id and p.valid_until > now()
      ) s
      where e.id = ${target}
      order by s.id desc nulls first`;
    const secret = endpoint && unsealSecret(messageId, endpoint.sealed);
    if (!secret) return { problem: UNREADABLE_SECRET, hopeless: true };
    const readable = previous.map(({ sealed }) => unsealSecret(messageId, sealed));
    const secrets = [secret, ...readable.filter((replaced) => replaced !== undefined)];
    const body = await loadBody(ctx, delivery, events);
    const posted = await postSigned(endpoint.url, { secrets, messageId, body, timeoutMs });
    return { ...posted, hopeless: posted.httpStatus === GONE };
  } catch (error) {
    log.error("webhook.not_sent", { messageId, error });
    return { problem: "something went wrong on our side" };
  }
}

/** The status by which an address ends its webhook. */
const GONE = 410;

const UNREADABLE_SECRET = "its secret cannot be read any more: remove the address and add it again";

function unsealSecret(messageId: string, sealed: string): string | undefined {
  try {
    return unseal(sealed, "webhook secrets");
  } catch (error) {
    log.error("webhook.sealed", { messageId, error });
    return undefined;
  }
}

/**
 * Pauses an endpoint after a failure for as long as it has been failing, between five seconds and
 * five minutes. Where nothing was accepted for a day, deliveries that are a day overdue fail, so that
 * the queue does not grow.
 */
async function recordEndpointState(
  ctx: Ctx,
  { target, accountId, ended }: Delivery,
  { problem, httpStatus, tookMs = 0 }: AttemptResult,
): Promise<void> {
  const { db } = ctx;
  const failing = problem !== undefined && ended === null;
  const pause = sql`now() + greatest('5 s', least('5 min', now() - coalesce(failing_since, now())))`;
  await db.execute(sql`
    update webhook_endpoints
    set
      slow = ${failing || tookMs >= MIN_SLOW_MS},
      failing_since = ${failing ? sql`coalesce(failing_since, now())` : sql`null`},
      paused_until = ${failing ? pause : sql`null`}
    where id = ${target}`);
  if (failing)
    await failWaitingDeliveries(db, "webhooks", target, {
      problem: "no event was accepted for a day: check the server, then send again",
      where: sql`next_at < now() - interval '1 day' and exists (
        select from webhook_endpoints where id = ${target} and failing_since < now() - interval '1 day')`,
    });
  if (httpStatus === GONE) await endGoneEndpoint(ctx, target);
  await wakeResends(db, target);
  await notify(db, "delivery", String(accountId));
}

/** Ends an endpoint whose address responded 410 Gone. Events that wait for it fail. */
async function endGoneEndpoint(ctx: Ctx, target: string): Promise<void> {
  const [gone] = await readRows(ctx.db, z.object({ url: z.string(), resellerId: int }))`
    update webhook_endpoints
    set removed_at = now(), gone_at = now()
    where id = ${target} and removed_at is null
    returning url, reseller_id`;
  if (!gone) return;
  await notify(ctx.db, "lane", "webhooks");
  await recordAudit(ctx, {
    ...{ action: "webhook.gone", subject: "webhook", subjectId: Number(target) },
    ...{ resellerId: gone.resellerId, before: { url: gone.url } },
  });
}
