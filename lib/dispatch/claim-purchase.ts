import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { prepareQuery } from "#db/prepare-query";
import { type Ctx, type Db, requireSystem } from "#lib/core/context";
import { int, minor, parseRow, readRows } from "#lib/core/read-rows";
import { getSlotGap } from "#lib/purchase/queue/choose-supplier";
import type { Supplier } from "#lib/supplier/supplier";
import { buildClaimStatement, type ClaimValues } from "./claim-statement.ts";

/** A purchase that only this process may send, once, to this supplier. */
export interface Claim {
  supplier: Supplier;
  purchaseId: number;
  attemptId: number;
  ident: string;
  /** The supplier's ids of the plan and its network. */
  planId: number;
  networkId: number;
  /** The recipient in E.164. */
  phone: string;
  /** The supplier's price by its current list, in minor units. */
  cost: bigint;
  price: bigint;
  /** The part of the price that its buyer's parent earns. */
  commission: bigint;
  parentId: number | null;
}

interface ClaimResult extends Claim {
  /** The time until the next attempt to claim, in ms; undefined when no other was queued. */
  nextIn: number | undefined;
}

/**
 * A request begins within this time after its slot, or not at all: otherwise a delayed process or connection
 * would send in bursts. It is what the slots' slack leaves free in a minute.
 */
export const SLOT_DURATION_MS = 2_000;

const ClaimedRow = z.object({
  id: int,
  attemptId: int,
  ident: z.string(),
  planId: int,
  networkId: int,
  phone: z.string(),
  cost: minor,
  price: minor,
  commission: minor,
  parentId: int.nullable(),
  nextIn: z.string().nullable(),
});

/**
 * Takes the next sending slot of all processes at a supplier and the next purchase for it, and marks it
 * `sending`, in one statement, which is committed when it returns. Skips a purchase that would now be sold at
 * a loss (`expireQueuedPurchases` refunds it). A supplier that is stopped gets one probe after its pause. The
 * worker's lock, held by this very connection, is part of the condition.
 */
export async function claimPurchase(
  ctx: Ctx,
  worker: string,
  supplier: Supplier,
): Promise<ClaimResult | undefined> {
  requireSystem(ctx);
  const { id: supplierId, perMinute, timeoutMs } = supplier;
  const row = await runClaim(ctx.db, {
    worker,
    supplierId,
    gap: getSlotGap(perMinute),
    timeout: (SLOT_DURATION_MS + timeoutMs) / 1000,
  });
  if (!row?.id) return undefined;
  const { id: purchaseId, nextIn, ...claimed } = parseRow(ClaimedRow, [row]);
  return { supplier, purchaseId, ...claimed, nextIn: toDelay(nextIn) };
}

const statements = {
  alone: prepareQuery<ClaimValues>((v) => buildClaimStatement(v, true)),
  any: prepareQuery<ClaimValues>((v) => buildClaimStatement(v, false)),
};

/** Whether another supplier was enabled at the last claim. Wrong, it costs one more statement. */
let isAmongOthers = false;

async function runClaim(db: Db, values: ClaimValues) {
  const isExpected = isAmongOthers;
  const [row] = await statements[isExpected ? "any" : "alone"](db, values);
  isAmongOthers = row?.among === true;
  if (!isAmongOthers || isExpected) return row;
  return (await statements.any(db, values))[0];
}

const Delay = z.object({ wait: z.string().nullable() });

/** Returns the time until the next attempt to claim, in ms; undefined when nothing is queued. */
export async function getNextClaimDelay(ctx: Ctx, supplierId: number): Promise<number | undefined> {
  const [row] = await readRows(ctx.db, Delay)`
    select ${msUntil(sql`greatest(next_slot_at, case when stopped then probe_at end)`)} as wait
      from supplier_sending
    where supplier_id = ${supplierId} and exists (select from purchases where state = 'queued' and not paused)
      and (not stopped or probe_at is not null)
      and exists (select from dispatcher d where not d.stopped)`;
  return toDelay(row?.wait);
}

const msUntil = (at: SQL) => sql`extract(epoch from ${at} - clock_timestamp()) * 1000`;
const toDelay = (ms: string | null | undefined) => (ms == null ? undefined : Math.max(0, Number(ms)));
