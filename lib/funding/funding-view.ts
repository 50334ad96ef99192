import { and, eq, type SQL, sql } from "drizzle-orm";
import { fundingPictures, fundingRequests } from "#db/schema/funding";
import { type Ctx, requirePerson, requireReseller } from "#lib/core/context";
import { notFound } from "#lib/core/error";
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

/** The acting reseller's last twenty funding requests, newest first. */
export async function ownFunding(ctx: Ctx): Promise<FundingView[]> {
  const { id } = requireReseller(ctx);
  const rows = await ctx.db.execute<FundingRow>(sql`
    select ${fundingColumns} from funding_requests p where p.reseller_id = ${id} order by p.id desc limit 20`);
  return rows.map(fromFundingRow);
}

/** The picture of a payment as WebP: for the reseller who sent it, and for admins. @throws not_found */
export async function fundingPicture(ctx: Ctx, input: { id: number }): Promise<Uint8Array> {
  const person = requirePerson(ctx);
  const mine = person.kind === "reseller" ? eq(fundingRequests.resellerId, person.id) : undefined;
  const [found] = await ctx.db
    .select({ bytes: fundingPictures.bytes })
    .from(fundingPictures)
    .innerJoin(fundingRequests, eq(fundingRequests.id, fundingPictures.requestId))
    .where(and(eq(fundingPictures.requestId, input.id), mine));
  if (!found) throw notFound("picture");
  return found.bytes;
}
