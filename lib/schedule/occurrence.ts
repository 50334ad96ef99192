import { sql } from "drizzle-orm";
import { z } from "zod";
import { scheduleOccurrences, type schedules } from "#db/schema/schedule";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { instant, readRow } from "#lib/core/read-rows";
import type { Occurrence } from "./recurrence.ts";

export type Schedule = typeof schedules.$inferSelect;
export type OccurrenceReason = NonNullable<(typeof scheduleOccurrences.$inferSelect)["reason"]>;

export type OccurrenceResult = { price?: Minor | null } & (
  | { state: "bought"; purchaseId: number }
  | { state: "waiting" | "skipped"; reason: OccurrenceReason }
);

/** Records the result of a schedule's next day, if it waits. The caller has locked the schedule. */
export async function settleOccurrence(tx: Ctx, { id, nextOn }: Schedule, result: OccurrenceResult) {
  if (nextOn === null) throw new Error("an ended schedule has no next day");
  const bought = result.state === "bought";
  const values = {
    state: result.state,
    reason: bought ? null : result.reason,
    price: result.price ?? null,
    purchaseId: bought ? result.purchaseId : null,
  };
  await tx.db
    .insert(scheduleOccurrences)
    .values({ scheduleId: id, day: nextOn, ...values })
    .onConflictDoUpdate({
      target: [scheduleOccurrences.scheduleId, scheduleOccurrences.day],
      set: { ...values, at: sql`now()` },
      setWhere: sql`${scheduleOccurrences.state} = 'waiting'`,
    });
}

/** Deletes days that were attempted and not bought. The caller has locked the schedule. */
export async function deleteWaitingOccurrences(tx: Ctx, { id }: Schedule): Promise<void> {
  await tx.db.execute(sql`delete from schedule_occurrences where schedule_id = ${id} and state = 'waiting'`);
}

/** Sets the next day of a schedule, or ends the schedule when there is none. The caller has locked it. */
export async function setNextOccurrence(tx: Ctx, { id }: Schedule, due: Occurrence | undefined) {
  const next = due
    ? sql`next_on = ${due.day}, next_at = ${due.at.toISOString()}::timestamptz`
    : sql`state = 'ended', pause = null, next_on = null, next_at = null, ended_at = now()`;
  await tx.db.execute(sql`update schedules set ${next} where id = ${id}`);
}

export async function getDatabaseTime(ctx: Ctx): Promise<Date> {
  const { now } = await readRow(ctx.db, z.object({ now: instant }))`select now()`;
  return now;
}
