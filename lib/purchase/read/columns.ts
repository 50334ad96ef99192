import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { decoded } from "#db/prepared";
import { purchases } from "#db/schema/purchase";
import { groupedPhone } from "#lib/core/phone";
import type { PurchaseView } from "./view.ts";

/** The purchases that are read, under the name by which filters and pages know them. */
export const p = alias(purchases, "p");

/** What a purchase's view is made of. */
export const purchaseColumns = {
  id: p.id,
  ident: p.ident,
  ref: p.ref,
  namespace: p.namespace,
  channel: p.channel,
  planId: p.planId,
  networkId: p.networkId,
  networkName: p.networkName,
  typeName: p.typeName,
  size: p.size,
  volume: p.volume,
  validity: p.validity,
  phone: p.phone,
  price: p.price,
  walletBefore: p.walletBefore,
  walletAfter: p.walletAfter,
  state: p.state,
  ending: p.ending,
  placedAt: p.placedAt,
  deadlineAt: p.deadlineAt,
  settledAt: p.settledAt,
  outcome: p.outcome,
};

type PurchaseRow = Pick<typeof purchases.$inferSelect, keyof typeof purchaseColumns>;

/** The buyer's view of a row. */
export function purchaseView({ phone, ending, ...row }: PurchaseRow): PurchaseView {
  return { ...row, phone: groupedPhone(phone), phoneE164: phone, cancelled: ending === "cancelled" };
}

/** The same columns for a statement written by hand, which calls its rows `p`. */
export const purchaseSelectList: SQL = sql.join(
  Object.values(purchaseColumns).map((column) => sql`${column}`),
  sql`, `,
);

/** The view of a row that such a statement returned: decoded as drizzle's select does it. */
export function viewOfRaw(row: Record<string, unknown>): PurchaseView {
  return purchaseView(decoded<PurchaseRow>(purchaseColumns, row));
}
