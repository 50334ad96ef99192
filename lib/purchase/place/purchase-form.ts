import { desc, eq, sql } from "drizzle-orm";
import { purchases } from "#db/schema/purchase";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { type Ctx, requireReseller } from "#lib/core/context";
import { getBalance } from "#lib/ledger/wallet";
import { isAnySending } from "#lib/purchase/current-suppliers";
import { estimateWait } from "#lib/purchase/send/queue";
import { isAcceptingPurchases } from "./hold-purchase.ts";

/** Returns the acting reseller's balance in minor units, and the plan types of their last hundred purchases. */
export async function getPurchaseForm(ctx: Ctx) {
  const { id } = requireReseller(ctx);
  const [{ wallet }, { plans }, rows, accepting, [line]] = await Promise.all([
    getBalance(ctx),
    getCatalogue(ctx),
    ctx.db
      .select({
        networkId: purchases.networkId,
        planId: purchases.planId,
      })
      .from(purchases)
      .where(eq(purchases.resellerId, id))
      .orderBy(desc(purchases.id))
      .limit(100),
    isAcceptingPurchases(ctx),
    ctx.db.execute<{ wait: number; sending: boolean }>(
      sql`select ${estimateWait(id, "web")} as wait, ${isAnySending()} as sending`,
    ),
  ]);
  return {
    wallet,
    accepting,
    waitS: Number(line?.wait ?? 0),
    /** Whether purchases are sent now; else they wait in the queue. */
    sending: line?.sending ?? true,
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
