import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { RESTORED_WORKER } from "#lib/purchase/read/purchase-outcomes";

export interface PurchaseRow extends Record<string, unknown> {
  ident: string;
  reseller: number;
  ref: string;
  state: string;
  ending: string | null;
  placed_ms: number;
  plan: number;
  /** In minor units. */
  price: string;
  advance: string | null;
  /** The sum of its entries in the buyer's wallet. */
  moved: string;
  /** The commission that it was placed with, and the sum of its entries in the parent's wallet. */
  commission: string;
  earned: string;
  /** The number of attempts. */
  tries: number;
  /** Its plan type was paused while it waited. */
  paused: boolean;
  /** The supplier that its plan chose to come first. */
  first: number | null;
}

export function listPurchaseRows(ctx: Ctx): Promise<PurchaseRow[]> {
  return ctx.db.execute<PurchaseRow>(
    sql`select ident, reseller_id::int as reseller, ref, state, ending, price, advance, plan_id as plan,
      (select sum(amount) from journals j join entries e on e.journal_id = j.id
        where j.purchase_id = purchases.id and e.account = 'wallet'
          and e.reseller_id = purchases.reseller_id) as moved,
      commission, (select coalesce(sum(e.amount), 0) from journals j join entries e on e.journal_id = j.id
        where j.purchase_id = purchases.id and e.account = 'wallet'
          and e.reseller_id = purchases.parent_id) as earned,
      (extract(epoch from placed_at) * 1000)::float8 as placed_ms,
      (select count(*)::int from attempts where purchase_id = purchases.id) as tries,
      exists (
        select from outages o join plans on plans.network_id = o.network_id and plans.type_id = o.type_id
        where plans.id = purchases.plan_id and coalesce(o.ended_at, now()) > purchases.placed_at
          and o.began_at < (select max(claimed_at) from attempts where purchase_id = purchases.id)
      ) or exists (
        select from audit a where a.action in ('dispatch.continued', 'dispatch.stopped') and a.subject_id = 'all'
          and a.at between purchases.placed_at and (select max(claimed_at) from attempts where purchase_id = purchases.id)
      ) as paused,
      (select first_supplier_id::int from plan_routings r where r.plan_id = purchases.plan_id) as first
    from purchases`,
  );
}

/**
 * One attempt: when it was claimed, and when its purchase left `sending`, in ms. Not what a takeover notes of a queued
 * purchase, which claims nothing.
 */
export interface SendAttempt extends Record<string, unknown> {
  ident: string;
  claimed: number;
  left: number | null;
  /** Whether its supplier took it because a better one was busy. */
  isLate: boolean;
  /** The timeout of its supplier, in ms; null for the main one. */
  timeout: number | null;
}

export function listSendAttempts(ctx: Ctx): Promise<SendAttempt[]> {
  return ctx.db.execute<SendAttempt>(sql`
    select p.ident, extract(epoch from a.claimed_at)::float8 * 1000 as claimed,
      extract(epoch from least(a.answered_at, p.settled_at, (
        select min(at) from audit where subject = 'purchase' and subject_id = p.ident
          and action = 'purchase.unconfirmed' and at >= a.claimed_at)))::float8 * 1000 as left,
      s.timeout_ms as timeout, coalesce(a.choice = 'late', false) as "isLate"
    from attempts a join purchases p on p.id = a.purchase_id left join suppliers s on s.id = a.supplier_id
    where a.worker <> ${RESTORED_WORKER}`);
}

export const describePurchase = ({ ident, state }: PurchaseRow) => `${ident} ${state}`;
