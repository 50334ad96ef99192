import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import { sellers } from "#lib/account/reseller/may-buy";
import { type Ctx, type Level, requireSystem } from "#lib/core/context";
import type { ErrorCode, PortalError } from "#lib/core/error";
import { runDue } from "#lib/core/lane";
import { resellerLane } from "#lib/core/reseller-lane";
import { placeMany } from "#lib/purchase/place/place-many";
import { bulkRef } from "#lib/purchase/place/refs";
import { cancelSomeOfRun } from "#lib/purchase/settle/cancel";
import type { Run } from "./own-run.ts";

/** So many rows are placed in one transaction, which holds their buyer's wallet for some tenths of a second. */
const BATCH = 250;

/**
 * Carries batches on: places some rows of one in a transaction that keeps row and purchase together, so that whoever goes on
 * after a kill finds each row either waiting or bought. Then it is the turn of the reseller who has waited longest.
 */
export const batchLane = (ctx: Ctx) =>
  resellerLane(ctx, {
    ...{ name: "batches", noun: "batch", table: sql`bulk_runs`, dueAt: sql`next_look_at`, open: mayGoOn },
    claimed: sql`next_look_at = now() + interval '1 minute'`,
    handle: (id) => step(ctx, id),
  });

const mayGoOn = sql`state <> 'draft' and done_at is null
  and (pause is null or pause in ('money', 'limit', 'room', 'service'))`;

/** Places all that can be placed now: every open batch is looked at, whatever pause it has. Background work. */
export async function placeRows(ctx: Ctx): Promise<void> {
  requireSystem(ctx);
  await ctx.db.execute(sql`update bulk_runs set next_look_at = now() where ${mayGoOn}`);
  await runDue(ctx, batchLane(ctx));
}

/** Money came into a wallet: its batches that wait for some are due. @param resellerId all resellers' unless given. */
export async function goOnAfterMoney(ctx: Ctx, resellerId: number | null): Promise<void> {
  requireSystem(ctx);
  await ctx.db.execute(sql`
    update bulk_runs set next_look_at = now() where state = 'running' and done_at is null and pause = 'money'
      and next_look_at > now() and (${resellerId}::bigint is null or reseller_id = ${resellerId})`);
}

type Locked = Pick<Run, "key" | "state" | "pause">;

/** Does some of a batch, and says when it is looked at next: now while it goes on, later and later while it waits. */
function step(ctx: Ctx, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const isMore = await goOn(tx, id);
    await tx.db.execute(sql`
      update bulk_runs set looks = case when ${isMore} then 0 else looks + 1 end,
        next_look_at = clock_timestamp() + case when ${isMore} then interval '0'
          else least(interval '10 minutes', interval '30 seconds' * power(2, least(looks, 8))) end
      where id = ${id} and done_at is null`);
  });
}

/** @returns whether there is more to do at once. */
async function goOn(tx: Ctx, id: number): Promise<boolean> {
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
