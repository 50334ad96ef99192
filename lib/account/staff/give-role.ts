import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { staff, staffRoles } from "#db/schema/staff";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { orPropose, type Waiting } from "#lib/audit/second-admin";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { notFound, PortalError } from "#lib/core/error";
import { permissionsOf, raises } from "#lib/core/permission";
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
 * Gives an admin another role, which holds from their next request on; their sessions go on. One by which they move money or
 * give roles waits for another owner, where there is one. Owners, and the operator's command, which repairs whoever has none.
 * The database keeps the last owner, and lets nobody give themselves a role.
 * @throws not_found; conflict for oneself, for the last owner, and when it changed meanwhile; invalid at `confirmPassword`
 */
export async function giveRole(ctx: Ctx, input: GiveRoleInput): Promise<Waiting | undefined> {
  const actor = requireAdmin(ctx, "staff");
  const { id, roleId, version, reason } = GiveRoleInput.parse(input);
  if (actor.kind === "admin" && actor.id === id)
    throw new PortalError("conflict", "Nobody gives themselves a role. Ask another owner.");
  await requireConfirmed(ctx);
  return inTransaction(ctx, async (tx) => {
    const role = await heldRole(tx, roleId);
    const before = await roleOf(tx, id);
    const wanted = { id, roleId, version: version ?? before.version, reason };
    if (!raises(before.permissions, role.permissions)) return putRole(tx, wanted);
    const change = {
      ...{ kind: "settings" as const, reason, about: `staff ${id}` },
      subject: { subject: "account", subjectId: id },
      facts: { before: { role: before.role }, after: { role: role.name } },
      input: { change: "role", ...wanted },
    };
    return orPropose(tx, change, (tx) => putRole(tx, wanted));
  });
}

/** Gives it; the caller has checked the rights. Throws what `giveRole` does. Part of its transaction. */
export async function putRole(ctx: Ctx, input: unknown): Promise<undefined> {
  const { id, roleId, version, reason } = GiveRoleInput.required().parse(input);
  const role = await heldRole(ctx, roleId);
  const before = await roleOf(ctx, id);
  if (version !== before.version) throw await changedMeanwhile(ctx, { subject: "account", subjectId: id });
  if (before.roleId === roleId) throw new PortalError("conflict", `${before.name} has this role already.`);
  const givenBy = ctx.actor.kind === "admin" ? ctx.actor.id : null;
  const given = { roleId, givenBy, givenAt: sql`now()` };
  await ownerStays(
    ctx.db
      .insert(staff)
      .values({ id, ...given })
      .onConflictDoUpdate({ target: staff.id, set: { ...given, version: sql`${staff.version} + 1` } }),
  );
  await record(ctx, {
    ...{ action: "admin.role", subject: "account", subjectId: id, reason },
    before: { role: before.role },
    after: { role: role.name },
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
  return { ...role, permissions: heldPermissions(role) };
}

const heldPermissions = ({
  builtIn,
  permissions,
}: Pick<typeof staffRoles.$inferSelect, "builtIn" | "permissions">) =>
  permissionsOf({ owner: builtIn === "owner", permissions });

async function roleOf(ctx: Ctx, id: number) {
  const [account] = await ctx.db
    .select({ name: accounts.name })
    .from(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.role, "admin"), isNull(accounts.closedAt)))
    .for("update");
  if (!account) throw notFound("admin");
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
    permissions: has ? heldPermissions(has.role) : [],
  };
}
