import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { REVIEW_KINDS, reviewAssignments } from "#db/schema/review";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { invalidError } from "#lib/core/error";

export const AssignReviewItemInput = z.object({
  kind: z.enum(REVIEW_KINDS),
  /** The ident of its purchase, or its id. */
  item: z.string().regex(/^[A-Z0-9]{1,40}$/),
  /** The admin's id; empty to release the item. */
  to: z
    .string()
    .regex(/^\d{0,15}$/, "Select an admin.")
    .default(""),
});
export type AssignReviewItemInput = z.input<typeof AssignReviewItemInput>;

interface Assignment {
  assignee: { id: number; name: string } | undefined;
  /** The id of the admin who had it before. */
  previous: number | null;
}

/**
 * Assigns an item of the review queue to an admin, or releases it. It locks nothing: other admins see it and
 * may still decide the item. Admins only.
 * @returns the names and ids to say so and to undo it. @throws invalid at `to`
 */
export async function assignReviewItem(ctx: Ctx, input: AssignReviewItemInput): Promise<Assignment> {
  requireAdmin(ctx);
  const { kind, item, to } = AssignReviewItemInput.parse(input);
  return inTransaction(ctx, async (tx) => {
    const assignee = to === "" ? undefined : await findAdmin(tx, Number(to));
    const isItem = and(eq(reviewAssignments.kind, kind), eq(reviewAssignments.item, item));
    const [before] = await tx.db.delete(reviewAssignments).where(isItem).returning();
    if (assignee)
      await tx.db
        .insert(reviewAssignments)
        .values({ kind, item, adminId: assignee.id })
        .onConflictDoUpdate({
          target: [reviewAssignments.kind, reviewAssignments.item],
          set: { adminId: assignee.id },
        });
    await recordAudit(tx, {
      action: assignee ? "review.assigned" : "review.released",
      subject: "review_item",
      subjectId: item,
      before: { assignee: before?.adminId ?? null },
      after: { kind, assignee: assignee?.id ?? null },
    });
    return { assignee, previous: before?.adminId ?? null };
  });
}

/** Finds an admin whose account is open. @throws invalid at `to` */
async function findAdmin(ctx: Ctx, id: number): Promise<{ id: number; name: string }> {
  const [admin] = await ctx.db
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.role, "admin"), isNull(accounts.closedAt)));
  if (!admin) throw invalidError("to", "Select an admin.");
  return admin;
}
