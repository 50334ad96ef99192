import { and, count, eq, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { staff, staffRoles } from "#db/schema/staff";
import { endApprovalRequests, type PendingApproval, runOrRequestApproval } from "#lib/audit/approval-request";
import { explainConflict } from "#lib/audit/explain-conflict";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { getViolatedConstraint } from "#lib/core/database-error";
import { notFoundError, PortalError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { ALL_PERMISSIONS, addsPermissions, getRolePermissions, type Permission } from "#lib/core/permission";
import { Reason } from "#lib/core/text/reason";

export interface RoleView {
  id: number;
  name: string;
  builtIn: (typeof staffRoles.$inferSelect)["builtIn"];
  permissions: Permission[];
  version: number;
  /** Number of admins with this role. */
  people: number;
}

/** Lists the assignable roles, built-in ones first. Admins only. */
export async function listRoles(ctx: Ctx): Promise<RoleView[]> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select({ role: staffRoles, people: count(accounts.id) })
    .from(staffRoles)
    .leftJoin(staff, eq(staff.roleId, staffRoles.id))
    .leftJoin(accounts, and(eq(accounts.id, staff.id), isNull(accounts.closedAt)))
    .where(isNull(staffRoles.removedAt))
    .groupBy(staffRoles.id)
    .orderBy(staffRoles.id);
  return rows.map(({ role: { id, name, builtIn, version, permissions }, people }) => ({
    id,
    name,
    builtIn,
    version,
    people,
    permissions: getRolePermissions({ owner: builtIn === "owner", permissions }),
  }));
}

/** Permissions that a custom role can have; each role includes `see`, and only owners have `staff`. */
export const GRANTABLE_PERMISSIONS = ALL_PERMISSIONS.filter(
  (permission) => permission !== "see" && permission !== "staff",
);

export const SaveRoleInput = z.object({
  /** The role to change; absent for a new one. */
  id: Id.optional(),
  version: z.coerce.number<string | number>().int().optional(),
  name: z.string("Enter a name.").trim().min(1, "Enter a name.").max(40, "Use at most 40 characters."),
  permissions: z
    .union([z.string().transform((permission) => [permission]), z.array(z.string())])
    .default([])
    .pipe(z.array(z.enum(GRANTABLE_PERMISSIONS as [Permission, ...Permission[]], "Choose from the list."))),
  reason: Reason,
});
export type SaveRoleInput = z.input<typeof SaveRoleInput>;

/**
 * Creates or changes a custom role; a change holds from its admins' next request. A change that adds
 * permission to move money awaits another owner's approval, where there is one. Owners only.
 * @throws not_found; conflict at `name`, and when it changed meanwhile; invalid at `confirmPassword`
 */
export async function saveRole(ctx: Ctx, input: SaveRoleInput): Promise<RoleView["id"] | PendingApproval> {
  requireAdmin(ctx, "staff");
  const wanted = SaveRoleInput.parse(input);
  await requireConfirmation(ctx);
  return inTransaction(ctx, async (tx) => {
    const { id, version = 0, name, reason } = wanted;
    const before = id === undefined ? undefined : await lockCustomRole(tx, { id, version });
    const permissions = addSeePermission(wanted.permissions);
    if (
      !before ||
      !addsPermissions(getRolePermissions({ owner: false, permissions: before.permissions }), permissions)
    )
      return applyRolePermissions(tx, wanted);
    const change = {
      kind: "settings" as const,
      reason,
      about: `role ${before.id}`,
      subject: { subject: "role", subjectId: before.id },
      facts: {
        before: { role: before.name, permissions: before.permissions },
        after: { role: name, permissions },
      },
      input: { change: "permissions" as const, wanted },
    };
    return runOrRequestApproval(tx, change, (tx) => applyRolePermissions(tx, wanted));
  });
}

const addSeePermission = (chosen: readonly Permission[]): Permission[] => [
  "see",
  ...GRANTABLE_PERMISSIONS.filter((permission) => chosen.includes(permission)),
];

/** Saves the role after the caller's permission checks. Throws as `saveRole` does. In its transaction. */
export async function applyRolePermissions(ctx: Ctx, input: unknown): Promise<RoleView["id"]> {
  const { id, version = 0, name, permissions: chosen, reason } = SaveRoleInput.parse(input);
  const wanted = { name, permissions: addSeePermission(chosen) };
  const before = id === undefined ? undefined : await lockCustomRole(ctx, { id, version });
  const [saved] = await guardRoleName(
    before
      ? ctx.db
          .update(staffRoles)
          .set({ ...wanted, version: version + 1 })
          .where(eq(staffRoles.id, before.id))
          .returning({ id: staffRoles.id })
      : ctx.db.insert(staffRoles).values(wanted).returning({ id: staffRoles.id }),
    name,
  );
  if (!saved) throw new Error("A role was not written.");
  await recordAudit(ctx, {
    action: before ? "role.changed" : "role.made",
    subject: "role",
    subjectId: saved.id,
    reason,
    before: before && { role: before.name, permissions: before.permissions },
    after: { role: name, permissions: wanted.permissions },
  });
  return saved.id;
}

export const RemoveRoleInput = z.object({
  id: Id,
  version: z.coerce.number<string | number>().int(),
  reason: Reason,
});
export type RemoveRoleInput = z.input<typeof RemoveRoleInput>;

/** Removes an unused role. Owners only. @throws not_found; conflict while it is used, or if it changed */
export async function removeRole(ctx: Ctx, input: RemoveRoleInput): Promise<void> {
  requireAdmin(ctx, "staff");
  const { id, version, reason } = RemoveRoleInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await lockCustomRole(tx, { id, version });
    const [held] = await tx.db
      .select({ name: accounts.name })
      .from(staff)
      .innerJoin(accounts, eq(accounts.id, staff.id))
      .where(and(eq(staff.roleId, id), isNull(accounts.closedAt)))
      .limit(1);
    if (held) throw new PortalError("conflict", `${held.name} has this role. Give them another one first.`);
    await tx.db.update(staffRoles).set({ removedAt: sql`now()` }).where(eq(staffRoles.id, id));
    await endApprovalRequests(tx, "settings", `role ${id}`);
    await recordAudit(tx, {
      action: "role.removed",
      subject: "role",
      subjectId: id,
      reason,
      before: { role: before.name, permissions: before.permissions },
      after: { role: null },
    });
  });
}

