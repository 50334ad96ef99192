import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { helpers } from "#db/schema/helper";
import { selectSellers } from "#lib/account/reseller/select-reseller";
import { actForReseller, type Ctx, mayHelp, requireSystem } from "#lib/core/context";
import type { ErrorCode, PortalError } from "#lib/core/error";
import { getHelperPermissions } from "#lib/core/helper-permission";
import { createResellerLane } from "#lib/core/lane/reseller-lane";
import { PRICE_TERMS_COLUMNS } from "#lib/core/price-list/agent-terms";
import { isProcessing } from "#lib/core/purchase-state";
import { int, minor, readRows, textOf } from "#lib/core/read-rows";
import { placeBatchPurchases } from "#lib/purchase/place/place-batch-purchases";
import { buildBatchRef } from "#lib/purchase/place/refs";
import { isDelivered } from "#lib/purchase/queue/choose-supplier";
import { cancelBatchPurchases } from "#lib/purchase/settle/cancel-purchase";
import { IS_RESUMABLE } from "./is-resumable.ts";
import type { Batch } from "./own-batch.ts";

/** Rows placed in one transaction, which locks the buyer's wallet for some tenths of a second. */
const BATCH_SIZE = 250;

/**
 * Places some rows of a batch in one transaction with their purchases, so that after a crash each row is
 * either waiting or bought. Then serves the reseller who has waited longest.
 */
export const batchLane = (ctx: Ctx) =>
  createResellerLane(ctx, {
    name: "batches",
    noun: "batch",
    table: sql`batches`,
    dueAt: sql`due_at`,
    open: IS_RESUMABLE,
    claimed: sql`due_at = now() + interval '1 minute'`,
    handle: (id) => handleBatch(ctx, id),
  });

/** Makes batches due that are paused for a low balance. @param resellerId null for all resellers */
export async function resumeBatchesAfterFunding(ctx: Ctx, resellerId: number | null): Promise<void> {
  requireSystem(ctx);
  await ctx.db.execute(sql`
    update batches set due_at = now() where state = 'running' and done_at is null and pause = 'money'
      and due_at > now() and (${resellerId}::bigint is null or reseller_id = ${resellerId})`);
}

const LockedBatch = z.object({
  key: z.string(),
  state: textOf<Batch["state"]>(),
  pause: textOf<NonNullable<Batch["pause"]>>().nullable(),
  resellerId: int,
  helperId: int.nullable(),
});
type LockedBatch = z.output<typeof LockedBatch>;

/** The result of a look at a batch: `more` can be done at once, `some` was done, or `nothing` could be. */
type Progress = "more" | "some" | "nothing";

/** Places some rows of a batch and sets when it is next due: at once if it progresses, else ever later. */
function handleBatch(ctx: Ctx, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const progress = await continueBatch(tx, id);
    const [isMore, isStuck] = [progress === "more", progress === "nothing"];
    await tx.db.execute(sql`
      update batches set looks = case when ${isStuck} then looks + 1 else 0 end,
        due_at = clock_timestamp() + case when ${isMore} then interval '0'
          when ${isStuck} then least(interval '10 minutes', interval '30 seconds' * power(2, least(looks, 8)))
          else interval '30 seconds' end
      where id = ${id} and done_at is null`);
  });
}

async function continueBatch(tx: Ctx, id: number): Promise<Progress> {
  const [batch] = await readRows(tx.db, LockedBatch)`
    select key, state, pause, reseller_id, helper_id from batches where id = ${id} and done_at is null for update`;
  if (!batch) return "nothing";
  const [seller] = await readRows(tx.db, z.object({ email: z.string(), ...PRICE_TERMS_COLUMNS }))`
    select email, level, agent from (${selectSellers()}) s where id = ${batch.resellerId}`;
  if (!seller) return "nothing";
  const sellerCtx = actForReseller(tx, { id: batch.resellerId, ...seller });
  if (batch.state === "cancelled") return cancelRows(sellerCtx, id);
  // The person who confirmed the batch is the actor.
  const makerCtx = batch.helperId === null ? sellerCtx : await actForHelper(sellerCtx, batch.helperId);
  if (makerCtx) return placeNextRows(makerCtx, id, batch);
  await tx.db.execute(sql`update batches set pause = 'restricted' where id = ${id}`);
  return "nothing";
}

