import { and, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { fundingImages, fundingRequests } from "#db/schema/funding";
import { type Ctx, requireReader, requireReseller } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";

const p = alias(fundingRequests, "p");

/** The columns of a view of a funding request, selected from `funding_requests p`. */
export const fundingColumns = {
  id: p.id,
  /** In minor units. */
  amount: p.amount,
  bankReference: p.bankReference,
  state: p.state,
  reason: p.reason,
  picture: sql<boolean>`exists (select from funding_images where request_id = p.id)`,
  requestedAt: p.requestedAt,
  decidedAt: p.decidedAt,
};

export type FundingView = Awaited<ReturnType<typeof listFundingRequests>>[number];

/** The acting reseller's last twenty funding requests, newest first. */
export async function listFundingRequests(ctx: Ctx) {
  const { id } = requireReseller(ctx);
  return ctx.db.select(fundingColumns).from(p).where(eq(p.resellerId, id)).orderBy(desc(p.id)).limit(20);
}

/** A payment's image as WebP, for the reseller who sent it and admins who may see it. @throws not_found */
export async function getFundingImage(ctx: Ctx, input: { id: number }): Promise<Uint8Array> {
  const reader = requireReader(ctx);
  const isOwner = reader.kind === "reseller" ? eq(fundingRequests.resellerId, reader.id) : undefined;
  const [found] = await ctx.db
    .select({ bytes: fundingImages.bytes })
    .from(fundingImages)
    .innerJoin(fundingRequests, eq(fundingRequests.id, fundingImages.requestId))
    .where(and(eq(fundingImages.requestId, input.id), isOwner));
  if (!found) throw notFoundError("image");
  return found.bytes;
}
