import { eq } from "drizzle-orm";
import { z } from "zod";
import { purchases } from "#db/schema/purchase";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError } from "#lib/core/error";

export const AddPurchaseNoteInput = z.object({
  ident: z.string().max(40),
  text: z.string().trim().min(1, "Enter a note.").max(2_000, "Use at most 2,000 characters."),
});
export type AddPurchaseNoteInput = z.infer<typeof AddPurchaseNoteInput>;

export const NOTE_ACTION = "purchase.noted";

/**
 * Leaves a note on a purchase for other admins. It is an audit record like any other: who, when,
 * never changed. Admins only.
 * @throws not_found.
 */
export async function addPurchaseNote(ctx: Ctx, input: AddPurchaseNoteInput): Promise<void> {
  requireAdmin(ctx, "answer");
  const { ident, text } = AddPurchaseNoteInput.parse(input);
  const [purchase] = await ctx.db
    .select({ resellerId: purchases.resellerId })
    .from(purchases)
    .where(eq(purchases.ident, ident));
  if (!purchase) throw notFoundError("purchase");
  const { resellerId } = purchase;
  await recordAudit(ctx, {
    action: NOTE_ACTION,
    subject: "purchase",
    subjectId: ident,
    resellerId,
    reason: text,
  });
}
