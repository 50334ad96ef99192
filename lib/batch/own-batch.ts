import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { batches } from "#db/schema/batch";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { checkBatchRows } from "./check-batch-rows.ts";

export type Batch = typeof batches.$inferSelect;

/** Runs `work` on a locked batch of the acting reseller. @throws not_found for another account's. */
export function withOwnBatch<T>(
  ctx: Ctx,
  input: { id: number },
  work: (tx: Ctx, batch: Batch) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => work(tx, await findOwnBatch(tx, input, true)));
}

async function findOwnBatch(ctx: Ctx, { id }: { id: number }, locked = false): Promise<Batch> {
  const { id: resellerId } = requireReseller(ctx);
  const query = ctx.db
    .select()
    .from(batches)
    .where(sql`${batches.id} = ${id} and ${batches.resellerId} = ${resellerId}`);
  const [batch] = await (locked ? query.for("update") : query);
  if (!batch) throw notFoundError("batch");
  return batch;
}

/**
 * Runs `work` on a locked draft of the acting reseller, then checks its rows.
 * @throws not_found; conflict when it has started.
 */
export function withDraft<T>(
  ctx: Ctx,
  input: { id: number },
  work: (tx: Ctx, batch: Batch) => Promise<T>,
): Promise<T> {
  return withOwnBatch(ctx, input, async (tx, batch) => {
    if (batch.state !== "draft")
      throw new PortalError("conflict", "This batch has already started, so its rows can’t be changed.");
    const result = await work(tx, batch);
    await checkBatchRows(tx, batch.id);
    return result;
  });
}

/** Checks the rows of a batch again while it needs confirmation: prices and recent purchases change. */
export async function recheckBatch(ctx: Ctx, input: { id: number }): Promise<Batch> {
  const batch = await findOwnBatch(ctx, input);
  // A reseller who only watches a running batch must not lock it against the worker.
  if (!needsConfirmation(batch)) return batch;
  return withOwnBatch(ctx, input, async (tx, batch) =>
    needsConfirmation(batch) && (await checkBatchRows(tx, batch.id))
      ? { ...batch, version: batch.version + 1 }
      : batch,
  );
}

const needsConfirmation = ({ state, pause }: Batch) => state === "draft" || pause === "price";
