import { eq } from "drizzle-orm";
import { z } from "zod";
import { purchases } from "#db/schema/purchase";
import { record } from "#lib/audit/record";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound } from "#lib/core/error";

export const NoteInput = z.object({
  ident: z.string().max(40),
  text: z.string().trim().min(1, "Write something first.").max(2_000, "At most 2,000 characters."),
});
export type NoteInput = z.infer<typeof NoteInput>;

/** The action under which notes stand in a purchase's audit records. */
export const NOTED = "purchase.noted";

/**
 * Leaves a note on a purchase for other admins. It is an audit record like any other: who, when, never changed.
 * Admins only. @throws not_found.
 */
export async function note(ctx: Ctx, input: NoteInput): Promise<void> {
  requireAdmin(ctx, "answer");
  const { ident, text } = NoteInput.parse(input);
  const [purchase] = await ctx.db
    .select({ resellerId: purchases.resellerId })
    .from(purchases)
    .where(eq(purchases.ident, ident));
  if (!purchase) throw notFound("purchase");
  const { resellerId } = purchase;
  await record(ctx, { action: NOTED, subject: "purchase", subjectId: ident, resellerId, reason: text });
}