/** Creates the context of a helper of the acting reseller; undefined if they may use no batches any more. */
async function actForHelper(
  ctx: ReturnType<typeof actForReseller>,
  helperId: number,
): Promise<Ctx | undefined> {
  const { id: resellerId, level, agent, sessionId } = ctx.actor;
  const [row] = await ctx.db
    .select({ email: accounts.email, permissions: helpers.permissions })
    .from(helpers)
    .innerJoin(accounts, eq(accounts.id, helpers.id))
    .where(and(eq(helpers.id, helperId), isNull(accounts.closedAt)));
  if (!row) return undefined;
  const permissions = getHelperPermissions(row.permissions);
  const makerCtx = {
    ...ctx,
    actor: {
      kind: "helper",
      id: helperId,
      resellerId,
      email: row.email,
      level,
      agent,
      sessionId,
      permissions,
    },
  } as const satisfies Ctx;
  return mayHelp(makerCtx, "batches") ? makerCtx : undefined;
}

async function cancelRows(ctx: Ctx, id: number): Promise<Progress> {
  await ctx.db.execute(
    sql`update batch_rows set state = 'cancelled' where batch_id = ${id} and state = 'waiting'`,
  );
  if ((await cancelBatchPurchases(ctx, id)) > 0) return "more";
  // A purchase that is being sent may return to the queue unsent.
  await ctx.db.execute(sql`
    update batches set done_at = now() where id = ${id}
      and not exists (select from purchases where batch_id = ${id} and ${isProcessing(sql`state`)})`);
  return "nothing";
}

const WaitingRow = z.object({
  id: int,
  line: int,
  phone: z.string(),
  planId: int,
  price: minor,
  sellingPrice: minor.nullable(),
  confirmed: z.boolean(),
});

async function placeNextRows(ctx: Ctx, id: number, { key, pause }: LockedBatch): Promise<Progress> {
  if (pause === "requested" || pause === "price" || pause === "restricted") return "nothing";
  // Rows that no supplier delivers now don't stop those behind them.
  const isOpen = sql`batch_id = ${id} and state = 'waiting'`;
  const rows = await readRows(ctx.db, WaitingRow)`
    with kinds as materialized (
      select plan_id, price, ${isDelivered({ planId: sql`k.plan_id`, price: sql`k.price` })} as delivered
      from (select distinct plan_id, price from batch_rows where ${isOpen}) k
    )
    select id, line, phone, plan_id, price, selling_price, confirmed
    from batch_rows r
    left join kinds k using (plan_id, price)
    where ${isOpen}
    order by coalesce(k.delivered, false) desc, line
    limit ${BATCH_SIZE}`;
  if (rows.length === 0) {
    await ctx.db.execute(sql`update batches set done_at = now(), pause = null where id = ${id}`);
    return "nothing";
  }
  const outcome = await placeBatchPurchases(
    ctx,
    id,
    rows.map(({ line, phone, planId, price, sellingPrice, confirmed: again }) => ({
      ref: buildBatchRef(key, line),
      phone,
      planId,
      price,
      again,
      sellingPrice: sellingPrice ?? undefined,
    })),
  );
  const { placed, duplicates, unsold, stopped } = outcome;
  const rowOf = new Map(rows.map((row) => [buildBatchRef(key, row.line), row.id]));
  const results = [
    ...placed.map(({ ref, id }) => ({ row: rowOf.get(ref), state: "placed", purchase: id })),
    ...duplicates.map((ref) => ({ row: rowOf.get(ref), state: "left", problem: "recent" })),
    ...unsold.map((ref) => ({ row: rowOf.get(ref), state: "left", problem: "off" })),
  ];
  await ctx.db.execute(sql`
    update batch_rows r
    set state = b.state, purchase_id = b.purchase, problem = b.problem
    from jsonb_to_recordset(${JSON.stringify(results)}::text::jsonb)
      as b ("row" bigint, state text, purchase bigint, problem text)
    where r.id = b.row`);
  const newPause = stopped ? (PAUSE_BY_ERROR[stopped.code] ?? "service") : null;
  if (newPause !== pause) await ctx.db.execute(sql`update batches set pause = ${newPause} where id = ${id}`);
  if (!stopped) return "more";
  return placed.length > 0 ? "some" : "nothing";
}

/** The pause of a batch after each error; any other error pauses it like an unavailable service. */
const PAUSE_BY_ERROR: Partial<Record<ErrorCode, Batch["pause"]>> = {
  insufficient_funds: "money",
  negative_wallet: "money",
  daily_limit: "limit",
  too_many_waiting: "room",
  queue_too_long: "room",
  price_changed: "price",
  restricted: "restricted",
  not_found: "restricted",
} satisfies Partial<Record<PortalError["code"], Batch["pause"]>>;
