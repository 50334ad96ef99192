import { getTableColumns, sql } from "drizzle-orm";
import { decoded } from "#db/prepared";
import { catalogue, networks, plans, planTypes } from "#db/schema/catalogue";
import type { Db, Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money";

export type NetworkRow = typeof networks.$inferSelect;
export type TypeRow = typeof planTypes.$inferSelect;
/** A plan's row without the columns that the database fills. */
export type PlanRow = Omit<typeof plans.$inferSelect, "firstSeenAt" | "vanishedAt">;
export type StoredPlan = Omit<typeof plans.$inferSelect, "firstSeenAt">;

/** Everything that a sync is compared with. */
export interface Stored {
  networks: readonly NetworkRow[];
  types: readonly TypeRow[];
  plans: readonly StoredPlan[];
}

/** The catalogue's own row, locked against other changes until the transaction ends. */
export async function lockState(db: Db) {
  const [state] = await db.select().from(catalogue).for("update");
  if (!state) throw new Error("the catalogue's row is missing");
  return state;
}

export async function readStored(db: Db): Promise<Stored> {
  const [networkRows, types, plans] = await Promise.all([
    db.select().from(networks),
    db.select().from(planTypes),
    readPlans(db),
  ]);
  return { networks: networkRows, types, plans };
}

const PLAN = getTableColumns(plans);

/**
 * Stored plans, all of them unless told which, by network and type. There may be thousands: drizzle's own select takes four
 * times as long to decode them.
 */
export async function readPlans(db: Db, ids?: readonly number[]): Promise<StoredPlan[]> {
  const which = ids ? sql`where id in ${ids}` : sql``;
  const rows = await db.execute(sql`select * from ${plans} ${which} order by network_id, type_id, id`);
  return rows.map((row) => decoded<StoredPlan>(PLAN, row));
}

type Row = typeof plans.$inferSelect;
export type Amounts = Record<Level, Minor | null>;
export type AmountColumns = Pick<
  Row,
  "smartEarnerAmount" | "affiliateAmount" | "topUserAmount" | "apiAmount"
>;

/** The four level prices of a stored plan, by level. */
export function amountsOf(row: AmountColumns): Amounts {
  return {
    smart_earner: row.smartEarnerAmount,
    affiliate: row.affiliateAmount,
    top_user: row.topUserAmount,
    api: row.apiAmount,
  };
}

/** The columns that keep four level prices. */
export function amountColumns(amounts: Amounts): AmountColumns {
  return {
    smartEarnerAmount: amounts.smart_earner,
    affiliateAmount: amounts.affiliate,
    topUserAmount: amounts.top_user,
    apiAmount: amounts.api,
  };
}
