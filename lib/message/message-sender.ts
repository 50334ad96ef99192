import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { customerMessages } from "#db/schema/message";
import { selectSetting } from "#lib/audit/settings/read-settings";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { type Lane, type RunningLane, startLane } from "#lib/core/lane/lane";
import { log } from "#lib/core/log";
import { formatMoney } from "#lib/core/money/money";
import type { AttemptResult, Delivery } from "#lib/core/outbox/outbox-channel";
import { createOutboxLane } from "#lib/core/outbox/outbox-lane";
import { isRefunded } from "#lib/core/purchase-state";
import { int, readRows } from "#lib/core/read-rows";
import { seal, unseal } from "#lib/core/seal";
import { type DueMessage, loadDueMessage } from "./compose-message.ts";
import { MESSAGES_ENABLED, messageSettings } from "./message-settings.ts";
import { PROVIDER_TIMEOUT_MS } from "./providers/call-provider.ts";
import { findMessageProvider } from "./providers/configured-providers.ts";
import type { MessageProvider, SendResult } from "./providers/message-provider.ts";
import { recordAcceptance } from "./record-acceptance.ts";
import { countSmsParts } from "./sms-text.ts";

/**
 * A claim outlasts its two requests by this. Then the provider is asked for what a killed process was
 * sending, so late that its list has it.
 */
const LEASE_SLACK_MS = 15_000;

/** Seconds to wait after each failed attempt; the last repeats for a day. */
const PAUSES_S = [60, 120, 600, 1_800, 3_600];

/** Runs the lane that sends messages to customers, one per process. */
export const startMessageSender = (ctx: Ctx): RunningLane => startLane(ctx, createMessageLane(ctx));

/** Creates the lane. A number gets one message at a time, and a reseller's messages use two slots. */
export function createMessageLane(ctx: Ctx): Lane<Delivery> {
  return createOutboxLane(ctx, {
    name: "messages",
    slots: 8,
    perAccount: { prompt: 2, slow: 2 },
    leaseMs: 2 * PROVIDER_TIMEOUT_MS + LEASE_SLACK_MS,
    pausesS: PAUSES_S,
    targetState: (target) => sql`
      select
        false as slow, false as failing, null::timestamptz as paused_until,
        case
          when r.id is null then 'its number was erased'
          when r.stopped_at is not null then 'its owner stopped messages'
        end as ended
      from (select) one
      left join message_recipients r on r.id = ${target}::bigint`,
    may: (d) => sql`(
      ${MESSAGES_ENABLED} and (not ${isQuietHour()} or exists (
        select
        from customer_messages m
        where m.message_id = ${d}.message_id and m.prompt
          and m.created_at > now() - interval '30 minutes')))`,
    send: (delivery) => attemptMessage(ctx, delivery),
    recordTarget: recordMessage,
  });
}

/** The condition that it is a quiet hour. */
const isQuietHour = () => sql`(
  select case
    when since <= until then hour >= since and hour < until
    else hour >= since or hour < until
  end
  from (
    select
      extract(hour from now() at time zone ${env().TIME_ZONE})::int,
      ${selectSetting(messageSettings, "quietFrom")}, ${selectSetting(messageSettings, "quietUntil")}
  ) clock (hour, since, until))`;

/** Attempts a message once. Never throws. */
async function attemptMessage(ctx: Ctx, delivery: Delivery): Promise<AttemptResult> {
  const started = performance.now();
  try {
    const message = await loadDueMessage(ctx, delivery.messageId);
    if (!message) return skipMessage(ctx, delivery, "erased", "its number was erased");
    const { medium } = message.outgoing;
    const provider = findMessageProvider(medium, message.provider);
    if (!provider) return { problem: `no provider of ${MEDIUM_NAMES[medium]} is set` };
    // Before any obstacle: one that was sent is charged and shown as such.
    const earlier = await findSent(ctx, delivery, message, provider);
    if (earlier) return { ...toAttemptResult(earlier), tookMs: Math.round(performance.now() - started) };
    const obstacle = await findObstacle(ctx, message);
    if (obstacle) return skipMessage(ctx, delivery, obstacle.skipped, obstacle.problem);
    if (delivery.sealed === null) await storeText(ctx, delivery, message, provider);
    const result = await provider.send(message.outgoing);
    if (result.kind === "rejected" && result.stopped) await stopAtProvider(ctx, message);
    return { ...toAttemptResult(result), tookMs: Math.round(performance.now() - started) };
  } catch (error) {
    log.error("message.not_sent", { messageId: delivery.messageId, error });
    return { problem: "something went wrong on our side" };
  }
}

const MEDIUM_NAMES = { sms: "SMS", whatsapp: "WhatsApp" };

type SkipReason = NonNullable<(typeof customerMessages.$inferSelect)["skipped"]>;

/**
 * Finds the reason not to send a message any more: the limit of its number, a wallet without its price, or a
 * bundle that no longer ends tomorrow.
 */
