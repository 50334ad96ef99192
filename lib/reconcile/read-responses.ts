import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#lib/core/context";
import { int, minor, readRows, textOf } from "#lib/core/read-rows";
import { RESTORED_WORKER } from "#lib/purchase/read/purchase-outcomes";
import type { PurchaseState } from "#lib/purchase/read/purchase-view";

/** An attempt to send, with the balances in its response. Times in ms of the database's clock. */
export type AttemptResponse = z.output<typeof AttemptResponse>;

const AttemptResponse = z.object({
  attemptId: int,
  purchaseId: int,
  ident: z.string(),
  state: textOf<PurchaseState>(),
  /** Its cost by the catalogue at the claim. */
  cost: minor,
  claimedAt: z.number(),
  answeredAt: z.number().nullable(),
  result: z.string().nullable(),
  httpStatus: int.nullable(),
  amount: minor.nullable(),
  before: minor.nullable(),
  after: minor.nullable(),
  discrepancy: z.string().nullable(),
});

/** Which attempts to read; times in ms. */
export interface ResponseRange {
  supplierId: number;
  since: number;
  until: number;
  /**
   * For how long before `since` unconfirmed attempts are read,
   * which may still have been executed or refunded after it.
   */
  back: number;
  /** Attempts to read in any case. */
  also: readonly number[];
}

/** The attempts that may have moved the balance in that time, in the order of their claims. */
export function readResponses(
  ctx: Ctx,
  { supplierId, since, until, back, also }: ResponseRange,
): Promise<AttemptResponse[]> {
  const at = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`;
  return selectResponses(
    ctx,
    sql`${isAttemptAt(supplierId)} and (
      a.claimed_at >= ${at(since - back)}
      ${Number.isFinite(until) ? sql`and a.claimed_at <= ${at(until)}` : sql``}
      and (a.claimed_at >= ${at(since)}
        or a.answered_at >= ${at(since)}
        or a.result is null
        or a.result = 'unconfirmed'
        or a.result = 'failed' and a.balance_after < a.balance_before)
      and coalesce(a.result, '') not in ('unsent', 'throttled', 'rejected', 'invalid')
      ${also.length > 0 ? sql`or a.id in ${also}` : sql``})`,
  );
}

/**
 * The condition that an attempt `a` was made at a supplier. For those of a lost database, of which neither
 * time nor response is known, the chain is cut (`readCuts`).
 */
export const isAttemptAt = (supplierId: number): SQL =>
  sql`(a.supplier_id = ${supplierId} and a.worker <> ${RESTORED_WORKER})`;

export function readUnconfirmedResponses(ctx: Ctx, supplierId: number): Promise<AttemptResponse[]> {
  return selectResponses(
    ctx,
    sql`${isAttemptAt(supplierId)} and p.state = 'unconfirmed' and a.result = 'unconfirmed'`,
  );
}

export async function readResponsesById(ctx: Ctx, ids: readonly number[]): Promise<AttemptResponse[]> {
  return ids.length === 0 ? [] : selectResponses(ctx, sql`a.id in ${ids}`);
}

const selectResponses = (ctx: Ctx, condition: SQL): Promise<AttemptResponse[]> =>
  readRows(ctx.db, AttemptResponse)`
    select
      a.id as attempt_id, a.purchase_id, p.ident, p.state, a.cost,
      a.result, a.http_status, a.amount, a.balance_before as before, a.balance_after as after, a.discrepancy,
      (extract(epoch from a.claimed_at) * 1000)::float8 as claimed_at,
      (extract(epoch from a.answered_at) * 1000)::float8 as answered_at
    from attempts a
    join purchases p on p.id = a.purchase_id
    where ${condition}
    order by a.claimed_at, a.id`;
