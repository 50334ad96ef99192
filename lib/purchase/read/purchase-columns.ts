import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { decodeRow } from "#db/prepare-query";
import { purchases } from "#db/schema/purchase";
import type { Buyer } from "#lib/core/context";
import { labelCell, moneyCell, phoneCell, plainCell, textCell, timeCell } from "#lib/core/list/stream-csv";
import { formatNetworkName, formatTypeName } from "#lib/core/text/display-name";
import { formatPhone } from "#lib/core/text/phone";

export const purchaseRow = alias(purchases, "p");

/** The condition that a purchase `p` is the buyer's own: a helper's are those that they sold. */
export const isOwnPurchase = (buyer: Pick<Buyer, "id"> & { helperId?: number }): SQL =>
  sql`p.reseller_id = ${buyer.id}${"helperId" in buyer ? sql` and p.helper_id = ${buyer.helperId}` : sql``}`;

export const purchaseColumns = {
  /** The transaction's number in the API (interface: Transaction); pages show the ident. */
  id: purchaseRow.id,
  ident: purchaseRow.ident,
  ref: purchaseRow.ref,
  namespace: purchaseRow.namespace,
  channel: purchaseRow.channel,
  planId: purchaseRow.planId,
  networkId: purchaseRow.networkId,
  networkName: purchaseRow.networkName,
  typeName: purchaseRow.typeName,
  size: purchaseRow.size,
  volume: purchaseRow.volume,
  validity: purchaseRow.validity,
  phone: purchaseRow.phone,
  price: purchaseRow.price,
  walletBefore: purchaseRow.walletBefore,
  walletAfter: purchaseRow.walletAfter,
  state: purchaseRow.state,
  ending: purchaseRow.ending,
  placedAt: purchaseRow.placedAt,
  deadlineAt: purchaseRow.deadlineAt,
  settledAt: purchaseRow.settledAt,
  /** The text about the result of the network, or the admin who settled or reversed it; null while open. */
  outcome: purchaseRow.outcome,
};

/** With those that only its buyer sees, on pages. */
export const ownPurchaseColumns = {
  ...purchaseColumns,
  /** The selling price, if the reseller recorded it. */
  sellingPrice: purchaseRow.sellingPrice,
  /** The part of the customer's online payment that its provider kept. */
  paymentFee: purchaseRow.paymentFee,
  /** The credit of its price while it was unconfirmed. */
  advance: purchaseRow.advance,
  /** The name of the helper who sold it; null for the reseller's own. */
  soldBy: sql<string | null>`(select name from accounts where id = ${purchaseRow.helperId})`,
};

export type PurchaseRow = Pick<typeof purchases.$inferSelect, keyof typeof purchaseColumns>;

/** A purchase as its buyer sees it. Money in minor units. */
export type PurchaseView = ReturnType<typeof toPurchaseView<PurchaseRow>>;

/** The same with what only its buyer sees. */
export type OwnPurchaseView = ReturnType<
  typeof toPurchaseView<
    Pick<typeof purchases.$inferSelect, Exclude<keyof typeof ownPurchaseColumns, "soldBy">> & {
      soldBy: string | null;
    }
  >
>;

export function toPurchaseView<Row extends PurchaseRow>({ phone, ending, ...row }: Row) {
  return {
    ...row,
    networkName: formatNetworkName(row.networkName),
    typeName: formatTypeName(row.typeName),
    /** The names as the upstream writes them, for the API. */
    listed: { network: row.networkName, type: row.typeName },
    /** The recipient, grouped for reading: "0803 123 4567". */
    phone: formatPhone(phone),
    /** The recipient in E.164, for links and "buy again". */
    phoneE164: phone,
    /** Whether it failed unsent: cancelled by its buyer or at its deadline. */
    cancelled: ending === "cancelled",
  };
}

/** The same columns for a statement in SQL, which calls its rows `p`. */
export const purchaseSelectList: SQL = sql.join(
  Object.values(purchaseColumns).map((column) => sql`${column}`),
  sql`, `,
);

/** Decodes a row of such a statement like drizzle's select, and converts it to the view. */
export function parsePurchaseRow(row: Record<string, unknown>): PurchaseView {
  return toPurchaseView(decodeRow<PurchaseRow>(purchaseColumns, row));
}

/** Builds the cells of its buyer's file. A ref that the portal created means nothing to them. */
export const buildOwnPurchaseCells = () =>
  buildPurchaseCells({
    "your reference": textCell(sql`case when ${purchaseRow.channel} = 'api' then ${purchaseRow.ref} end`),
    "sold by": textCell(sql`(select name from accounts where id = ${purchaseRow.helperId})`),
  });

/** Builds the cells for a helper from whom the cost is hidden: what the customer paid, not the reseller. */
export function buildHelperPurchaseCells() {
  const { price: _hidden, ...cells } = buildPurchaseCells({
    "selling price": moneyCell(purchaseRow.sellingPrice),
  });
  return cells;
}

/** Builds the cells of a purchase file. @param ref the cell of the buyer's ref, under its head. */
export const buildPurchaseCells = <Ref extends Record<string, SQL>>(ref: Ref) => ({
  bought: timeCell(purchaseRow.placedAt),
  reference: plainCell(purchaseRow.ident),
  ...ref,
  state: labelCell(sql`coalesce(${purchaseRow.ending}, ${purchaseRow.state})`, STATE_LABELS),
  network: textCell(purchaseRow.networkName),
  plan: textCell(sql`(${purchaseRow.size} || ' ' || ${purchaseRow.volume})`),
  type: textCell(purchaseRow.typeName),
  validity: textCell(purchaseRow.validity),
  number: phoneCell(purchaseRow.phone),
  price: moneyCell(purchaseRow.price),
  ended: timeCell(purchaseRow.settledAt),
  outcome: textCell(purchaseRow.outcome),
});

const STATE_LABELS = {
  queued: "Processing",
  sending: "Processing",
  unconfirmed: "Unconfirmed",
  delivered: "Delivered",
  failed: "Failed, refunded",
  cancelled: "Cancelled, refunded",
  reversed: "Reversed",
};
