import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { resellerNotes } from "#db/schema/account";
import { nameActors } from "#lib/audit/actor-names";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, formatActor, requireAdmin } from "#lib/core/context";
import { getViolatedConstraint } from "#lib/core/database-error";
import { notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";

export const AddResellerNoteInput = z.object({
  resellerId: Id,
  text: z.string().trim().min(1, "Enter a note.").max(2000, "Use at most 2,000 characters."),
});
export type AddResellerNoteInput = z.infer<typeof AddResellerNoteInput>;

/** Adds a note about a reseller for other admins. Admins only. @throws not_found */
export async function addResellerNote(ctx: Ctx, input: AddResellerNoteInput): Promise<void> {
  requireAdmin(ctx, "answer");
  const { resellerId, text } = AddResellerNoteInput.parse(input);
  try {
    await inTransaction(ctx, async (tx) => {
      await tx.db.insert(resellerNotes).values({ resellerId, text, author: formatActor(tx.actor) });
      await recordAudit(tx, {
        action: "reseller.noted",
        subject: "account",
        subjectId: resellerId,
        resellerId,
        after: { text },
      });
    });
  } catch (error) {
    if (getViolatedConstraint(error)?.startsWith("reseller_notes_reseller_id"))
      throw notFoundError("reseller");
    throw error;
  }
}

export interface ResellerNoteView {
  id: number;
  text: string;
  /** A person's name. */
  author: string;
  at: Date;
}

/** Lists the notes about a reseller, newest first. Admins only. */
export async function listResellerNotes(
  ctx: Ctx,
  { resellerId }: { resellerId: number },
): Promise<ResellerNoteView[]> {
  requireAdmin(ctx);
  const { id, text, author, at } = resellerNotes;
  const rows = await ctx.db
    .select({ id, text, author, at })
    .from(resellerNotes)
    .where(eq(resellerNotes.resellerId, resellerId))
    .orderBy(desc(id))
    .limit(50);
  return nameActors(ctx, rows, "author");
}
