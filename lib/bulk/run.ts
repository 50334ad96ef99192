import { sql } from "drizzle-orm";
import { z } from "zod";
import { PinInput, requirePin } from "#lib/account/pin/require-pin";
import { record } from "#lib/audit/record";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { pauseRun } from "#lib/purchase/send/pause-run";
import { RunInput } from "./draft.ts";
import { lookAgain, type Run, withOwnRun } from "./own-run.ts";

/** `version` is the one whose prices were seen. */
export const BeginInput = RunInput.extend({
  version: z.coerce.number<string | number>().int(),
  ...PinInput.shape,
});
type BeginInput = z.input<typeof BeginInput>;

/**
 * Begins to buy a list as it was seen; what has a problem is left out. Sent again, it is the same run.
 * @throws conflict when rows or prices are others by now: nothing was charged; what `requirePin` throws
 */
export async function beginRun(ctx: Ctx, input: BeginInput): Promise<void> {
  const { id, version, pin, keepPin } = BeginInput.parse(input);
  await requirePin(ctx, { pin, keepPin });
  await lookAgain(ctx, { id });
  await withOwnRun(ctx, { id }, async (tx, run) => {
    if (run.state !== "draft") return;
    if (run.version !== version) throw changed();
    const { rows, total } = await confirmRows(tx, run);
    if (rows === 0)
      throw new PortalError("conflict", "No row of this list can be bought. Nothing was charged.");
    await tx.db.execute(sql`update bulk_runs set state = 'running', started_at = now() where id = ${id}`);
    await note(tx, run, "begun", { rows, total });
  });
}

/** What is bought at the prices that were seen, and what is left out. */
async function confirmRows(ctx: Ctx, { id }: Run): Promise<{ rows: number; total: bigint }> {
  await ctx.db.execute(
    sql`update bulk_rows set state = 'left' where run_id = ${id} and state = 'waiting' and problem is not null`,
  );
  await ctx.db.execute(
    sql`update bulk_rows set price_was = null where run_id = ${id} and state = 'waiting' and price_was is not null`,
  );
  const [sum] = await ctx.db.execute<{ rows: number; total: string }>(sql`
    select count(*)::integer as rows, coalesce(sum(price), 0) as total from bulk_rows where run_id = ${id} and state = 'waiting'`);
  return { rows: sum?.rows ?? 0, total: BigInt(sum?.total ?? 0) };
}

/** Sends no more of a list until it is told to; what is on its way finishes, and the money of the rest stays set aside. */
export async function stopRun(ctx: Ctx, input: z.input<typeof RunInput>): Promise<void> {
  const { id } = RunInput.parse(input);
  await withOwnRun(ctx, { id }, async (tx, run) => {
    if (run.state !== "running" || run.pause === "asked") return;
    await tx.db.execute(sql`update bulk_runs set pause = 'asked' where id = ${id}`);
    await pauseRun(tx, { runId: id, paused: true });
    await note(tx, run, "paused", { pause: "asked" });
  });
}

/**
 * Goes on with a list that was paused, or waits for something. After a change of prices it is confirmed at the new ones,
 * with the PIN as when it was begun.
 * @throws conflict when they are others than those that were seen: nothing was charged; what `requirePin` throws
 */
export async function goOn(ctx: Ctx, input: BeginInput): Promise<void> {
  const { id, version, pin, keepPin } = BeginInput.parse(input);
  const { pause } = await lookAgain(ctx, { id });
  if (pause === "price") await requirePin(ctx, { pin, keepPin });
  await withOwnRun(ctx, { id }, async (tx, run) => {
    if (run.state !== "running" || run.pause === null) return;
    if (run.pause === "price") {
      if (pause !== "price" || run.version !== version) throw changed();
      await confirmRows(tx, run);
    }
    await tx.db.execute(sql`update bulk_runs set pause = null where id = ${id}`);
    await pauseRun(tx, { runId: id, paused: false });
    await note(tx, run, "resumed", { pause: null });
  });
}

/** Cancels what was not sent yet, with the money back; what is on its way finishes. Background work carries it out. */
export async function cancelRest(ctx: Ctx, input: z.input<typeof RunInput>): Promise<void> {
  const { id } = RunInput.parse(input);
  await withOwnRun(ctx, { id }, async (tx, run) => {
    if (run.state !== "running") return;
    await pauseRun(tx, { runId: id, paused: true });
    await tx.db.execute(
      sql`update bulk_runs set state = 'cancelled', pause = null, done_at = null where id = ${id}`,
    );
    await note(tx, run, "cancelled", { pause: null });
  });
}

const note = (
  ctx: Ctx,
  { id, resellerId, state, pause }: Run,
  what: string,
  after: Record<string, unknown>,
) =>
  record(ctx, {
    ...{ action: `bulk.${what}`, subject: "bulk", subjectId: id, resellerId },
    ...{ before: { state, pause }, after },
  });

const changed = () =>
  new PortalError(
    "conflict",
    "Prices or rows changed since you looked. Nothing was charged. Look once more.",
  );
