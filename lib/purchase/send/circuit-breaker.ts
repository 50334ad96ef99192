import { sql } from "drizzle-orm";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import type { PurchaseAnswer, Refusal } from "#lib/upstream/answer";
import { slotGap } from "./claim.ts";
import { DISPATCH_SUBJECT } from "./control.ts";

/** Why sending stopped, for admins. */
const REASONS: Record<Refusal, string> = {
  unauthorized: "The portal's token is refused (401).",
  not_whitelisted: "The portal's address is refused (403).",
  balance: "The balance at the upstream is too low.",
  daily_limit: "The daily limit at the upstream is reached.",
  kyc: "The upstream restricts the operator's account (KYC).",
  negative_wallet: "The balance at the upstream is negative.",
  service: "The upstream's data service is switched off.",
};

/** So many unknown or contradictory answers in a row stop sending. */
const RUN_OF_UNKNOWNS = 5;

/** The longest wait between two tries on a dead connection, in seconds; after that sending stops. */
const LONGEST_BACK_OFF = 16;
/**
 * The longest pauses between two probes, in seconds: a refusal needs a person, a dead connection comes back by itself.
 */
const LONGEST_PAUSE = { refused: 600, dead: 60 };

/** Whether an answer says how the purchase ended, fits what is known and complains of nothing. */
export function isGood({ meaning, discrepancy, refusal, httpStatus }: PurchaseAnswer): boolean {
  const definite = meaning === "successful" || meaning === "failed" || meaning === "invalid";
  return definite && !discrepancy && !refusal && httpStatus !== 429;
}

/**
 * Adjusts sending as a whole to an answer. A definite answer keeps or starts it; a 429 or a dead connection makes
 * everyone wait; a refusal of the operator's account, a run of unknowns or a connection that stays dead stops it until
 * a probe gets through.
 */
export async function adjustSending(ctx: Ctx, answer: PurchaseAnswer): Promise<void> {
  if (answer.meaning === "unsent") return backOff(ctx, answer.note);
  await ctx.db.execute(sql`update dispatcher set back_off = 0 where back_off > 0`);
  if (answer.refusal) return stop(ctx, REASONS[answer.refusal]);
  if (answer.meaning === "throttled" || answer.httpStatus === 429)
    await wait(ctx, (answer.retryAfterMs ?? 10_000) / 1000);
  switch (answer.meaning) {
    case "successful":
    case "failed":
    case "invalid":
      return answer.discrepancy ? stopOnRun(ctx) : run(ctx);
    case "unconfirmed":
      return stopOnRun(ctx);
  }
}

async function run(ctx: Ctx): Promise<void> {
  const [was] = await ctx.db.execute<{ stop_reason: string | null }>(sql`
    with old as (select stop_reason from dispatcher where stopped and probe_at is not null for update)
    update dispatcher set stopped = false, stop_reason = null, stopped_by = null, stopped_at = null, probe_at = null, probe_pause = 0
    from old returning old.stop_reason`);
  if (!was) return;
  log.info("dispatch.runs");
  await record(ctx, {
    ...DISPATCH_SUBJECT,
    action: "dispatch.started",
    reason: "The upstream answers again.",
    before: { stopped: true, why: was.stop_reason },
    after: { stopped: false },
  });
}

async function wait(ctx: Ctx, seconds: number): Promise<void> {
  await ctx.db.execute(sql`
    update dispatcher set next_slot_at = greatest(next_slot_at, now() + make_interval(secs => ${Math.min(seconds, 300)}))`);
}

/**
 * The connection is dead: the next try waits 1, 2, 4, 8, 16 seconds, then sending stops. An attempt that was on its way
 * when the wait began says nothing new.
 */
async function backOff(ctx: Ctx, why: string): Promise<void> {
  const [now] = await ctx.db.execute<{ stopped: boolean; waits: boolean; back_off: number }>(sql`
    select stopped, next_slot_at > clock_timestamp() + make_interval(secs => ${slotGap()}) as waits, back_off
    from dispatcher for update`);
  if (!now || (now.waits && !now.stopped)) return;
  const pause = Math.max(now.back_off * 2, 1);
  if (now.stopped || pause > LONGEST_BACK_OFF)
    return stop(ctx, `The upstream cannot be reached (${why}).`, LONGEST_PAUSE.dead);
  await ctx.db.execute(sql`
    update dispatcher set back_off = ${pause}, next_slot_at = greatest(next_slot_at, clock_timestamp() + make_interval(secs => ${pause}))`);
}

/** Stops sending; a probe may go out after 15, 30, 60 … seconds. A stop by an admin stays as it is. */
async function stop(ctx: Ctx, reason: string, longest = LONGEST_PAUSE.refused): Promise<void> {
  const pause = sql`least(greatest(d.probe_pause * 2, 15), ${longest}::integer)`;
  const rows = await ctx.db.execute<{ pause: number; fresh: boolean }>(sql`
    with old as (select stopped from dispatcher for update)
    update dispatcher d set stopped = true, stop_reason = ${reason}, stopped_by = coalesce(d.stopped_by, 'system'),
      stopped_at = coalesce(d.stopped_at, now()), probe_pause = ${pause}, probe_at = now() + make_interval(secs => ${pause}),
      back_off = 0
    from old where not d.stopped or d.probe_at is not null
    returning d.probe_pause as pause, not old.stopped as fresh`);
  const stopped = rows[0];
  if (!stopped) return;
  log.error("dispatch.stopped", { reason, probeInSeconds: stopped.pause });
  if (stopped.fresh)
    await record(ctx, {
      ...DISPATCH_SUBJECT,
      action: "dispatch.stopped",
      reason,
      before: { stopped: false },
      after: { stopped: true },
    });
}

async function stopOnRun(ctx: Ctx): Promise<void> {
  const [row] = await ctx.db.execute<{ doubtful: string; stopped: boolean }>(sql`
    select count(*) filter (where meaning = 'unconfirmed' or discrepancy is not null) as doubtful,
      (select stopped from dispatcher) as stopped
    from (select meaning, discrepancy from attempts where answered_at is not null order by id desc limit ${RUN_OF_UNKNOWNS}) latest`);
  if (!row) return;
  if (row.stopped || Number(row.doubtful) >= RUN_OF_UNKNOWNS)
    await stop(ctx, "The upstream's latest answers say nothing definite.");
}
