import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { staff, staffRoles } from "#db/schema/staff";
import { guardLastOwner } from "#lib/account/close-account";
import { type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { addsPermissions, getRolePermissions } from "#lib/core/permission";
import { Reason } from "#lib/core/text/reason";

export const GiveRoleInput = z.object({
  /** The admin's account. */
  id: Id,
  roleId: Id,
  /** `AdminView.version`; absent on the command line. */
  version: z.coerce.number<string | number>().int().optional(),
  reason: Reason,
});
export type GiveRoleInput = z.input<typeof GiveRoleInput>;

/**
 * Gives an admin another role, which holds from their next request; their sessions stay open. A role that
 * may move money or give roles awaits another owner's approval, where there is one. Owners, and the
 * operator's command for an admin without a role. The database protects the last owner and prevents admins
 * from giving themselves a role.
 * @throws not_found; conflict for the acting admin, for the last owner, and when it changed meanwhile;
 * invalid at `confirmPassword`
 */
export async function giveRole(ctx: Ctx, input: GiveRoleInput): Promise<PendingApproval | undefined> {
  const actor = requireAdmin(ctx, "staff");
  const { id, roleId, version, reason } = GiveRoleInput.parse(input);
  if (actor.kind === "admin" && actor.id === id)
    throw new PortalError("conflict", "You can’t change your own role. Ask another owner.");
  await requireConfirmation(ctx);
  return inTransaction(ctx, async (tx) => {
    const role = await lockRole(tx, roleId);
    const before = await getAdminRole(tx, id);
    const wanted = { id, roleId, version: version ?? before.version, reason };
    if (!addsPermissions(before.permissions, role.permissions)) return applyRole(tx, wanted);
    const change = {
      kind: "settings" as const,
      reason,
      about: `staff ${id}`,
      subject: { subject: "account", subjectId: id },
      facts: { before: { role: before.role }, after: { role: role.name } },
      input: { change: "role" as const, wanted },
    };
    return runOrRequestApproval(tx, change, (tx) => applyRole(tx, wanted));
  });
}

/** Applies the role after the caller's permission checks. Throws as `giveRole` does. In its transaction. */
export async function applyRole(ctx: Ctx, input: unknown): Promise<undefined> {
  const { id, roleId, version, reason } = GiveRoleInput.required().parse(input);
  const role = await lockRole(ctx, roleId);
  const before = await getAdminRole(ctx, id);
  if (version !== before.version) throw await explainConflict(ctx, { subject: "account", subjectId: id });
  if (before.roleId === roleId) throw new PortalError("conflict", `${before.name} has this role already.`);
  const grantedBy = ctx.actor.kind === "admin" ? ctx.actor.id : null;
  const grant = { roleId, grantedBy, grantedAt: sql`now()` };
  await guardLastOwner(
    ctx.db
      .insert(staff)
      .values({ id, ...grant })
      .onConflictDoUpdate({ target: staff.id, set: { ...grant, version: sql`${staff.version} + 1` } }),
  );
  await recordAudit(ctx, {
    action: "admin.role",
    subject: "account",
    subjectId: id,
    reason,
    before: { role: before.role },
    after: { role: role.name },
  });
}

/** Locks an assignable role until the transaction ends. */
export async function lockRole(ctx: Ctx, id: number) {
  const [role] = await ctx.db
    .select()
    .from(staffRoles)
    .where(and(eq(staffRoles.id, id), isNull(staffRoles.removedAt)))
    .for("share");
  if (!role) throw notFoundError("role");
  return { ...role, permissions: getHeldPermissions(role) };
}

const getHeldPermissions = ({
  builtIn,
  permissions,
}: Pick<typeof staffRoles.$inferSelect, "builtIn" | "permissions">) =>
  getRolePermissions({ owner: builtIn === "owner", permissions });

async function getAdminRole(ctx: Ctx, id: number) {
  const [account] = await ctx.db
    .select({ name: accounts.name })
    .from(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.role, "admin"), isNull(accounts.closedAt)))
    .for("update");
  if (!account) throw notFoundError("admin");
  const [has] = await ctx.db
    .select({ version: staff.version, role: staffRoles })
    .from(staff)
    .innerJoin(staffRoles, eq(staffRoles.id, staff.roleId))
    .where(eq(staff.id, id));
  return {
    name: account.name,
    roleId: has?.role.id ?? null,
    version: has?.version ?? 0,
    role: has?.role.name ?? null,
    permissions: has ? getHeldPermissions(has.role) : [],
  };
}
