import { desc, eq } from "drizzle-orm";
import { purchases } from "#db/schema/purchase";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { formatPhone } from "#lib/core/text/phone";
import { getBalance } from "#lib/ledger/wallet";
import { isAcceptingPurchases } from "./hold-purchase.ts";

/** The data of the purchase form. */
export interface PurchaseFormView {
  /** Spendable money in minor units. */
  wallet: Minor;
  /** Whether purchases are accepted. */
  accepting: boolean;
  /** The last numbers, newest first, with the network they were bought for. */
  numbers: { phone: string; phoneE164: string; networkName: string }[];
  /** The plan type bought last of each network. */
  types: { networkId: number; typeId: number }[];
}

const MAX_NUMBERS = 6;

/** Returns the acting reseller's balance, and suggestions from their last hundred purchases. */
export async function getPurchaseForm(ctx: Ctx): Promise<PurchaseFormView> {
  const { id } = requireReseller(ctx);
  const [{ wallet }, { plans }, rows, accepting] = await Promise.all([
    getBalance(ctx),
    getCatalogue(ctx),
    ctx.db
      .select({
        phone: purchases.phone,
        networkId: purchases.networkId,
        networkName: purchases.networkName,
        planId: purchases.planId,
      })
      .from(purchases)
      .where(eq(purchases.resellerId, id))
      .orderBy(desc(purchases.id))
      .limit(100),
    isAcceptingPurchases(ctx),
  ]);
  const numbers = uniqueBy(rows, (row) => row.phone).slice(0, MAX_NUMBERS);
  return {
    wallet,
    accepting,
    numbers: numbers.map((row) => ({
      phone: formatPhone(row.phone),
      phoneE164: row.phone,
      networkName: row.networkName,
    })),
    types: uniqueBy(rows, (row) => row.networkId).flatMap((row) => {
      const plan = plans.get(row.planId);
      return plan ? [{ networkId: plan.networkId, typeId: plan.typeId }] : [];
    }),
  };
}

/** Returns the first row of each key, in order. */
function uniqueBy<R>(rows: readonly R[], key: (row: R) => string | number): R[] {
  const firstRows = new Map<string | number, R>();
  for (const row of rows) if (!firstRows.has(key(row))) firstRows.set(key(row), row);
  return [...firstRows.values()];
}
