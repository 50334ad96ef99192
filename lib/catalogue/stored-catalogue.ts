import { getTableColumns, sql } from "drizzle-orm";
import { decodeRow } from "#db/prepare-query";
import { catalogue, networks, plans, planTypes } from "#db/schema/catalogue";
import type { Db, Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";

export type NetworkRow = typeof networks.$inferSelect;
export type TypeRow = typeof planTypes.$inferSelect;
/** The columns that follow the routes of a plan's suppliers. */
type PlanSupply = "listedBy" | "ownCost" | "ownOpen" | "otherCost" | "doubt" | "confirmedCost";
/** A plan's row as the first supplier's list says it. */
export type PlanRow = Omit<typeof plans.$inferSelect, "firstSeenAt" | "delistedAt" | PlanSupply>;
export type StoredPlan = Omit<typeof plans.$inferSelect, "firstSeenAt">;

/** The stored rows that a sync compares with the new list. */
export interface StoredCatalogue {
  networks: readonly NetworkRow[];
  types: readonly TypeRow[];
  plans: readonly StoredPlan[];
}

export async function lockCatalogueState(db: Db) {
  const [state] = await db.select().from(catalogue).for("update");
  if (!state) throw new Error("the catalogue's row is missing");
  return state;
}

/** Stores which list of the first supplier the catalogue is from. */
export async function setCatalogueSource(db: Db, source: NonNullable<typeof catalogue.$inferSelect.source>) {
  await db.update(catalogue).set({ source });
}

export async function readStoredCatalogue(db: Db): Promise<StoredCatalogue> {
  const [networkRows, types, plans] = await Promise.all([
    db.select().from(networks),
    db.select().from(planTypes),
    readStoredPlans(db),
  ]);
  return { networks: networkRows, types, plans };
}

const PLAN_COLUMNS = getTableColumns(plans);

/**
 * Reads all stored plans, or those with the given ids, by network and type. Drizzle's select would take four
 * times as long to decode thousands of them.
 */
export async function readStoredPlans(db: Db, ids?: readonly number[]): Promise<StoredPlan[]> {
  const condition = ids ? sql`where id in ${ids}` : sql``;
  const rows = await db.execute(sql`select * from ${plans} ${condition} order by network_id, type_id, id`);
  return rows.map((row) => decodeRow<StoredPlan>(PLAN_COLUMNS, row));
}

type StoredPlanRow = typeof plans.$inferSelect;
export type LevelAmounts = Record<Level, Minor | null>;
export type AmountColumns = Pick<
  StoredPlanRow,
  "smartEarnerAmount" | "affiliateAmount" | "topUserAmount" | "apiAmount"
>;

export function toAmounts(row: AmountColumns): LevelAmounts {
  return {
    smart_earner: row.smartEarnerAmount,
    affiliate: row.affiliateAmount,
    top_user: row.topUserAmount,
    api: row.apiAmount,
  };
}

export function toAmountColumns(amounts: LevelAmounts): AmountColumns {
  return {
    smartEarnerAmount: amounts.smart_earner,
    affiliateAmount: amounts.affiliate,
    topUserAmount: amounts.top_user,
    apiAmount: amounts.api,
  };
}
