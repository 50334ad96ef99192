import { sql } from "drizzle-orm";
import { prepared } from "#db/prepared";
import type { Catalogue } from "#lib/catalogue/catalogue";
import { current } from "#lib/catalogue/current";
import { priceOf } from "#lib/catalogue/price";
import { type Ctx, type Level, requireReseller } from "#lib/core/context";
import type { Minor } from "#lib/core/money";
import { balance } from "#lib/ledger/wallet";
import { isAccepting } from "../place/hold.ts";
import { purchaseSelectList, viewOfRaw } from "../read/columns.ts";
import type { PurchaseView } from "../read/view.ts";
import { type Earned, profitNow } from "./profit.ts";
import { sumsOfToday } from "./sums.ts";

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

/** The reseller's home page. Money in minor units. */
export interface HomeView {
  balance: Minor;
  held: Minor;
  todayCount: number;
  todaySpent: Minor;
  profit: { today: Earned; month: Earned };
  recent: PurchaseView[];
  again: AgainView[];
  /** What to tell people while purchases are not accepted. */
  stoppedNotice: string | null;
}

/** The acting reseller's home. */
export async function home(ctx: Ctx): Promise<HomeView> {
  const { id, level } = requireReseller(ctx);
  const [wallet, rows, today, catalogue, profit, accepting] = await Promise.all([
    balance(ctx),
    readLatest(ctx.db, { id }),
    sumsOfToday(ctx, id),
    current(ctx),
    profitNow(ctx),
    isAccepting(ctx),
  ]);
  const latest = rows.map(viewOfRaw);
  return {
    balance: wallet.wallet,
    held: wallet.held,
    todayCount: today.delivered + today.open + today.unconfirmed,
    todaySpent: today.sales + today.heldOpen + today.heldUnconfirmed,
    profit,
    recent: latest.slice(0, 8),
    again: againOf(latest, catalogue, level),
    stoppedNotice:
      accepting && catalogue.fresh
        ? (catalogue.terms.switches.find((one) => one.off && one.networkId === null)?.message ?? null)
        : "Buying is paused at the moment. Your money is safe; try again soon.",
  };
}

const readLatest = prepared<{ id: number }, Record<string, unknown>>(
  ({ id }) =>
    sql`select ${purchaseSelectList} from purchases p where p.reseller_id = ${id} order by p.id desc limit 40`,
);

function againOf(latest: readonly PurchaseView[], catalogue: Catalogue, level: Level): AgainView[] {
  const seen = new Map<string, PurchaseView>();
  for (const purchase of latest) {
    const key = `${purchase.planId} ${purchase.phoneE164}`;
    if (purchase.state !== "failed" && !seen.has(key)) seen.set(key, purchase);
  }
  return [...seen.values()].slice(0, 6).map((purchase) => {
    const { planId, networkId, networkName, size, volume, typeName, validity, phone, phoneE164 } = purchase;
    const plan = catalogue.plans.get(planId);
    const price = (plan && priceOf(plan, level)) ?? null;
    const label = `${size} ${volume} · ${typeName} · ${validity}`;
    return { planId, networkId, networkName, label, phone, phoneE164, price };
  });
}
