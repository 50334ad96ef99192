import { sql } from "drizzle-orm";
import { scheduleDays, type schedules } from "#db/schema/schedule";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import type { Due } from "./rhythm.ts";

export type Schedule = typeof schedules.$inferSelect;
export type Why = NonNullable<(typeof scheduleDays.$inferSelect)["why"]>;

/** What became of a day. */
export type Became = { price?: Minor | null } & (
  | { state: "bought"; purchaseId: number }
  | { state: "waiting" | "skipped"; why: Why }
);

/** Notes what became of a schedule's next day; only one that waits becomes anything else. Its caller has locked the schedule. */
export async function settleDay(tx: Ctx, { id, nextOn }: Schedule, became: Became): Promise<void> {
  if (nextOn === null) throw new Error("a schedule that is over has no next day");
  const bought = became.state === "bought";
  const values = {
    state: became.state,
    why: bought ? null : became.why,
    price: became.price ?? null,
    purchaseId: bought ? became.purchaseId : null,
  };
  await tx.db
    .insert(scheduleDays)
    .values({ scheduleId: id, day: nextOn, ...values })
    .onConflictDoUpdate({
      target: [scheduleDays.scheduleId, scheduleDays.day],
      set: { ...values, at: sql`now()` },
      setWhere: sql`${scheduleDays.state} = 'waiting'`,
    });
}

/** Forgets a day that was tried and not bought. Its caller has locked the schedule. */
export async function forgetTries(tx: Ctx, { id }: Schedule): Promise<void> {
  await tx.db.execute(sql`delete from schedule_days where schedule_id = ${id} and state = 'waiting'`);
}

/** Makes a day the next one; without one the schedule is over. Its caller has locked it. */
export async function goTo(tx: Ctx, { id }: Schedule, due: Due | undefined): Promise<void> {
  const next = due
    ? sql`next_on = ${due.day}, next_at = ${due.at.toISOString()}::timestamptz`
    : sql`state = 'ended', pause = null, next_on = null, next_at = null, ended_at = now()`;
  await tx.db.execute(sql`update schedules set ${next} where id = ${id}`);
}

/** The database's clock. */
export async function now(ctx: Ctx): Promise<Date> {
  const [row] = await ctx.db.execute<{ ms: number }>(
    sql`select (extract(epoch from now()) * 1000)::float8 as ms`,
  );
  return new Date(row?.ms ?? 0);
}
