import { desc, eq } from "drizzle-orm";
import { purchases } from "#db/schema/purchase";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { type Ctx, requireReseller } from "#lib/core/context";
import { formatPhone } from "#lib/core/text/phone";
import { getBalance } from "#lib/ledger/wallet";
import { isAcceptingPurchases } from "./hold-purchase.ts";

const MAX_NUMBERS = 6;

/** Returns the acting reseller's balance in minor units, and suggestions from their last hundred purchases. */
export async function getPurchaseForm(ctx: Ctx) {
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
    /** The last numbers, newest first, with the network they were bought for. */
    numbers: numbers.map(({ phone, networkName }) => ({
      phone: formatPhone(phone),
      phoneE164: phone,
      networkName,
    })),
    /** The plan type bought last of each network. */
    types: uniqueBy(rows, (row) => row.networkId).flatMap((row) => {
      const plan = plans.get(row.planId);
      return plan ? [{ networkId: plan.networkId, typeId: plan.typeId }] : [];
    }),
  };
}

export type PurchaseFormView = Awaited<ReturnType<typeof getPurchaseForm>>;

function uniqueBy<R>(rows: readonly R[], key: (row: R) => string | number): R[] {
  const firstRows = new Map<string | number, R>();
  for (const row of rows) if (!firstRows.has(key(row))) firstRows.set(key(row), row);
  return [...firstRows.values()];
}
