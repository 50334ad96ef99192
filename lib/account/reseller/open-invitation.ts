import { eq, type SQL } from "drizzle-orm";
import { z } from "zod";
import { accounts, resellers } from "#db/schema/account";
import { consumeAttempt } from "#lib/account/throttle";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError } from "#lib/core/error";
import { int, readRow } from "#lib/core/read-rows";

/** Invitations of one reseller in an hour: each may name an email address or a number of a stranger. */
const MAX_INVITATIONS_PER_HOUR = 20;

/**
 * Requires the acting reseller's password and a free attempt, before they invite a person. Outside of a transaction.
 * @throws invalid at `confirmPassword`; rate_limited
 */
export async function consumeInvitation(ctx: Ctx, kind: "helpers" | "agents"): Promise<void> {
  const { id } = requireReseller(ctx);
  await requireConfirmation(ctx, { code: true });
  await consumeAttempt(ctx, [{ name: `${kind}:${id}`, free: MAX_INVITATIONS_PER_HOUR }]);
}

/**
 * Locks the acting reseller, so that parallel invitations count each other, and returns their name. Part of its
 * caller's transaction.
 * @param open selects how many are invited or active
 * @throws conflict with `full` at the maximum
 */
export async function lockInviter(ctx: Ctx, { open, most, full }: { open: SQL; most: number; full: string }) {
  const { id } = requireReseller(ctx);
  const [inviter] = await ctx.db
    .select({ name: accounts.name })
    .from(resellers)
    .innerJoin(accounts, eq(accounts.id, resellers.id))
    .where(eq(resellers.id, id))
    .for("update", { of: resellers });
  const { count } = await readRow(ctx.db, z.object({ count: int }))`select (${open}) as count`;
  if (count >= most) throw conflictError(full);
  return inviter?.name ?? "";
}
