import { sql } from "drizzle-orm";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { current } from "#lib/catalogue/current";
import { priceOf } from "#lib/catalogue/price";
import { type Ctx, type Level, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { groupedPhone } from "#lib/core/phone";
import { dayOf, startOfDay } from "#lib/core/time";
import { balance } from "#lib/ledger/wallet";
import { acceptsPurchases } from "../place/hold.ts";
import { fromRow, type PurchaseRow, purchaseColumns } from "../read/columns.ts";
import type { PurchaseView } from "../read/view.ts";

/** A plan and number that were bought before, to buy once more. */
export interface AgainView {
  planId: number;
  networkId: number;
  networkName: string;
  /** "1 GB · SME · 30 Days". */
  label: string;
  phone: string;
  phoneE164: string;
  /** Today's price; null when it is not sold now. */
  price: Minor | null;
}

/** What a reseller sees first. Money in minor units. */
export interface HomeView {
  balance: Minor;
  held: Minor;
  todayCount: number;
  todaySpent: Minor;
  recent: PurchaseView[];
  again: AgainView[];
  /** Words, when purchases are not taken now. */
  stoppedNotice: string | null;
}

/** The acting reseller's home. */
export async function home(ctx: Ctx): Promise<HomeView> {
  const { id, level } = requireReseller(ctx);
  const [wallet, latest, today, catalogue] = await Promise.all([
    balance(ctx),
    ctx.db.execute<PurchaseRow>(sql`
      select ${purchaseColumns(sql`p`)} from purchases p where p.reseller_id = ${id} order by p.id desc limit 40`),
    ctx.db.execute<{ count: string; spent: string; accepting: boolean }>(sql`
      select count(*) as count, coalesce(sum(price), 0) as spent, ${acceptsPurchases()} as accepting from purchases p
      where p.reseller_id = ${id} and p.placed_at >= ${startOfDay(dayOf(new Date())).toISOString()}::timestamptz
        and p.state not in ('failed', 'reversed')`),
    current(ctx),
  ]);
  return {
    balance: wallet.wallet,
    held: wallet.held,
    todayCount: Number(today[0]?.count ?? 0),
    todaySpent: BigInt(today[0]?.spent ?? 0),
    recent: latest.slice(0, 8).map(fromRow),
    again: againOf(latest, catalogue, level),
    stoppedNotice:
      today[0]?.accepting && catalogue.fresh
        ? (catalogue.terms.switches.find((one) => one.off && one.networkId === null)?.message ?? null)
        : "Buying is paused at the moment. Your money is safe; try again soon.",
  };
}

function againOf(latest: readonly PurchaseRow[], catalogue: Catalogue, level: Level): AgainView[] {
  const seen = new Map<string, PurchaseRow>();
  for (const row of latest) {
    const key = `${row.plan_id} ${row.phone}`;
    if (row.state !== "failed" && !seen.has(key)) seen.set(key, row);
  }
  return [...seen.values()].slice(0, 6).map((row) => {
    const plan = catalogue.plans.get(row.plan_id);
    return {
      planId: row.plan_id,
      networkId: row.network_id,
      networkName: row.network_name,
      label: `${row.size} ${row.volume} · ${row.type_name} · ${row.validity}`,
      phone: groupedPhone(row.phone),
      phoneE164: row.phone,
      price: (plan && priceOf(plan, level)) ?? null,
    };
  });
}
