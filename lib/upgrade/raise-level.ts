import { eq, sql } from "drizzle-orm";
import { resellers } from "#db/schema/account";
import { recordAudit } from "#lib/audit/record-audit";
import type { Ctx, Level } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { LEVEL_LABELS } from "#lib/core/level-labels";

type ResellerRow = typeof resellers.$inferSelect;

/**
 * Locks the row of a reseller, before their wallet as a purchase does. Part of its caller's transaction.
 * @throws restricted for one who can't buy
 */
export async function lockActiveReseller(ctx: Ctx, resellerId: number): Promise<ResellerRow> {
  const [row] = await ctx.db.select().from(resellers).where(eq(resellers.id, resellerId)).for("update");
  if (!row) throw notFoundError("reseller");
  if (row.state !== "active")
    throw new PortalError("restricted", "Your account is restricted. Nothing was charged. Contact support.");
  return row;
}

/** Checks that a reseller still has the level that the form showed. @throws conflict */
export function requireLevel({ level }: ResellerRow, expected: Level): void {
  if (level === expected) return;
  throw new PortalError(
    "conflict",
    `Your level is ${LEVEL_LABELS[level]} now. Nothing was charged. Check the next level and try again.`,
  );
}

/** Sets the level of a locked reseller and records it. Part of its caller's transaction. */
export async function raiseLevel(
  ctx: Ctx,
  { id, level: before }: ResellerRow,
  level: Level,
  reason: string,
): Promise<void> {
  await ctx.db
    .update(resellers)
    .set({ level, version: sql`${resellers.version} + 1` })
    .where(eq(resellers.id, id));
  await recordAudit(ctx, {
    action: "reseller.level",
    subject: "reseller",
    subjectId: id,
    resellerId: id,
    reason,
    before: { level: before },
    after: { level },
  });
}
