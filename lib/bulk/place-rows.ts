import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { sellers } from "#lib/account/reseller/may-buy";
import { type Ctx, type Level, requireSystem } from "#lib/core/context";
import type { ErrorCode, PortalError } from "#lib/core/error";
import { placeMany } from "#lib/purchase/place/place-many";
import { bulkRef } from "#lib/purchase/place/refs";
import { cancelSomeOfRun } from "#lib/purchase/settle/cancel";
import type { Run } from "./own-run.ts";

/** So many rows are placed in one transaction, which holds their buyer's wallet for some tenths of a second. */
const BATCH = 250;

/**
 * Carries lists on: places their rows in their order, batch after batch, until one is done or has to wait, and gives back
 * the money of what was cancelled. Each batch is a transaction that keeps row and purchase together, so whoever goes on
 * after a kill finds each row either waiting or bought. Background work.
 */
export async function placeRows(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  const open = await ctx.db.execute<{ id: string }>(sql`
    select id from bulk_runs where state <> 'draft' and done_at is null
      and (pause is null or pause in ('money', 'limit', 'room', 'service')) order by id limit 1000`);
  for (const { id } of open) while (await step(ctx, Number(id)));
}

type Locked = Pick<Run, "key" | "state" | "pause">;

/** @returns whether there is more to do at once. */
function step(ctx: Ctx, id: number): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const [run] = await tx.db.execute<Locked & { reseller_id: string }>(sql`
      select key, state, pause, reseller_id from bulk_runs where id = ${id} and done_at is null for update`);
    if (!run) return false;
    const [seller] = await tx.db.execute<{ email: string; level: Level }>(
      sql`select email, level from (${sellers()}) s where id = ${run.reseller_id}`,
    );
    if (!seller) return false;
    // What a list buys, its owner buys: they confirmed it.
    const actor = { kind: "reseller", id: Number(run.reseller_id), ...seller, sessionId: 0 } as const;
    const own = { ...tx, actor };
    return run.state === "cancelled" ? cancelSome(own, id) : placeSome(own, id, run);
  });
}

async function cancelSome(ctx: Ctx, id: number): Promise<boolean> {
  await ctx.db.execute(
    sql`update bulk_rows set state = 'cancelled' where run_id = ${id} and state = 'waiting'`,
  );
  if ((await cancelSomeOfRun(ctx, id)) > 0) return true;
  // What is on its way may come back unsent.
  await ctx.db.execute(sql`
    update bulk_runs set done_at = now() where id = ${id}
      and not exists (select from purchases where run_id = ${id} and state in ('queued', 'sending'))`);
  return false;
}

interface Waiting extends Record<string, unknown> {
  id: string;
  line: number;
  phone: string;
  plan_id: number;
  price: string;
  retail: string | null;
  meant: boolean;
}

async function placeSome(ctx: Ctx, id: number, { key, pause }: Locked): Promise<boolean> {
  if (pause === "asked" || pause === "price" || pause === "restricted") return false;
  const rows = await ctx.db.execute<Waiting>(sql`
    select id, line, phone, plan_id, price, retail, meant from bulk_rows
    where run_id = ${id} and state = 'waiting' order by line limit ${BATCH}`);
  if (rows.length === 0) {
    await ctx.db.execute(sql`update bulk_runs set done_at = now(), pause = null where id = ${id}`);
    return false;
  }
  const outcome = await placeMany(
    ctx,
    id,
    rows.map(({ line, phone, plan_id: planId, price, retail, meant: again }) => ({
      ...{ ref: bulkRef(key, line), phone, planId, price: BigInt(price), again },
      retail: retail === null ? undefined : BigInt(retail),
    })),
  );
  const { placed, twins, unsold, stopped } = outcome;
  const rowOf = new Map(rows.map((row) => [bulkRef(key, row.line), Number(row.id)]));
  const became = [
    ...placed.map(({ ref, id }) => ({ row: rowOf.get(ref), state: "placed", purchase: id })),
    ...twins.map((ref) => ({ row: rowOf.get(ref), state: "left", problem: "recent" })),
    ...unsold.map((ref) => ({ row: rowOf.get(ref), state: "left", problem: "off" })),
  ];
  await ctx.db.execute(sql`
    update bulk_rows r set state = b.state, purchase_id = b.purchase, problem = b.problem
    from jsonb_to_recordset(${JSON.stringify(became)}::text::jsonb) as b ("row" bigint, state text, purchase bigint, problem text)
    where r.id = b.row`);
  const why = stopped ? (PAUSES[stopped.code] ?? "service") : null;
  if (why !== pause) await ctx.db.execute(sql`update bulk_runs set pause = ${why} where id = ${id}`);
  return stopped === undefined;
}

/** What a list waits for after each refusal; after any other it is tried again like a service that was off. */
const PAUSES: Partial<Record<ErrorCode, Run["pause"]>> = {
  insufficient_funds: "money",
  negative_wallet: "money",
  daily_limit: "limit",
  too_many_waiting: "room",
  queue_too_long: "room",
  price_changed: "price",
  restricted: "restricted",
  not_found: "restricted",
} satisfies Partial<Record<PortalError["code"], Run["pause"]>>;
