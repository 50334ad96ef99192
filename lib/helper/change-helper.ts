import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { helpers } from "#db/schema/helper";
import { endPasswordLinks } from "#lib/account/password/password-link";
import { endAccountSessions } from "#lib/account/session/session";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireReseller } from "#lib/core/context";
import { conflictError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { HelperLimits, helperLimitColumns } from "./helper-limits.ts";

export const ChangeHelperInput = HelperLimits.extend({
  id: Id,
  /** The version that the form was made from. */
  version: z.coerce.number<string | number>().int(),
});
export type ChangeHelperInput = z.input<typeof ChangeHelperInput>;

/**
 * Changes the limits and permissions of the acting reseller's helper, from the next request on.
 * @throws not_found; conflict after another change; invalid at `confirmPassword`
 */
export async function changeHelper(ctx: Ctx, input: ChangeHelperInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { id, version, ...limits } = ChangeHelperInput.parse(input);
  await requireConfirmation(ctx);
  await inTransaction(ctx, async (tx) => {
    const { version: lastVersion, ...before } = await lockHelper(tx, { id, resellerId });
    if (lastVersion !== version) throw conflictError("This helper was just changed. Check it again.");
    await tx.db
      .update(helpers)
      .set({ ...limits, version: version + 1 })
      .where(eq(helpers.id, id));
    await recordAudit(tx, {
      ...{ action: "helper.changed", subject: "account", subjectId: id, resellerId },
      before,
      after: limits,
    });
  });
}

export const EndHelperInput = z.object({ id: Id });
export type EndHelperInput = z.input<typeof EndHelperInput>;

/**
 * Ends the access of the acting reseller's helper for good: their sessions and links end, and a purchase that
 * is placed at the same time is either complete before or rejected. Their purchases stay.
 * @throws not_found when it is another's or ended
 */
export async function endHelper(ctx: Ctx, input: EndHelperInput): Promise<void> {
  const { id: resellerId } = requireReseller(ctx);
  const { id } = EndHelperInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    await lockHelper(tx, { id, resellerId });
    await tx.db.update(accounts).set({ closedAt: sql`now()` }).where(eq(accounts.id, id));
    await endPasswordLinks(tx, id);
    const ended = await endAccountSessions(tx, id);
    await recordAudit(tx, {
      ...{ action: "helper.ended", subject: "account", subjectId: id, resellerId },
      before: { state: "active" },
      after: { state: "closed", sessionsEnded: ended.length },
    });
  });
}

/** Locks a helper with their account. @throws not_found when it is another's or ended */
async function lockHelper(ctx: Ctx, { id, resellerId }: { id: number; resellerId: number }) {
  const [helper] = await ctx.db
    .select({ ...helperLimitColumns, version: helpers.version })
    .from(helpers)
    .innerJoin(accounts, eq(accounts.id, helpers.id))
    .where(and(eq(helpers.id, id), eq(helpers.resellerId, resellerId), isNull(accounts.closedAt)))
    .for("no key update");
  if (!helper) throw notFoundError("helper");
  return helper;
}
