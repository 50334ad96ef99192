import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { readReportedSales } from "#lib/dispatch/read-reported-sales";
import type { SandboxControl } from "#sandbox/control-client";
import { trueOutcome } from "#sandbox/outcome-checks";
import type { PortalGroup } from "./portals.ts";
import { retryStart } from "./retry-start.ts";
import type { Verdict } from "./verdict.ts";
import type { ChaosWorld } from "./world.ts";

/** A process that was killed before isn't waited for after so long. */
const ENDED_BEFORE_MS = 17_000;

/** Once a database took over: what it did before it was confirmed, by kind. */
export interface Promotion {
  /** A process ended with the primary, so sending stopped after a minute. */
  isDoubtful: boolean;
  seconds: number;
  queued: number;
  overdue: number;
  /** Queued purchases that were settled, attempts, rows that were left, in that time. */
  settled: number;
  sent: number;
  left: number;
}

/**
 * Has another database take over with all that was committed, while purchases wait that are overdue and that only added
 * suppliers deliver. Where a process ends with the primary, sending stops, and starts as an admin does it.
 */
export async function promote(
  ctx: Ctx,
  world: ChaosWorld,
  portals: PortalGroup,
  controls: readonly SandboxControl[],
  isDoubtful: boolean,
): Promise<Promotion> {
  await pause(ENDED_BEFORE_MS);
  const isMainOff = controls.length > 1;
  if (isMainOff) await ctx.db.execute(sql`update suppliers set enabled = id > 1`);
  const [waiting] = await ctx.db.execute<{ queued: number; overdue: number }>(sql`
    with overdue as (
      update purchases set deadline_at = now() where state = 'queued' and id % 3 = 0 returning id
    )
    select (select count(*)::int from purchases where state = 'queued') as queued,
      (select count(*)::int from overdue) as overdue`);
  const took = world.promoteDatabase();
  const back = isDoubtful ? portals.kill(portals.count - 1) : undefined;
  await took;
  const [{ since = "", kept = 0 } = {}] = await retryStart(() =>
    ctx.db.execute<{ since: string; kept: number }>(sql`
      select pg_postmaster_start_time()::text as since,
        (select count(*)::int from batch_rows where problem = 'off') as kept`),
  );
  const done = await waitForDecision(ctx, since);
  const [did] = await retryStart(() =>
    ctx.db.execute<Pick<Promotion, "settled" | "sent" | "left" | "seconds">>(sql`
      select
        (select count(*)::int from audit where action = 'purchase.failed' and before->>'state' = 'queued'
          and at > ${since}::timestamptz and at < ${done.at}::timestamptz) as settled,
        (select count(*)::int from attempts where worker <> 'restored'
          and claimed_at > ${since}::timestamptz and claimed_at < ${done.at}::timestamptz) as sent,
        (select count(*)::int from batch_rows where problem = 'off') - ${kept} as left,
        extract(epoch from ${done.at}::timestamptz - ${since}::timestamptz)::float8 as seconds`),
  );
  await back;
  if (done.stopped) await startAgain(ctx, controls);
  if (isMainOff) await retryStart(() => ctx.db.execute(sql`update suppliers set enabled = true`));
  if (!did || !waiting) throw new Error("A count returned no row.");
  return { isDoubtful: done.stopped, ...waiting, ...did };
}

/** Waits until the database is confirmed, or sending has stopped. */
async function waitForDecision(ctx: Ctx, since: string): Promise<{ at: string; stopped: boolean }> {
  for (;;) {
    const [row] = await retryStart(() =>
      ctx.db.execute<{ at: string; stopped: boolean }>(sql`
        select at::text, action = 'dispatch.stopped' as stopped from audit
        where action in ('dispatch.continued', 'dispatch.stopped') and subject_id = 'all'
          and at > ${since}::timestamptz order by id limit 1`),
    );
    if (row) return row;
    await pause(100);
  }
}

/** Reads in what each supplier sold, enters the tokens again and starts sending, as after a restore. */
async function startAgain(ctx: Ctx, controls: readonly SandboxControl[]): Promise<void> {
  for (const [n, control] of controls.entries()) {
    const transactions = await control.transactions();
    const sold = transactions.flatMap(({ ref }) =>
      ref !== null && trueOutcome(transactions, ref) === "delivered" ? [ref] : [],
    );
    await retryStart(() => readReportedSales(ctx, { supplierId: n + 1, text: sold.join("\n") }));
  }
  await retryStart(() =>
    ctx.db.execute(sql`update suppliers set home = database_identity() where home is not null`),
  );
  await retryStart(() =>
    ctx.db.execute(sql`
      update dispatcher set stopped = false, stop_reason = null, stopped_by = null, stopped_at = null, on_hold = '{}'`),
  );
}

/** Judges that nothing queued was settled, sent or left before a database was confirmed. */
export function judgePromotions(promotions: readonly Promotion[]): Verdict {
  const broken = promotions.flatMap(({ seconds, settled, sent, left }) =>
    settled + sent + left > 0
      ? [`in ${seconds.toFixed(1)} s ${settled} settled, ${sent} sent, ${left} rows left`]
      : [],
  );
  return { name: "nothing queued changes in a takeover", checked: promotions.length, broken };
}
