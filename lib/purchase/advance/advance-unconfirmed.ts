import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAuditRows } from "#lib/audit/record-audit";
import { selectSetting } from "#lib/audit/settings/read-settings";
import { type Ctx, requireSystem } from "#lib/core/context";
import { handleEach } from "#lib/core/lane/handle-each";
import { int, readRows } from "#lib/core/read-rows";
import { updateWallets, writeTransfers } from "#lib/ledger/transfer";
import { isDecisionOverdue } from "#lib/purchase/read/decision-deadline";
import { RESTORED_WORKER } from "#lib/purchase/read/purchase-outcomes";
import { lockWallets } from "#lib/purchase/settle/settle-purchase";
import { advanceSettings } from "./advance-settings.ts";

/** Purchases of one run; the next run continues. */
const BATCH_SIZE = 500;

/**
 * An unconfirmed purchase `p` without an advance whose day is over, while advances are on. What a lost
 * database may have sent has no known time: an admin decides that. After a restore none is due until an admin
 * has read in the suppliers' lists and starts sending: it may have been delivered or credited since. An order's
 * payment that is in the wallet goes back to its customer if the purchase fails, and has to be there then.
 */
const isDue = (isOverdue: typeof isDecisionOverdue) => sql`p.state = 'unconfirmed' and p.advance is null
  and ${selectSetting(advanceSettings, "enabled")}
  and is_home_database() and not exists (select from dispatcher where stopped and stopped_by = 'system')
  and not exists (
    select
    from orders o
    join payments y on y.order_id = o.id
    join provider_transactions t on t.payment_id = y.id and t.state = 'credited'
    where o.purchase_id = p.id)
  and exists (
    select
    from attempts a
    where a.purchase_id = p.id and was_sent(a.result) and a.worker <> ${RESTORED_WORKER}
      and ${isOverdue(sql`a.claimed_at`)})`;

/**
 * Credits the price of purchases that are unconfirmed for a day to their buyers, where the operator has
 * turned this on. The purchases stay unconfirmed. One that can't be credited doesn't keep others from it.
 * @param isOverdue the condition that a purchase waits long enough.
 * @returns the number credited.
 * @throws the first failure, at the end.
 */
export async function advanceUnconfirmed(ctx: Ctx, isOverdue = isDecisionOverdue): Promise<number> {
  requireSystem(ctx);
  const due = await readRows(ctx.db, z.object({ id: int }))`
    select p.id from purchases p where ${isDue(isOverdue)} order by p.id limit ${BATCH_SIZE}`;
  const credited = await handleEach(due, "purchase.not_advanced", ({ id }) =>
    advancePurchase(ctx, id, isDue(isOverdue)),
  );
  return credited.filter(Boolean).length;
}

/** Moves the price from `advanced` to the wallet, if it is still due with the row locked. */
async function advancePurchase(ctx: Ctx, id: number, isStillDue: SQL): Promise<boolean> {
  const rows = await ctx.db.execute(sql`
    with wallet as (${lockWallets(sql`p.id = ${id}`)}),
    due as (
      select p.id
      from purchases p
      where p.id = ${id} and ${isStillDue} and exists (select from wallet)
      for update
    ),
    advanced as (
      update purchases p
      set advance = 'open'
      from due
      where p.id = due.id
      returning p.id, p.ident, p.reseller_id, p.price
    ),
    moved as (${updateWallets("advance", { of: sql`advanced`, amount: sql`price` })}),
    journal as (${writeTransfers(ctx, "advance", {
      from: sql`moved`,
      amount: sql`price`,
      purchaseId: sql`(select id from advanced)`,
    })}),
    recorded as (${recordAuditRows(ctx, {
      action: "purchase.advanced",
      subject: "purchase",
      subjectId: sql`advanced.ident`,
      resellerId: sql`advanced.reseller_id`,
      journalId: sql`journal.id`,
      after: sql`jsonb_build_object('advance', 'open', 'price', advanced.price::text)`,
      from: sql`advanced cross join journal`,
    })})
    select id from advanced`);
  return rows.length > 0;
}
