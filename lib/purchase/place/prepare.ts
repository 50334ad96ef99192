import { desc, eq } from "drizzle-orm";
import { purchases } from "#db/schema/purchase";
import { current } from "#lib/catalogue/current";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { groupedPhone } from "#lib/core/phone";
import { balance } from "#lib/ledger/wallet";
import { isAccepting } from "./hold.ts";

/** What a reseller has at hand when they begin to buy. */
export interface PrepareView {
  /** Spendable money in minor units. */
  wallet: Minor;
  /** Whether sending runs, so that purchases are taken. */
  accepting: boolean;
  /** The last numbers, newest first, with the network they were bought for. */
  numbers: { phone: string; phoneE164: string; networkName: string }[];
  /** The plan type bought last of each network. */
  types: { networkId: number; typeId: number }[];
}

const NUMBERS = 6;

/** The acting reseller's money, and their habits from their last hundred purchases. */
export async function prepare(ctx: Ctx): Promise<PrepareView> {
  const { id } = requireReseller(ctx);
  const [{ wallet }, { plans }, rows, accepting] = await Promise.all([
    balance(ctx),
    current(ctx),
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
    isAccepting(ctx),
  ]);
  const numbers = firsts(rows, (row) => row.phone).slice(0, NUMBERS);
  return {
    wallet,
    accepting,
    numbers: numbers.map((row) => ({
      phone: groupedPhone(row.phone),
      phoneE164: row.phone,
      networkName: row.networkName,
    })),
    types: firsts(rows, (row) => row.networkId).flatMap((row) => {
      const plan = plans.get(row.planId);
      return plan ? [{ networkId: plan.networkId, typeId: plan.typeId }] : [];
    }),
  };
}

/** The first row of each key, in order. */
function firsts<R>(rows: readonly R[], key: (row: R) => string | number): R[] {
  const seen = new Map<string | number, R>();
  for (const row of rows) if (!seen.has(key(row))) seen.set(key(row), row);
  return [...seen.values()];
}
