import { and, count, eq, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts } from "#db/schema/account";
import { staff, staffRoles } from "#db/schema/staff";
import { changedMeanwhile } from "#lib/audit/changed-meanwhile";
import { record } from "#lib/audit/record";
import { endProposals, orPropose, type Waiting } from "#lib/audit/second-admin";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { brokenConstraint, notFound, PortalError } from "#lib/core/error";
import { ALL_PERMISSIONS, type Permission, permissionsOf, raises } from "#lib/core/permission";
import { Reason } from "#lib/core/reason";
import { requireConfirmed } from "../password/confirm.ts";

export interface RoleView {
  id: number;
  name: string;
  builtIn: (typeof staffRoles.$inferSelect)["builtIn"];
  permissions: Permission[];
  version: number;
  /** How many who run the portal have it. */
  people: number;
}

/** The roles that can be given, those that are built in first. Admins only. */
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
    ...{ id, name, builtIn, version, people },
    permissions: permissionsOf({ owner: builtIn === "owner", permissions }),
  }));
}

/** What a role can be made of: seeing is part of each, and giving roles is the owners'. */
export const CHOICES = ALL_PERMISSIONS.filter((one) => one !== "see" && one !== "staff");

export const SaveRoleInput = z.object({
  /** The role that changes; left out for a new one. */
  id: Id.optional(),
  version: z.coerce.number<string | number>().int().optional(),
  name: z.string("Give it a name.").trim().min(1, "Give it a name.").max(40, "Use at most 40 characters."),
  permissions: z
    .union([z.string().transform((one) => [one]), z.array(z.string())])
    .default([])
    .pipe(z.array(z.enum(CHOICES as [Permission, ...Permission[]], "Choose from the list."))),
  reason: Reason,
});
export type SaveRoleInput = z.input<typeof SaveRoleInput>;

/**
 * Makes a role of the operator's own, or changes one: for whoever has it, from their next request on. One that is changed so
 * that it moves money waits for another owner, where there is one. Owners only.
 * @throws not_found; conflict at `name`, and when it changed meanwhile; invalid at `confirmPassword`
 */
export async function saveRole(ctx: Ctx, input: SaveRoleInput): Promise<RoleView["id"] | Waiting> {
  requireAdmin(ctx, "staff");
  const wanted = SaveRoleInput.parse(input);
  await requireConfirmed(ctx);
  return inTransaction(ctx, async (tx) => {
    const { id, version = 0, name, reason } = wanted;
    const before = id === undefined ? undefined : await ownRole(tx, { id, version });
    const permissions = withSee(wanted.permissions);
    if (!before || !raises(permissionsOf({ owner: false, permissions: before.permissions }), permissions))
      return putPermissions(tx, wanted);
    const change = {
      ...{ kind: "settings" as const, reason, about: `role ${before.id}` },
      subject: { subject: "role", subjectId: before.id },
      facts: {
        before: { role: before.name, permissions: before.permissions },
        after: { role: name, permissions },
      },
      input: { change: "permissions", wanted },
    };
    return orPropose(tx, change, (tx) => putPermissions(tx, wanted));
  });
}

const withSee = (chosen: readonly Permission[]): Permission[] => [
  "see",
  ...CHOICES.filter((one) => chosen.includes(one)),
];

/** Makes or changes it; the caller has checked the rights. Throws what `saveRole` does. Part of its transaction. */
export async function putPermissions(ctx: Ctx, input: unknown): Promise<RoleView["id"]> {
  const { id, version = 0, name, permissions: chosen, reason } = SaveRoleInput.parse(input);
  const wanted = { name, permissions: withSee(chosen) };
  const before = id === undefined ? undefined : await ownRole(ctx, { id, version });
  const [saved] = await named(
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
  await record(ctx, {
    action: before ? "role.changed" : "role.made",
    ...{ subject: "role", subjectId: saved.id, reason },
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

/** Takes a role away that nobody has. Owners only. @throws not_found; conflict while somebody has it, or it changed meanwhile */
export async function removeRole(ctx: Ctx, input: RemoveRoleInput): Promise<void> {
  requireAdmin(ctx, "staff");
  const { id, version, reason } = RemoveRoleInput.parse(input);
  await inTransaction(ctx, async (tx) => {
    const before = await ownRole(tx, { id, version });
    const [held] = await tx.db
      .select({ name: accounts.name })
      .from(staff)
      .innerJoin(accounts, eq(accounts.id, staff.id))
      .where(and(eq(staff.roleId, id), isNull(accounts.closedAt)))
      .limit(1);
    if (held) throw new PortalError("conflict", `${held.name} has this role. Give them another one first.`);
    await tx.db.update(staffRoles).set({ removedAt: sql`now()` }).where(eq(staffRoles.id, id));
    await endProposals(tx, "settings", `role ${id}`);
    await record(tx, {
      ...{ action: "role.removed", subject: "role", subjectId: id, reason },
      before: { role: before.name, permissions: before.permissions },
      after: { role: null },
    });
  });
}

/** A role of the operator's own that is still as the form knew it, locked. Part of its caller's transaction. */
async function ownRole(ctx: Ctx, { id, version }: { id: number; version: number }) {
  const [role] = await ctx.db
    .select()
    .from(staffRoles)
    .where(and(eq(staffRoles.id, id), isNull(staffRoles.builtIn), isNull(staffRoles.removedAt)))
    .for("update");
  if (!role) throw notFound("role");
  if (role.version !== version) throw await changedMeanwhile(ctx, { subject: "role", subjectId: id });
  return role;
}

async function named<T>(change: PromiseLike<T>, name: string): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (brokenConstraint(error) !== "staff_roles_name") throw error;
    const words = `There is a role ${name} already.`;
    throw new PortalError("conflict", words, { fields: { name: [words] }, cause: error });
  }
}

/** The names of those who give roles: whom to ask. */
export async function owners(ctx: Ctx): Promise<string[]> {
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
