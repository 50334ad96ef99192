import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { staff, staffRoles } from "#db/schema/staff";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { Reason } from "#lib/core/reason";
import { ownerStays } from "../close-account.ts";
import { requireConfirmed } from "../password/confirm.ts";

export const GiveRoleInput = z.object({
  /** The admin's account. */
  id: Id,
  roleId: Id,
  /** `AdminView.version`; the command line knows of none. */
  version: z.coerce.number<string | number>().int().optional(),
  reason: Reason,
});
export type GiveRoleInput = z.input<typeof GiveRoleInput>;

/**
 * Gives an admin another role, which holds from their next request on; their sessions go on. Owners, and the operator's
 * command, which repairs whoever has none. The database keeps the last owner, and lets nobody give themselves a role.
 * @throws not_found; conflict for oneself, for the last owner, and when it changed meanwhile; invalid at `confirmPassword`
 */
export async function giveRole(ctx: Ctx, input: GiveRoleInput): Promise<void> {
  const actor = requireAdmin(ctx, "staff");
  const { id, roleId, version, reason } = GiveRoleInput.parse(input);
  if (actor.kind === "admin" && actor.id === id)
    throw new PortalError("conflict", "Nobody gives themselves a role. Ask another owner.");
  await requireConfirmed(ctx);
  await inTransaction(ctx, async (tx) => {
    const role = await heldRole(tx, roleId);
    const before = await roleOf(tx, id);
    if (version !== undefined && version !== (before.version ?? 0))
      throw await changedMeanwhile(tx, { subject: "account", subjectId: id });
    if (before.roleId === roleId) throw new PortalError("conflict", `${before.name} has this role already.`);
    const given = { roleId, givenBy: actor.kind === "admin" ? actor.id : null, givenAt: sql`now()` };
    await ownerStays(
      tx.db
        .insert(staff)
        .values({ id, ...given })
        .onConflictDoUpdate({ target: staff.id, set: { ...given, version: sql`${staff.version} + 1` } }),
    );
    await record(tx, {
      ...{ action: "admin.role", subject: "account", subjectId: id, reason },
      before: { role: before.role },
      after: { role: role.name },
    });
  });
}

/** A role that can be given, kept as it is until the transaction ends. */
export async function heldRole(ctx: Ctx, id: number) {
  const [role] = await ctx.db
    .select()
    .from(staffRoles)
    .where(and(eq(staffRoles.id, id), isNull(staffRoles.removedAt)))
    .for("share");
  if (!role) throw notFound("role");
  return role;
}

async function roleOf(ctx: Ctx, id: number) {
  const [account] = await ctx.db
    .select({ name: accounts.name })
    .from(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.role, "admin"), isNull(accounts.closedAt)))
    .for("update");
  if (!account) throw notFound("admin");
  const [has] = await ctx.db
    .select({ roleId: staff.roleId, version: staff.version, role: staffRoles.name })
    .from(staff)
    .innerJoin(staffRoles, eq(staffRoles.id, staff.roleId))
    .where(eq(staff.id, id));
  return {
    name: account.name,
    roleId: has?.roleId ?? null,
    version: has?.version ?? null,
    role: has?.role ?? null,
  };
}
