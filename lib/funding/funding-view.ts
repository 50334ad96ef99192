import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Minor } from "#lib/core/money";

/** A reseller's request to have a payment put into their wallet. */
export interface FundingView {
  id: number;
  /** In minor units. */
  amount: Minor;
  bankReference: string;
  state: "pending" | "approved" | "refused";
  /** Why it was refused. */
  reason: string | null;
  /** Whether there is a picture of the payment. */
  picture: boolean;
  askedAt: Date;
  decidedAt: Date | null;
}

export type FundingRow = Record<"id" | "amount" | "bank_reference" | "state" | "asked_ms", string> &
  Record<"reason" | "decided_ms", string | null> & { picture: boolean };

/** The select list that `fromFundingRow` reads, of `funding_requests p`. */
export const fundingColumns: SQL = sql`p.id, p.amount, p.bank_reference, p.state, p.reason,
  (extract(epoch from p.asked_at) * 1000)::bigint as asked_ms, (extract(epoch from p.decided_at) * 1000)::bigint as decided_ms,
  exists (select from funding_pictures where request_id = p.id) as picture`;

export function fromFundingRow(row: FundingRow): FundingView {
  return {
    id: Number(row.id),
    amount: BigInt(row.amount),
    bankReference: row.bank_reference,
    state: row.state as FundingView["state"],
    reason: row.reason,
    picture: row.picture,
    askedAt: new Date(Number(row.asked_ms)),
    decidedAt: row.decided_ms === null ? null : new Date(Number(row.decided_ms)),
  };
}
