import { desc, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { resellerNotes } from "#db/schema/account";
import { actorNames } from "#lib/audit/actor-names";
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
  requireAdmin(ctx, "answer");
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

export interface NoteView {
  id: number;
  text: string;
  /** A person's name. */
  author: string;
  at: Date;
}

/** What admins wrote down about a reseller, newest first. Admins only. */
export async function listNotes(ctx: Ctx, { resellerId }: { resellerId: number }): Promise<NoteView[]> {
  requireAdmin(ctx);
  const { id, text, author, at } = resellerNotes;
  const rows = await ctx.db
    .select({ id, text, author, at })
    .from(resellerNotes)
    .where(eq(resellerNotes.resellerId, resellerId))
    .orderBy(desc(id))
    .limit(50);
  const names = await actorNames(
    ctx,
    rows.map((row) => row.author),
  );
  return rows.map((row) => ({ ...row, author: names.get(row.author) ?? row.author }));
}
