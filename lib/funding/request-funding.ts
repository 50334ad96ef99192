import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { fundingImages, fundingRequests } from "#db/schema/funding";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError } from "#lib/core/error";
import { FormRef, requireSameContent } from "#lib/core/form-ref";
import { Amount } from "#lib/core/money/amount";
import { redrawImage } from "#lib/drawing/image";
import { lockWallet } from "#lib/ledger/lock-wallet";

export const RequestFundingInput = z.object({
  /** Comes with the form: the same ref is the same request. */
  ref: FormRef,
  amount: Amount,
  bankReference: z
    .string("Enter the bank’s reference.")
    .trim()
    .min(3, "Enter the bank’s reference.")
    .max(100, "Use at most 100 characters."),
});
export type RequestFundingInput = z.input<typeof RequestFundingInput>;

const MAX_PENDING_REQUESTS = 5;
/** Large enough to read a bank's small print. */
const MAX_IMAGE_SIDE_PX = 1600;

/**
 * Asks for a payment to be credited to the acting reseller's wallet, with an image of it if they have one.
 * @throws invalid; ref_reused; conflict while five wait; rate_limited while another image of theirs is read.
 * @returns its number, the same for the same ref.
 */
export async function requestFunding(
  ctx: Ctx,
  input: RequestFundingInput,
  picture: Uint8Array | null = null,
): Promise<number> {
  const { id } = requireReseller(ctx);
  const wanted = RequestFundingInput.parse(input);
  const existing = await findFundingByRef(ctx, id, wanted);
  if (existing !== undefined) return existing;
  await requireFewPending(ctx, id);
  // An image is costly to read, so this comes after the other checks.
  const size = {
    width: MAX_IMAGE_SIDE_PX,
    height: MAX_IMAGE_SIDE_PX,
    fit: "inside",
    withoutEnlargement: true,
  } as const;
  const bytes = picture && (await redrawImage({ ...ctx, owner: `${id}` }, picture, size));
  return inTransaction(ctx, async (tx) => {
    await lockWallet(tx, id);
    const meanwhile = await findFundingByRef(tx, id, wanted);
    if (meanwhile !== undefined) return meanwhile;
    await requireFewPending(tx, id);
    return insertFundingRequest(tx, id, wanted, bytes);
  });
}

/** The number of the request with this ref. @throws ref_reused when it is about another transfer */
async function findFundingByRef(
  ctx: Ctx,
  resellerId: number,
  { ref, amount, bankReference }: z.output<typeof RequestFundingInput>,
): Promise<number | undefined> {
  const [same] = await ctx.db
    .select({
      id: fundingRequests.id,
      amount: fundingRequests.amount,
      bankReference: fundingRequests.bankReference,
    })
    .from(fundingRequests)
    .where(and(eq(fundingRequests.resellerId, resellerId), eq(fundingRequests.ref, ref)));
  if (same)
    requireSameContent(
      same,
      { amount, bankReference },
      "This form already reported another bank transfer. Reload the page and try again.",
    );
  return same?.id;
}

/** @throws conflict while too many wait for review */
async function requireFewPending(ctx: Ctx, resellerId: number): Promise<void> {
  const pending = and(eq(fundingRequests.resellerId, resellerId), eq(fundingRequests.state, "pending"));
  if ((await ctx.db.$count(fundingRequests, pending)) < MAX_PENDING_REQUESTS) return;
  throw conflictError(
    `${MAX_PENDING_REQUESTS} of your bank transfers are in review. Wait until one is reviewed, then send this again.`,
  );
}

async function insertFundingRequest(
  ctx: Ctx,
  resellerId: number,
  wanted: z.output<typeof RequestFundingInput>,
  bytes: Buffer | null,
): Promise<number> {
  const [request] = await ctx.db
    .insert(fundingRequests)
    .values({ ...wanted, resellerId })
    .returning({ id: fundingRequests.id });
  if (!request) throw new Error("The insert of a funding request returned no row.");
  if (bytes) await ctx.db.insert(fundingImages).values({ requestId: request.id, bytes });
  const { amount, bankReference } = wanted;
  await recordAudit(ctx, {
    action: "funding.requested",
    subject: "funding",
    subjectId: request.id,
    resellerId,
    after: { amount, bankReference, picture: bytes !== null },
  });
  return request.id;
}
