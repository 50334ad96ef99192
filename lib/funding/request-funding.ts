import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { fundingPictures, fundingRequests } from "#db/schema/funding";
import { wallets } from "#db/schema/ledger";
import { record } from "#lib/audit/record";
import { Amount } from "#lib/core/amount";
import { type Ctx, requireReseller } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { redraw } from "#lib/core/picture";

export const RequestFundingInput = z.object({
  /** Comes with the form: the same ref is the same request. */
  ref: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/),
  amount: Amount,
  bankReference: z
    .string("Type the bank's reference.")
    .trim()
    .min(3, "Type the bank's reference.")
    .max(100, "Use at most 100 characters."),
});
export type RequestFundingInput = z.input<typeof RequestFundingInput>;

const MOST_PENDING = 5;
/** Large enough to read a bank's small print. */
const SIDE = 1600;

/**
 * Asks for a payment to be credited to the acting reseller's wallet, with a picture of it if they have one.
 * @throws invalid; conflict while five wait; rate_limited while another picture of theirs is read. @returns its number, the same for the same ref.
 */
export async function requestFunding(
  ctx: Ctx,
  input: RequestFundingInput,
  picture: Uint8Array | null = null,
): Promise<number> {
  const { id } = requireReseller(ctx);
  const wanted = RequestFundingInput.parse(input);
  const known = await knownOf(ctx, id, wanted.ref);
  if (known !== undefined) return known;
  // A picture is costly to read, so this comes after the other checks.
  const size = { width: SIDE, height: SIDE, fit: "inside", withoutEnlargement: true } as const;
  const bytes = picture && (await redraw(id, picture, size));
  return inTransaction(ctx, async (tx) => {
    await tx.db.select().from(wallets).where(eq(wallets.resellerId, id)).for("update");
    return (await knownOf(tx, id, wanted.ref)) ?? insert(tx, id, wanted, bytes);
  });
}

/** The number of the request that already has this ref. @throws conflict when there is none and too many others wait. */
async function knownOf(ctx: Ctx, resellerId: number, ref: string): Promise<number | undefined> {
  const mine = eq(fundingRequests.resellerId, resellerId);
  const [same] = await ctx.db
    .select({ id: fundingRequests.id })
    .from(fundingRequests)
    .where(and(mine, eq(fundingRequests.ref, ref)));
  if (same) return same.id;
  if ((await ctx.db.$count(fundingRequests, and(mine, eq(fundingRequests.state, "pending")))) < MOST_PENDING)
    return undefined;
  const words = `${MOST_PENDING} of your payments wait to be looked at. Wait for these first.`;
  throw new PortalError("conflict", words);
}

async function insert(
  ctx: Ctx,
  resellerId: number,
  wanted: z.output<typeof RequestFundingInput>,
  bytes: Buffer | null,
): Promise<number> {
  const [asked] = await ctx.db
    .insert(fundingRequests)
    .values({ ...wanted, resellerId })
    .returning({ id: fundingRequests.id });
  if (!asked) throw new Error("A funding request was not written.");
  if (bytes) await ctx.db.insert(fundingPictures).values({ requestId: asked.id, bytes });
  const { amount, bankReference } = wanted;
  await record(ctx, {
    action: "funding.asked",
    subject: "funding",
    subjectId: asked.id,
    resellerId,
    after: { amount, bankReference, picture: bytes !== null },
  });
  return asked.id;
}
