import { sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { runUnguarded } from "#lib/testing/run-unguarded";

let count = 0;

interface TestSale {
  /** Its age. */
  days?: number;
  sellingPrice?: number | null;
  state?: "successful" | "queued";
  helperId?: number | null;
}

/** Inserts a purchase on the buy page for ₦10, sold for ₦13 unless given. @returns its ident */
export async function insertSale(
  { db }: Ctx,
  resellerId: number,
  { days = 0, sellingPrice = 1_300, state = "successful", helperId = null }: TestSale = {},
): Promise<string> {
  count += 1;
  const ident = `DT${count}`;
  const isDone = state === "successful";
  await runUnguarded(
    db,
    sql`
      insert into purchases (
        ident, reseller_id, ref, channel, level,
        plan_id, network_id, network_name, type_name, size, volume, validity,
        phone, price, cost, selling_price, wallet_before, wallet_after,
        state, placed_at, deadline_at, settled_at, settled_by, helper_id
      )
      select
        ${ident}, ${resellerId}, ${ident}, 'web', 'affiliate',
        1, 1, 'MTN', 'SME', '1', 'GB', '30 Days',
        '+2348031230001', 1000, 900, ${sellingPrice}::bigint, 0, 0,
        ${state}, t.at, t.at, case when ${isDone} then t.at end, case when ${isDone} then 'answer' end,
        ${helperId}::bigint
      from (select now() - make_interval(days => ${days}) as at) t`,
  );
  return ident;
}
