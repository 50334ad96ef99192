import { sql } from "drizzle-orm";
import { current } from "#lib/catalogue/current";
import { type Ctx, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { groupedPhone } from "#lib/core/phone";
import { balance } from "#lib/ledger/wallet";
import { acceptsPurchases } from "./hold.ts";

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

type Row = { phone: string; network_id: number; network_name: string; plan_id: number };

const NUMBERS = 6;

/** The acting reseller's money, and their habits from their last hundred purchases. */
export async function prepare(ctx: Ctx): Promise<PrepareView> {
  const { id } = requireReseller(ctx);
  const [{ wallet }, { plans }, rows, [open]] = await Promise.all([
    balance(ctx),
    current(ctx),
    ctx.db.execute<Row>(sql`
      select phone, network_id, network_name, plan_id from purchases
      where reseller_id = ${id} order by id desc limit 100`),
    ctx.db.execute<{ accepting: boolean }>(sql`select ${acceptsPurchases()} as accepting`),
  ]);
  const numbers = firsts(rows, (row) => row.phone).slice(0, NUMBERS);
  return {
    wallet,
    accepting: open?.accepting ?? false,
    numbers: numbers.map((row) => ({
      phone: groupedPhone(row.phone),
      phoneE164: row.phone,
      networkName: row.network_name,
    })),
    types: firsts(rows, (row) => row.network_id).flatMap((row) => {
      const plan = plans.get(row.plan_id);
      return plan ? [{ networkId: plan.networkId, typeId: plan.typeId }] : [];
    }),
  };
}

/** The first row of each key, in order. */
function firsts(rows: readonly Row[], key: (row: Row) => string | number): Row[] {
  const seen = new Map<string | number, Row>();
  for (const row of rows) if (!seen.has(key(row))) seen.set(key(row), row);
  return [...seen.values()];
}