async function findObstacle(
  ctx: Ctx,
  { id, recipientId, payer, price }: DueMessage,
): Promise<{ skipped: SkipReason; problem: string } | undefined> {
  const limit = selectSetting(messageSettings, "dailyLimit");
  const [row] = await readRows(
    ctx.db,
    z.object({ full: z.boolean(), short: z.boolean(), renewed: z.boolean(), late: z.boolean(), limit: int }),
  )`
    select
      ${limit} as limit,
      (select count(*) from customer_messages c
        where c.recipient_id = ${recipientId}
          and c.accepted_at > now() - interval '1 day') >= ${limit} as full,
      ${payer} = 'wallet' and w.wallet < ${price} as short,
      m.kind = 'ending' and ${IS_RENEWED} as renewed,
      m.kind = 'ending' and ${toDay(sql`m.created_at`)} < ${toDay(sql`now()`)} as late
    from customer_messages m
    join wallets w on w.reseller_id = m.reseller_id
    where m.id = ${id}`;
  if (row?.full) return { skipped: "limit", problem: `its number had ${row.limit} messages within 24 hours` };
  if (row?.renewed) return { skipped: "renewed", problem: "the customer renewed" };
  if (row?.late) return { skipped: "expired", problem: "its bundle ends today" };
  if (row?.short) return { skipped: "wallet", problem: `the wallet has less than ${formatMoney(price)}` };
  return undefined;
}

const toDay = (at: SQL) => sql`(${at} at time zone ${env().TIME_ZONE})::date`;

/** Whether data was bought or ordered for the number of the message `m` since. */
const IS_RENEWED = sql`(
  exists (
    select
    from purchases b
    join purchases n on n.phone = b.phone and n.reseller_id = b.reseller_id and n.id > b.id
    where b.id = m.purchase_id and not ${isRefunded(sql`n.state`)})
  or exists (
    select
    from orders b
    join orders n on n.shop_id = b.shop_id and n.phone = b.phone and n.id > b.id
    where b.id = m.order_id and n.payment in ('awaiting', 'received')))`;

async function skipMessage(
  ctx: Ctx,
  { messageId }: Delivery,
  skipped: SkipReason,
  problem: string,
): Promise<AttemptResult> {
  await ctx.db.execute(
    sql`update customer_messages set skipped = ${skipped}
      where message_id = ${messageId} and accepted_at is null`,
  );
  return { problem, hopeless: true };
}

/** Stores the text before the first attempt: later ones look for exactly this. */
async function storeText(
  ctx: Ctx,
  { id, messageId }: Delivery,
  { outgoing: { text } }: DueMessage,
  { name }: MessageProvider,
): Promise<void> {
  // Under the purpose of emails, so that a change of the secret re-encrypts it like those.
  await ctx.db.execute(sql`
    with stored as (
      update deliveries set sealed = ${seal(text, "mails")} where id = ${id} and state = 'waiting'
    )
    update customer_messages set provider = ${name}, parts = ${countSmsParts(text)}
    where message_id = ${messageId}`);
}

function readText(sealed: string, messageId: string): string | undefined {
  try {
    return unseal(sealed, "mails");
  } catch (error) {
    log.error("message.sealed", { messageId, error });
    return undefined;
  }
}

/**
 * Looks for the message at the provider if an earlier attempt, of which no response came or whose sender was
 * killed, may have sent it. Sets its text to the one that was stored then.
 * @returns undefined when none did
 */
async function findSent(
  ctx: Ctx,
  { sealed, messageId, createdAt }: Delivery,
  { recipientId, outgoing }: DueMessage,
  provider: MessageProvider,
): Promise<SendResult | undefined> {
  if (sealed === null) return undefined;
  outgoing.text = readText(sealed, messageId) ?? outgoing.text;
  const sent = await readRows(ctx.db, z.object({ ref: z.string() }))`
    select provider_ref as ref from customer_messages
    where recipient_id = ${recipientId} and provider_ref is not null`;
  const result = await provider.find(outgoing, createdAt, new Set(sent.map(({ ref }) => ref)));
  if (result.kind === "found") return { kind: "accepted", ref: result.ref };
  return result.kind === "none" ? undefined : result;
}

function toAttemptResult(result: SendResult): AttemptResult {
  if (result.kind === "accepted") return { receipt: result.ref };
  const { problem, httpStatus } = result;
  return { problem, httpStatus, hopeless: result.kind === "rejected" && result.permanent };
}

/** Notes that the number's owner stopped messages at the provider. */
async function stopAtProvider(ctx: Ctx, { id, recipientId }: DueMessage): Promise<void> {
  await ctx.db.execute(sql`
    with stopped as (update message_recipients set stopped_at = now(), stopped_by = 'provider'
      where id = ${recipientId} and stopped_at is null)
    update customer_messages set skipped = 'stopped' where id = ${id}`);
}

/**
 * Records an accepted message, or that its owner stopped messages, in the transaction that records the
 * attempt.
 */
async function recordMessage(ctx: Ctx, { messageId, ended }: Delivery, result: AttemptResult): Promise<void> {
  if (result.receipt !== undefined) return recordAcceptance(ctx, { messageId, ref: result.receipt });
  if (ended !== null)
    await ctx.db.execute(sql`
      update customer_messages set skipped = case when recipient_id is null then 'erased' else 'stopped' end
      where message_id = ${messageId}`);
}
