import { type SQL, sql } from "drizzle-orm";
import { groupedPhone } from "#lib/core/phone";
import type { PurchaseState, PurchaseView } from "./view.ts";

/** A purchase as a raw statement returns it: postgres.js gives int8 as text. */
export type PurchaseRow = Record<
  | "id"
  | "ident"
  | "ref"
  | "channel"
  | "network_name"
  | "type_name"
  | "size"
  | "volume"
  | "validity"
  | "phone"
  | "price"
  | "wallet_before"
  | "wallet_after"
  | "state"
  | "placed_ms"
  | "deadline_ms",
  string
> & {
  plan_id: number;
  network_id: number;
  settled_ms: string | null;
  ending: string | null;
  outcome: string | null;
};

const ms = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::bigint`;

/** The select list that `fromRow` reads, of the rows of `table`. */
export function purchaseColumns(table: SQL): SQL {
  return sql`${table}.id, ${table}.ident, ${table}.ref, ${table}.channel, ${table}.plan_id, ${table}.network_id, ${table}.network_name,
    ${table}.type_name, ${table}.size, ${table}.volume, ${table}.validity, ${table}.phone, ${table}.price,
    ${table}.wallet_before, ${table}.wallet_after, ${table}.state, ${table}.outcome, ${table}.ending,
    ${ms(sql`${table}.placed_at`)} as placed_ms, ${ms(sql`${table}.deadline_at`)} as deadline_ms,
    ${ms(sql`${table}.settled_at`)} as settled_ms`;
}

/** An instant that a raw statement returns in milliseconds. */
export const instantOf = (ms: string | null): Date | null => (ms === null ? null : new Date(Number(ms)));

/** The buyer's view of a row. */
export function fromRow(row: PurchaseRow): PurchaseView {
  return {
    id: Number(row.id),
    ident: row.ident,
    ref: row.ref,
    channel: row.channel as PurchaseView["channel"],
    networkId: row.network_id,
    networkName: row.network_name,
    planId: row.plan_id,
    typeName: row.type_name,
    size: row.size,
    volume: row.volume,
    validity: row.validity,
    phone: groupedPhone(row.phone),
    phoneE164: row.phone,
    price: BigInt(row.price),
    walletBefore: BigInt(row.wallet_before),
    walletAfter: BigInt(row.wallet_after),
    state: row.state as PurchaseState,
    cancelled: row.ending === "cancelled",
    placedAt: new Date(Number(row.placed_ms)),
    deadlineAt: new Date(Number(row.deadline_ms)),
    settledAt: instantOf(row.settled_ms),
    outcome: row.outcome,
  };
}
