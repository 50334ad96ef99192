import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { notify } from "#db/listen";
import { webhookDeliveries, webhookTries } from "#db/schema/webhook";
import type { Ctx } from "#lib/core/context";
import type { Posted } from "#lib/core/post";
import type { Due } from "./claim-due.ts";

/** An address that takes longer than this to answer is slow. */
export const SLOW_MS = 2_000;

/** What came of a try; `hopeless` when no further try would help. */
export type Outcome = Posted & { hopeless?: boolean };

/** Records a try, decides when the next one is due, and frees the address. */
export function recordTry(
  ctx: Ctx,
  due: Due,
  { httpStatus, problem, tookMs, hopeless }: Outcome,
): Promise<void> {
  const pause = hopeless ? undefined : pauseAfter(due.tries);
  return inTransaction(ctx, async (tx) => {
    const failing = problem !== undefined;
    await freeAddress(tx, due, { slow: failing || tookMs >= SLOW_MS, failing });
    await tx.db.insert(webhookTries).values({ deliveryId: due.id, httpStatus, problem, tookMs });
    const after = !failing
      ? { state: "delivered" as const, doneAt: sql`now()` }
      : pause === undefined
        ? { state: "failed" as const, doneAt: sql`now()` }
        : { nextAt: sql`now() + make_interval(secs => ${pause})` };
    await tx.db
      .update(webhookDeliveries)
      .set(after)
      .where(sql`${webhookDeliveries.id} = ${due.id} and ${webhookDeliveries.state} = 'waiting'`);
    if (failing) await endNeglected(tx, due);
    await tellOwner(tx, due);
  });
}

/** Ends the claim. After a failure the address rests for as long as it has been failing, between five seconds and five minutes. */
async function freeAddress(
  ctx: Ctx,
  { endpointId, claimedUntil }: Due,
  { slow, failing = false }: { slow: boolean; failing?: boolean },
): Promise<void> {
  const rest = sql`now() + greatest('5 s', least('5 min', now() - coalesce(failing_since, now())))`;
  await ctx.db.execute(sql`
    update webhook_endpoints set claimed_until = null, slow = ${slow},
      failing_since = ${failing ? sql`coalesce(failing_since, now())` : sql`null`}, rest_until = ${failing ? rest : sql`null`}
    where id = ${endpointId} and claimed_until = ${claimedUntil}::timestamptz`);
}

/** Where nothing was accepted for a day, messages that are a day overdue are given up, so that the queue does not grow. */
async function endNeglected(ctx: Ctx, { endpointId }: Due): Promise<void> {
  const problem = "the address took nothing for a day";
  await endWaiting(ctx, { endpointId, problem, neglected: true });
}

async function tellOwner(ctx: Ctx, { resellerId }: Due): Promise<void> {
  await notify(ctx.db, "delivery", String(resellerId));
}

/** Seconds to wait after each failed try: a day in all. */
const PAUSES_S = [5, 60, 300, 1_800, 7_200, 18_000, 28_800, 28_800];

/** How long to wait after the n-th try failed, in seconds; undefined when it was the last. */
function pauseAfter(tries: number): number | undefined {
  return PAUSES_S[tries - 1];
}

/** Gives up everything that waits for an address to which nothing may be sent any more. */
export function endAddress(ctx: Ctx, due: Due, problem: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await freeAddress(tx, due, { slow: false });
    await endWaiting(tx, { endpointId: due.endpointId, problem });
    await tellOwner(tx, due);
  });
}

interface Ending {
  endpointId: number;
  /** Why; the owner of the address reads it. */
  problem: string;
  /** Only messages that are a day overdue, and only when nothing was accepted for a day. */
  neglected?: boolean;
}

/** Gives up at most a thousand messages that wait for an address. */
async function endWaiting(ctx: Ctx, { endpointId, problem, neglected = false }: Ending): Promise<void> {
  const which = neglected
    ? sql`and next_at < now() - interval '1 day' and exists (
        select from webhook_endpoints where id = ${endpointId} and failing_since < now() - interval '1 day')`
    : sql``;
  await ctx.db.execute(sql`
    with ended as (
      update webhook_deliveries set state = 'failed', done_at = now() where id in (
        select id from webhook_deliveries where endpoint_id = ${endpointId} and state = 'waiting' ${which} limit 1000
      ) returning id
    )
    insert into webhook_tries (delivery_id, took_ms, problem) select id, 0, ${problem} from ended`);
}
