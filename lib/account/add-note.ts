import { z } from "zod";
import { inTransaction } from "#db/client";
import { resellerNotes } from "#db/schema/account";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { actorName, type Ctx, requireAdmin } from "#lib/core/context";
import { brokenConstraint, notFound } from "#lib/core/error";

export const AddNoteInput = z.object({
  resellerId: Id,
  text: z.string().trim().min(1, "Write something.").max(2000, "Use at most 2,000 characters."),
});
export type AddNoteInput = z.infer<typeof AddNoteInput>;

/** Writes down something about a reseller that other admins should know. Admins only. @throws not_found */
export async function addNote(ctx: Ctx, input: AddNoteInput): Promise<void> {
  requireAdmin(ctx);
  const { resellerId, text } = AddNoteInput.parse(input);
  try {
    await inTransaction(ctx, async (tx) => {
      await tx.db.insert(resellerNotes).values({ resellerId, text, author: actorName(tx.actor) });
      await record(tx, {
        action: "reseller.noted",
        subject: "account",
        subjectId: resellerId,
        resellerId,
        after: { text },
      });
    });
  } catch (error) {
    if (brokenConstraint(error)?.startsWith("reseller_notes_reseller_id")) throw notFound("reseller");
    throw error;
  }
}
