import { and, eq } from "drizzle-orm";
import { fundingPictures, fundingRequests } from "#db/schema/funding";
import { type Ctx, requirePerson } from "#lib/core/context";
import { notFound } from "#lib/core/error";

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
