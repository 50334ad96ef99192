import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { savedReplies } from "#db/schema/review";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalidError, notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { reasonSchema } from "#lib/core/text/reason";

/** A text to use again: a reply to a reseller (`text`) or a reason for the audit log. */
export interface SavedReply {
  id: number;
  field: "text" | "reason";
  text: string;
}

/** Maximum number of texts per field, which still fit under it. */
const MAX_REPLIES = 20;

/** Lists the saved replies of all admins, the oldest first, so that their keys stay the same. Admins only. */
export async function listSavedReplies(ctx: Ctx): Promise<SavedReply[]> {
  requireAdmin(ctx);
  const { id, field, text } = savedReplies;
  return ctx.db
    .select({ id, field, text })
    .from(savedReplies)
    .orderBy(asc(id))
    .limit(2 * MAX_REPLIES);
}

export const SaveReplyInput = z.object({
  field: z.enum(["text", "reason"], "Select where it is used."),
  text: reasonSchema({ ask: "Enter a text." }),
});
export type SaveReplyInput = z.input<typeof SaveReplyInput>;

/**
 * Saves a text for all admins. Signed-in admins only.
 * @throws invalid at `text` for a duplicate; conflict with too many.
 */
export async function saveReply(ctx: Ctx, input: SaveReplyInput): Promise<void> {
  const admin = requireAdmin(ctx, "answer");
  if (admin.kind !== "admin") throw new PortalError("forbidden", "Only admins can save replies.");
  const { field, text } = SaveReplyInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const saved = await tx.db
      .select({ text: savedReplies.text })
      .from(savedReplies)
      .where(eq(savedReplies.field, field));
    if (saved.some((reply) => reply.text === text)) throw invalidError("text", "This text is saved already.");
    if (saved.length >= MAX_REPLIES)
      throw new PortalError("conflict", `There are ${MAX_REPLIES} of these texts. Delete one first.`);
    const [made] = await tx.db
      .insert(savedReplies)
      .values({ ownerId: admin.id, field, text })
      .returning({ id: savedReplies.id });
    await recordAudit(tx, {
      action: "reply.saved",
      subject: "saved_reply",
      subjectId: made?.id ?? 0,
      after: { field },
    });
  });
}

export const DeleteReplyInput = z.object({ id: Id });
export type DeleteReplyInput = z.input<typeof DeleteReplyInput>;

/** Deletes a saved text. Admins only. @throws not_found */
export async function deleteReply(ctx: Ctx, input: DeleteReplyInput): Promise<void> {
  requireAdmin(ctx, "answer");
  const { id } = DeleteReplyInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const [gone] = await tx.db
      .delete(savedReplies)
      .where(eq(savedReplies.id, id))
      .returning({ field: savedReplies.field });
    if (!gone) throw notFoundError("reply");
    await recordAudit(tx, {
      action: "reply.deleted",
      subject: "saved_reply",
      subjectId: id,
      before: { field: gone.field },
    });
  });
}

/** Facts of an item that a saved text may name in braces. */
export type ReplyFacts = Partial<Record<"number" | "plan" | "price" | "reseller", string>>;

/** Fills in the facts: "{plan} for {number}" → "1 GB SME, 30 Days for 0803 123 4567". Others stay. */
export const fillReply = (text: string, facts: ReplyFacts): string =>
  text.replace(
    /\{(number|plan|price|reseller)\}/g,
    (name) => facts[name.slice(1, -1) as keyof ReplyFacts] ?? name,
  );