/** Locks a custom role at the form's version. Part of its caller's transaction. */
async function lockCustomRole(ctx: Ctx, { id, version }: { id: number; version: number }) {
  const [role] = await ctx.db
    .select()
    .from(staffRoles)
    .where(and(eq(staffRoles.id, id), isNull(staffRoles.builtIn), isNull(staffRoles.removedAt)))
    .for("update");
  if (!role) throw notFoundError("role");
  if (role.version !== version) throw await explainConflict(ctx, { subject: "role", subjectId: id });
  return role;
}

async function guardRoleName<T>(change: PromiseLike<T>, name: string): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (getViolatedConstraint(error) !== "staff_roles_name") throw error;
    const message = `A role named ${name} already exists. Enter another name.`;
    throw new PortalError("conflict", message, { fields: { name: [message] }, cause: error });
  }
}

/** Lists the names of owners, whom an admin can ask for a role. */
export async function listOwnerNames(ctx: Ctx): Promise<string[]> {
  if (ctx.actor.kind !== "admin") requireAdmin(ctx);
  const self = ctx.actor.kind === "admin" ? ctx.actor.id : 0;
  const rows = await ctx.db
    .select({ name: accounts.name })
    .from(accounts)
    .innerJoin(staff, eq(staff.id, accounts.id))
    .innerJoin(staffRoles, eq(staffRoles.id, staff.roleId))
    .where(and(eq(staffRoles.builtIn, "owner"), isNull(accounts.closedAt), ne(accounts.id, self)))
    .orderBy(accounts.id)
    .limit(5);
  return rows.map(({ name }) => name);
}
