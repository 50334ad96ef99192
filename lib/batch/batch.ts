import { sql } from "drizzle-orm";
import { z } from "zod";
import { PinInput, requirePin } from "#lib/account/pin/require-pin";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireReseller } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { int, minor, readRow } from "#lib/core/read-rows";
import { setBatchPaused } from "#lib/purchase/queue/queue";
import { removeReadList } from "#lib/spreadsheet/read-lists";
import { BatchInput } from "./batch-draft.ts";
import { type Batch, recheckBatch, withOwnBatch } from "./own-batch.ts";

/** `version` is that of the batch whose prices the reseller saw. */
export const StartBatchInput = BatchInput.extend({
  version: z.coerce.number<string | number>().int(),
  ...PinInput.shape,
});
type StartBatchInput = z.input<typeof StartBatchInput>;

/**
 * Starts a draft, without the rows that have a problem. One that has already started is left alone, with any
 * PIN: its form may be sent again after the response was lost.
 * @throws conflict when rows or prices have changed since (nothing is charged); the errors of `requirePin`
 */
export async function startBatch(ctx: Ctx, input: StartBatchInput): Promise<void> {
  const { id, version, pin, keepPin } = StartBatchInput.parse(input);
  if ((await recheckBatch(ctx, { id })).state !== "draft") return;
  await requirePin(ctx, { pin, keepPin });
  await withOwnBatch(ctx, { id }, async (tx, batch) => {
    if (batch.state !== "draft") return;
    if (batch.version !== version) throw createBatchChangedError();
    const { rows, total } = await excludeProblemRows(tx, batch);
    if (rows === 0)
      throw new PortalError("conflict", "No row in this batch can be bought. Nothing was charged.");
    await tx.db.execute(sql`update batches set state = 'running', started_at = now() where id = ${id}`);
    await removeReadList(tx, batch.key);
    await recordBatchAction(tx, batch, "begun", { rows, total });
  });
}

/** Marks rows with a problem as not bought. @returns the count and total of the other rows. */
async function excludeProblemRows(ctx: Ctx, { id }: Batch): Promise<{ rows: number; total: bigint }> {
  await ctx.db.execute(
    sql`
      update batch_rows
      set state = 'left'
      where batch_id = ${id} and state = 'waiting' and problem is not null`,
  );
  await ctx.db.execute(
    sql`
      update batch_rows
      set previous_price = null
      where batch_id = ${id} and state = 'waiting' and previous_price is not null`,
  );
  return readRow(ctx.db, z.object({ rows: int, total: minor }))`
    select count(*)::integer as rows, coalesce(sum(price), 0) as total
    from batch_rows
    where batch_id = ${id} and state = 'waiting'`;
}

/** Pauses a batch until it is resumed. Sent purchases finish; the money of others stays on hold. */
export async function pauseBatch(ctx: Ctx, input: z.input<typeof BatchInput>): Promise<void> {
  const { id } = BatchInput.parse(input);
  await withOwnBatch(ctx, { id }, async (tx, batch) => {
    if (batch.state !== "running" || batch.pause === "requested") return;
    await tx.db.execute(sql`update batches set pause = 'requested' where id = ${id}`);
    await setBatchPaused(tx, { batchId: id, paused: true });
    await recordBatchAction(tx, batch, "paused", { pause: "requested" });
  });
}

/**
 * Resumes a paused batch. After a price change this confirms the new prices and requires the PIN, as
 * starting does. A batch that was paused manually before its new prices were confirmed waits for it
 * again, and buys nothing.
 * @throws conflict when prices have changed since (nothing is charged); the errors of `requirePin`
 */
export async function resumeBatch(ctx: Ctx, input: StartBatchInput): Promise<void> {
  const { id, version, pin, keepPin } = StartBatchInput.parse(input);
  const { pause } = await recheckBatch(ctx, { id });
  if (pause === "price") await requirePin(ctx, { pin, keepPin });
  await withOwnBatch(ctx, { id }, async (tx, batch) => {
    if (batch.state !== "running" || batch.pause === null) return;
    if (batch.pause === "price") {
      if (pause !== "price" || batch.version !== version) throw createBatchChangedError();
      await excludeProblemRows(tx, batch);
    } else if (await hasUnconfirmedPrices(tx, id)) {
      await tx.db.execute(sql`update batches set pause = 'price' where id = ${id}`);
      return;
    }
    await tx.db.execute(sql`update batches set pause = null where id = ${id}`);
    await setBatchPaused(tx, { batchId: id, paused: false });
    await recordBatchAction(tx, batch, "resumed", { pause: null });
  });
}

/** Checks whether rows have a new price or a problem that their reseller hasn't confirmed. */
async function hasUnconfirmedPrices(ctx: Ctx, id: number): Promise<boolean> {
  const unconfirmed = await ctx.db.execute(sql`
    select from batch_rows where batch_id = ${id} and state = 'waiting'
      and (previous_price is not null or problem is not null) limit 1`);
  return unconfirmed.length > 0;
}

/**
 * Cancels and refunds all rows not sent yet, in the background. Purchases already sent finish. A helper needs
 * the permission to cancel purchases too.
 */
export async function cancelBatch(ctx: Ctx, input: z.input<typeof BatchInput>): Promise<void> {
  requireReseller(ctx, "cancel");
  const { id } = BatchInput.parse(input);
  await withOwnBatch(ctx, { id }, async (tx, batch) => {
    if (batch.state !== "running") return;
    await setBatchPaused(tx, { batchId: id, paused: true });
    await tx.db.execute(
      sql`update batches set state = 'cancelled', pause = null, done_at = null where id = ${id}`,
    );
    await recordBatchAction(tx, batch, "cancelled", { pause: null });
  });
}

const recordBatchAction = (
  ctx: Ctx,
  { id, resellerId, state, pause }: Batch,
  what: string,
  after: Record<string, unknown>,
) =>
  recordAudit(ctx, {
    action: `batch.${what}`,
    subject: "batch",
    subjectId: id,
    resellerId,
    before: { state, pause },
    after,
  });

const createBatchChangedError = () =>
  new PortalError(
    "conflict",
    "Prices or rows changed since you opened this page. Nothing was charged. Check them again.",
  );
