import { type SQL, sql } from "drizzle-orm";
import { prepared } from "#db/prepared";
import { recordRows } from "#lib/audit/record";
import { actorName, type Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { transferBalances, transferredBalances, writeTransfer } from "#lib/ledger/transfer";
import type { PurchaseState } from "../read/view.ts";

export interface SettleInput {
  purchaseId: number;
  /** The states in which the purchase may still be; in any other, nothing happens. */
  from: readonly PurchaseState[];
  to: "successful" | "failed";
  /** What decided: "answer", "cancelled", "deadline", "chain", "admin:3". */
  by: string;
  /** Words for the buyer about how it ended. */
  outcome: string | null;
  /** Why, where a person decided; for the audit record. */
  reason?: string;
  upstreamId?: string | undefined;
}

/**
 * Ends a purchase and its hold in one statement, either way: delivered money goes to sales, failed money back to the wallet. A
 * proposal about it that waits for a second admin ends too.
 * @returns the state it was in, or undefined when it was in none of `from`: a second settle does nothing.
 */
export async function settle(ctx: Ctx, input: SettleInput): Promise<PurchaseState | undefined> {
  const { purchaseId, from, by, outcome, reason = null, upstreamId = null } = input;
  const [row] = await statements[input.to](ctx.db, {
    ...{ purchaseId, from: `{${from.join()}}`, by, outcome, reason, upstreamId },
    ...{ actor: actorName(ctx.actor), address: ctx.address ?? null },
  });
  return row?.was;
}

type Values = Record<"from" | "by" | "actor", string> &
  Record<"outcome" | "reason" | "upstreamId" | "address", string | null> & { purchaseId: number };

const statements = { successful: ending("successful"), failed: ending("failed") };

function ending(to: SettleInput["to"]) {
  const transfer = to === "successful" ? "settle" : "release";
  const refunds = to === "failed";
  const price = sql`(select price from settled)`;
  return prepared<Values, { was: PurchaseState }>(
    (v) => sql`
    with wallet as (${lockWallets(sql`p.id = ${v.purchaseId}`)}),
    open as (
      select id, state from purchases where id = ${v.purchaseId} and state = any (${v.from}::text[])
        and exists (select from wallet) for update
    ),
    settled as (
      update purchases p set state = ${to}, settled_at = now(), settled_by = ${v.by}, outcome = ${v.outcome},
        upstream_id = coalesce(${v.upstreamId}, p.upstream_id)
      from open where p.id = open.id
      returning p.id, p.ident, p.reseller_id, p.price, p.placed_at, open.state as was
    ),
    moved as (
      update wallets set ${transferBalances(transfer, sql`settled.price`)},
        spent = wallets.spent - case when ${refunds}::boolean and wallets.spent_day
          = to_char(settled.placed_at at time zone ${env().TIME_ZONE}, 'YYYY-MM-DD') then settled.price else 0 end
      from settled where wallets.reseller_id = settled.reseller_id
      returning ${transferredBalances(transfer)}
    ),
    ${writeTransfer(v, transfer, {
      from: sql`moved`,
      amount: price,
      purchaseId: sql`(select id from settled)`,
      reason: sql`${v.reason}::text`,
    })},
    -- Whoever was to confirm it otherwise has nothing to decide any more.
    proposed as (
      update decisions set ended_at = now() from settled where decisions.purchase_id = settled.id and decisions.ended_at is null
    ),
    recorded as (${recordRows(v, {
      action: `purchase.${to}`,
      subject: "purchase",
      subjectId: sql`settled.ident`,
      resellerId: sql`settled.reseller_id`,
      journalId: sql`journal.id`,
      reason: sql`${v.reason}::text`,
      before: sql`jsonb_build_object('state', settled.was)`,
      after: sql`jsonb_build_object('state', ${to}::text, 'by', ${v.by}::text, 'price', settled.price::text)`,
      from: sql`settled cross join journal`,
    })})
    select was from settled`,
  );
}

/**
 * A query that locks the wallets of the purchases `p` that `which` selects, in one order. What changes several locks them as
 * reseller, wallet, purchase, order, confirmed money: placing holds the wallet while it waits for a purchase with the same
 * ref, and a purchase that ends changes its order and the order's money by triggers.
 */
export function lockWallets(which: SQL): SQL {
  return sql`select w.reseller_id from wallets w
    where w.reseller_id in (select p.reseller_id from purchases p where ${which}) order by w.reseller_id for update`;
}
