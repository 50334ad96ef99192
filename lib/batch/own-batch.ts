import { and, eq, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { inTransaction } from "#db/client";
import { batches } from "#db/schema/batch";
import { type Ctx, requireReseller } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { checkBatchRows } from "./check-batch-rows.ts";
import { resolvePlansByNetwork } from "./resolve-plans.ts";

export type Batch = typeof batches.$inferSelect;

/** Runs `work` on a locked batch of the actor. @throws not_found for another's. */
export function withOwnBatch<T>(
  ctx: Ctx,
  input: { id: number },
  work: (tx: Ctx, batch: Batch) => Promise<T>,
): Promise<T> {
  return inTransaction(ctx, async (tx) => work(tx, await findOwnBatch(tx, input, true)));
}

/** The columns of a batch that say who made it. */
export const toBatchMaker = (maker: ReturnType<typeof requireReseller>) => ({
  resellerId: maker.id,
  helperId: maker.kind === "helper" ? maker.helperId : null,
});

/** The condition that a batch is one of the acting reseller's shop, or one that the acting helper made. */
export function isOwnBatch(ctx: Ctx, batch: Record<"resellerId" | "helperId", AnyPgColumn>): SQL | undefined {
  const { resellerId, helperId } = toBatchMaker(requireReseller(ctx, "batches"));
  return and(eq(batch.resellerId, resellerId), helperId === null ? undefined : eq(batch.helperId, helperId));
}

async function findOwnBatch(ctx: Ctx, { id }: { id: number }, locked = false): Promise<Batch> {
  const query = ctx.db
    .select()
    .from(batches)
    .where(and(eq(batches.id, id), isOwnBatch(ctx, batches)));
  const [batch] = await (locked ? query.for("update") : query);
  if (!batch) throw notFoundError("batch");
  return batch;
}

/**
 * Runs `work` on a locked draft of the actor, then checks its rows.
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
    await resolvePlansByNetwork(tx, batch.id);
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
