import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { prepareQuery } from "#db/prepare-query";
import { recordAuditRows } from "#lib/audit/record-audit";
import { type Ctx, formatActor } from "#lib/core/context";
import { parseRows, textOf } from "#lib/core/read-rows";
import { selectLockedWallets } from "#lib/ledger/lock-wallet";
import { updateWallets, writeTransfers } from "#lib/ledger/transfer";
import { refundUndeliveredOrder } from "#lib/payment/refund/refund-paid-order";
import { subtractSpending } from "#lib/purchase/place/daily-spending";
import type { PurchaseState } from "#lib/purchase/read/purchase-view";
import { lockBothWallets, moveCommission } from "./move-commission.ts";

export interface SettlePurchaseInput {
  purchaseId: number;
  /** The states in which the purchase may still be; in any other, nothing happens. */
  from: readonly PurchaseState[];
  to: "successful" | "failed";
  /** The source of the decision: "answer", "cancelled", "deadline", "chain", "admin:3". */
  by: string;
  outcome: string | null;
  reason?: string;
  upstreamId?: string | undefined;
}

/**
 * Ends a purchase and its hold in one statement: moves the money to sales if it was delivered, of an agent's also the
 * commission to the parent, back to the wallet if it failed, and closes a pending approval request. With an open
 * advance, the wallet has the money: that of a failed purchase closes the advance instead, and that of a delivered one
 * awaits the buyer's consent. A shop's customer who paid online is refunded in the same transaction.
 * @returns the previous state, or undefined when it was none of `from`: settling twice does nothing.
 */
export async function settlePurchase(
  ctx: Ctx,
  input: SettlePurchaseInput,
): Promise<PurchaseState | undefined> {
  const values = buildSettleValues(ctx, input);
  const [row] = parseRows(SettledRow, await statements[input.to](ctx.db, values));
  if (row) return row.was;
  if (input.to === "successful") {
    const [ofAgent] = parseRows(SettledRow, await statements.successfulOfAgent(ctx.db, values));
    return ofAgent?.was;
  }
  return inTransaction(ctx, async (tx) => {
    const ofShop = await statements.failed(tx.db, { ...values, ofShop: true });
    const rows = ofShop.length > 0 ? ofShop : await statements.failedWithAdvance(tx.db, values);
    const [failed] = parseRows(SettledRow, rows);
    if (failed) await refundUndeliveredOrder(tx, input.purchaseId);
    return failed?.was;
  });
}

/** A failed purchase of a shop isn't taken, unless `ofShop`: its customer may have paid online. */
export function buildSettleValues(ctx: Ctx, input: SettlePurchaseInput) {
  const { purchaseId, from, by, outcome, reason = null, upstreamId = null } = input;
  const [actor, address] = [formatActor(ctx.actor), ctx.address ?? null];
  return {
    purchaseId,
    from: `{${from.join()}}`,
    ofShop: false,
    by,
    outcome,
    reason,
    upstreamId,
    actor,
    address,
  };
}

type SettleValues = ReturnType<typeof buildSettleValues>;
type SettlePlaceholders = { readonly [Name in keyof SettleValues]: SQL };
const SettledRow = z.object({ was: textOf<PurchaseState>() });

/** Columns set, and purchases taken: by the advance, which is read again with the lock on the row. */
const listAdvanceRules = (v: SettlePlaceholders, ofAgent: boolean) => ({
  settle: {
    set: sql`, advance = case p.advance when 'open' then 'awaiting_consent' end`,
    where: ofAgent ? sql` and commission > 0` : sql` and commission = 0`,
  },
  release: { set: sql``, where: sql` and advance is null and (channel = 'shop') = ${v.ofShop}::boolean` },
  advance_closed: { set: sql`, advance = 'closed'`, where: sql` and advance = 'open'` },
});

type SettleTransfer = keyof ReturnType<typeof listAdvanceRules>;

const prepareSettleStatement = (kind: Parameters<typeof buildSettleStatement>[1]) =>
  prepareQuery<SettleValues>((v) => buildSettleStatement(v, kind));
