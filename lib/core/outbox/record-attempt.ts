import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#lib/core/context";
import { log } from "#lib/core/log";
import type { AttemptResult, Delivery, OutboxChannel } from "./outbox-channel.ts";

/**
 * Records an attempt and ends its claim. The delivery fails when another attempt is useless, has no pause
 * left, or would begin after it expired.
 * @returns false when the claim had run out and another process may have taken the delivery over
 */
export async function recordAttempt(
  db: Db,
  { name, pausesS }: OutboxChannel,
  { id, attempts, claimedUntil }: Delivery,
  { problem, httpStatus, tookMs = 0, hopeless = false, responseText }: AttemptResult,
): Promise<boolean> {
  const pauseS = pausesS[attempts - 1];
  const next = sql`now() + make_interval(secs => ${pauseS ?? pausesS.at(-1) ?? 0})`;
  const failed = sql`(
    ${hopeless}::boolean or coalesce(${next} >= expires_at, ${pauseS === undefined}::boolean))`;
  const done = problem === undefined ? sql`true` : failed;
  const rows = await db.execute(sql`
    with recorded as (
      update deliveries
      set
        problem = ${problem ?? null}, claimed_until = null,
        next_at = case when ${done} then next_at else ${next} end,
        state = case
          when not ${done} then 'waiting'
          when ${problem === undefined} then 'delivered'
          else 'failed'
        end,
        done_at = case when ${done} then now() end,
        sealed = case when not ${done} then sealed end
      where id = ${id} and state = 'waiting' and claimed_until = ${claimedUntil}::timestamptz
      returning id
    )
    insert into delivery_attempts (delivery_id, took_ms, http_status, problem, response)
    select
      id, ${tookMs}::int, ${httpStatus ?? null}::int, ${problem ?? null}, ${toStoredResponse(responseText)}
    from recorded
    returning id`);
  if (problem !== undefined) log.warn("delivery.failed", { channel: name, id, attempts, problem });
  return rows.length > 0;
}

const MAX_RESPONSE_LENGTH = 500;

/** Cuts a response, without the zero characters that the database rejects. */
function toStoredResponse(text = ""): string | null {
  return text.replaceAll("\0", "").trim().slice(0, MAX_RESPONSE_LENGTH) || null;
}

/** How many deliveries one statement fails. */
const BATCH_SIZE = 1_000;

/** Fails deliveries that wait for a target, a thousand at most; the owner of the target reads the problem. */
export async function failWaitingDeliveries(
  db: Db,
  channel: OutboxChannel["name"],
  target: string,
  { problem, where = sql`true` }: { problem: string; where?: SQL },
): Promise<void> {
  await db.execute(sql`
    with failed as (
      update deliveries
      set state = 'failed', problem = ${problem}, sealed = null, claimed_until = null, done_at = now()
      where id in (
        select id
        from deliveries
        where channel = ${channel} and target = ${target} and state = 'waiting' and ${where}
        limit ${BATCH_SIZE}
      )
        and state = 'waiting'
      returning id
    )
    insert into delivery_attempts (delivery_id, took_ms, problem)
    select id, 0, ${problem} from failed`);
}
