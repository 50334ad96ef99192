import type { plans } from "#db/schema/catalogue";
import type { Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money";

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