const statements = {
  successful: prepareSettleStatement({ to: "successful", transfer: "settle" }),
  successfulOfAgent: prepareSettleStatement({ to: "successful", transfer: "settle", ofAgent: true }),
  failed: prepareSettleStatement({ to: "failed", transfer: "release" }),
  failedWithAdvance: prepareSettleStatement({ to: "failed", transfer: "advance_closed" }),
};

interface SettleKind {
  to: SettlePurchaseInput["to"];
  transfer: SettleTransfer;
  /** Takes delivered purchases with a commission, and others without: these lock no other wallet, and do no more. */
  ofAgent?: boolean;
}

/** The response that settles a purchase, recorded in the same statement. */
interface SettlingResponse {
  /** A query that locks its attempt, or returns no row: then nothing happens. */
  attempt: SQL;
  /** Selects supplier and charge of a delivered purchase from `attempt`. */
  charge: SQL;
  /** Writes the response, if there is a row of `settled`. */
  record: SQL;
}

/** Builds the statement of `settlePurchase`, or one that records a response as well. */
export function buildSettleStatement(
  v: SettlePlaceholders,
  { to, transfer, ofAgent = false }: SettleKind,
  response?: SettlingResponse,
): SQL {
  const { set, where } = listAdvanceRules(v, ofAgent)[transfer];
  const which = sql`p.id = ${v.purchaseId}${response ? sql` and exists (select from attempt)` : sql``}`;
  const setCharge = sql`, (supplier_id, charged) = (${response?.charge ?? selectCharge})`;
  const settled = { price: sql`settled.price`, placedAt: sql`settled.placed_at` };
  return sql`
    with ${response ? sql`attempt as materialized (${response.attempt}),` : sql``}
    wallet as (${ofAgent ? lockBothWallets(which) : lockWallets(which)}),
    open as (
      select id, state
      from purchases
      where id = ${v.purchaseId} and state = any (${v.from}::text[]) and exists (select from wallet)${where}
      for update
    ),
    settled as (
      update purchases p
      set
        state = ${to}, settled_at = now(), settled_by = ${v.by}, outcome = ${v.outcome},
        upstream_id = coalesce(${v.upstreamId}, p.upstream_id)${set}${to === "successful" ? setCharge : sql``}
      from open
      where p.id = open.id
      returning p.id, p.ident, p.reseller_id, p.price, p.placed_at, open.state as was${
        ofAgent ? sql`, p.parent_id, p.commission, p.advance` : sql``
      }
    ),
    moved as (${updateWallets(transfer, {
      of: sql`settled`,
      amount: sql`price`,
      set: transfer === "release" ? subtractSpending(settled) : undefined,
    })}),
    journal as (${writeTransfers(v, transfer, {
      from: sql`moved`,
      amount: sql`price`,
      purchaseId: sql`(select id from settled)`,
      reason: sql`${v.reason}::text`,
    })}),
    closed as (
      update approval_requests a
      set ended_at = now()
      from settled
      where a.purchase_id = settled.id and a.ended_at is null
    ),
    recorded as (${recordAuditRows(v, {
      action: `purchase.${to}`,
      subject: "purchase",
      subjectId: sql`settled.ident`,
      resellerId: sql`settled.reseller_id`,
      journalId: sql`journal.id`,
      reason: sql`${v.reason}::text`,
      before: sql`jsonb_build_object('state', settled.was)`,
      after: sql`jsonb_build_object('state', ${to}::text, 'by', ${v.by}::text, 'price', settled.price::text)`,
      from: sql`settled cross join journal`,
    })})${
      ofAgent
        ? sql`, ${moveCommission(v, "commission", {
            of: sql`settled`,
            where: sql`settled.advance is null`,
            after: sql`journal`,
          })}`
        : sql``
    }${response ? sql`, response as (${response.record})` : sql``}
    select was from settled`;
}

/**
 * Names the supplier that delivered the purchase `p`,
 * by its one attempt that may have been executed, and what it charged.
 */
const selectCharge = sql`
  select a.supplier_id, coalesce(a.amount, a.cost)
  from attempts a
  where a.purchase_id = p.id and was_sent(a.result)`;

/**
 * A query that locks the wallets of the buyers of the purchases `p` that `which` selects, in the order of `lockWallet`.
 */
export const lockWallets = (which: SQL): SQL =>
  selectLockedWallets(sql`select p.reseller_id from purchases p where ${which}`);
