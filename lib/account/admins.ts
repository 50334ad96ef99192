import { count, eq, isNotNull, max, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts, sessions } from "#db/schema/account";
import { staff, staffRoles } from "#db/schema/staff";
import { isPendingApproval } from "#lib/audit/approval-request";
import { recordAudit } from "#lib/audit/record-audit";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { invalidError, notFoundError } from "#lib/core/error";
import { Id } from "#lib/core/id";
import { addsPermissions } from "#lib/core/permission";
import { readRow } from "#lib/core/read-rows";
import { Reason } from "#lib/core/text/reason";
import { closeAccount } from "./close-account.ts";
import { createCredentials, insertAccount, insertAdmin } from "./create-account.ts";
import { Email, Name, Password } from "./fields.ts";
import { createPasswordLink, type PasswordLinkView } from "./password/password-link.ts";
import { giveRole, lockRole } from "./staff/give-role.ts";
import { listRoles, type RoleView } from "./staff/roles.ts";

export interface AdminView {
  id: number;
  name: string;
  email: string;
  /** `invited` has yet to choose a password. */
  state: "active" | "invited" | "closed";
  addedAt: Date;
  /** Time of their last request. */
  seenAt: Date | null;
  /** Their role; null for an admin without one, who has no permissions. */
  role: { id: number; name: string } | null;
  /** Number of role changes. */
  version: number;
  /** The role that awaits another owner's approval. */
  waits: string | null;
  /** Number of devices they are signed in on. */
  sessions: number;
  /** Whether this is the acting admin. */
  you: boolean;
}

/** Lists all admins, open accounts first. Admins only. */
export async function listAdmins(ctx: Ctx): Promise<AdminView[]> {
  const actor = requireAdmin(ctx);
  const { id, name, email, createdAt, closedAt, passwordGenerated } = accounts;
  const lastSeen = ctx.db
    .select({ at: max(sessions.seenAt) })
    .from(sessions)
    .where(eq(sessions.accountId, id));
  const open = ctx.db
    .select({ open: count() })
    .from(sessions)
    .where(
      sql`${sessions.accountId} = ${id} and ${sessions.endedAt} is null and ${sessions.expiresAt} > now()`,
    );
  const rows = await ctx.db
    .select({
      id,
      name,
      email,
      state: sql<AdminView["state"]>`case when ${closedAt} is not null then 'closed'
        when ${passwordGenerated} then 'invited' else 'active' end`,
      addedAt: createdAt,
      seenAt: sql<Date | null>`(${lastSeen})`.mapWith(sessions.seenAt),
      role: { id: staffRoles.id, name: staffRoles.name },
      version: sql`coalesce(${staff.version}, 0)`.mapWith(Number),
      waits: selectAwaitedRole(sql`${id}`),
      sessions: sql`(${open})`.mapWith(Number),
    })
    .from(accounts)
    .leftJoin(staff, eq(staff.id, id))
    .leftJoin(staffRoles, eq(staffRoles.id, staff.roleId))
    .where(eq(accounts.role, "admin"))
    .orderBy(isNotNull(closedAt), id);
  return rows.map((row) => ({ ...row, you: actor.kind === "admin" && actor.id === row.id }));
}

/** Selects the role of an admin that awaits another owner's approval; null without one. */
const selectAwaitedRole = (id: SQL) => sql<string | null>`(
  select input -> 'after' ->> 'role'
  from approval_requests
  where kind = 'settings' and about = 'staff ' || ${id} and ended_at is null)`;

/** Finds the acting admin's own role that awaits approval. */
export async function findOwnAwaitedRole(ctx: Ctx): Promise<string | null> {
  if (ctx.actor.kind !== "admin") requireAdmin(ctx);
  const self = ctx.actor.kind === "admin" ? ctx.actor.id : 0;
  const { role } = await readRow(ctx.db, z.object({ role: z.string().nullable() }))`
    select ${selectAwaitedRole(sql`${self}::bigint`)} as role`;
  return role;
}

export const InviteAdminInput = z.object({
  email: Email,
  name: Name,
  reason: Reason,
  roleId: z.coerce.number<string | number>("Choose a role.").int("Choose a role.").positive("Choose a role."),
});
export type InviteAdminInput = z.input<typeof InviteAdminInput>;

/**
 * Invites an admin, who chooses a password by a link that works once, within seven days. Without an approved
 * role they have no permissions. Owners only.
 * @returns whether the role awaits approval. @throws conflict at `email`; invalid at `confirmPassword`
 */
export async function inviteAdmin(
  ctx: Ctx,
  input: InviteAdminInput,
): Promise<{ id: number; link: PasswordLinkView; waits: boolean }> {
  requireAdmin(ctx, "staff");
  const { email, name, roleId, reason } = InviteAdminInput.parse(input);
  await requireConfirmation(ctx);
  const credentials = await createCredentials({ email, name });
  return inTransaction(ctx, async (tx) => {
    const { name: role, permissions } = await lockRole(tx, roleId);
    const atOnce = !addsPermissions([], permissions);
    const id = atOnce
      ? await insertAdmin(tx, { email, name }, credentials, roleId)
      : await insertAccount(tx, "admin", { email, name }, credentials);
    const about = { subject: "account", subjectId: id, reason };
    await recordAudit(tx, {
      ...about,
      action: "admin.created",
      after: { email, name, role: atOnce ? role : null },
    });
    const link = await createPasswordLink(tx, { accountId: id, role: "admin" });
    return { id, link, waits: !atOnce && isPendingApproval(await giveRole(tx, { id, roleId, reason })) };
  });
}

export const CloseAdminInput = z.object({ id: Id, reason: Reason });
export type CloseAdminInput = z.infer<typeof CloseAdminInput>;

/**
 * Closes an admin's account permanently and rejects their next request. Admins only.
 * @throws not_found; conflict for the acting admin, and for the last owner; invalid at `confirmPassword`
 */
export async function closeAdmin(ctx: Ctx, input: CloseAdminInput): Promise<void> {
  requireAdmin(ctx, "staff");
  const { id, reason } = CloseAdminInput.parse(input);
  await requireConfirmation(ctx);
  const [account] = await ctx.db.select({ role: accounts.role }).from(accounts).where(eq(accounts.id, id));
  if (account?.role !== "admin") throw notFoundError("admin");
  await closeAccount(ctx, { accountId: id, reason });
}

export const CreateAdminInput = z.object({
  email: Email,
  name: Name,
  password: Password.optional(),
  /** The role's name. */
  role: z.string().trim().default("Owner"),
});
export type CreateAdminInput = z.input<typeof CreateAdminInput>;

export interface NewAdminView {
  id: number;
  email: string;
  name: string;
  /** The generated password, shown only once; absent when the caller set one. */
  password?: string;
}

/** Adds an admin by the operator's command. @throws invalid at `password`, conflict at `email`. */
export async function createAdmin(ctx: Ctx, input: CreateAdminInput): Promise<NewAdminView> {
  requireSystem(ctx);
  const { email, name, password, role } = CreateAdminInput.parse(input);
  const credentials = await createCredentials({ email, name, password });
  return inTransaction(ctx, async (tx) => {
    const { id: roleId } = await findRoleByName(tx, role);
    const id = await insertAdmin(tx, { email, name }, credentials, roleId);
    const about = { subject: "account", subjectId: id };
    await recordAudit(tx, { ...about, action: "admin.created", after: { email, name, role } });
    return { id, email, name, ...(credentials.generated && { password: credentials.generated }) };
  });
}

/** Finds an assignable role by its name. @throws invalid at `role`, with the available names */
export async function findRoleByName(ctx: Ctx, name: string): Promise<RoleView> {
  const roles = await listRoles(ctx);
  const role = roles.find((role) => role.name.toLowerCase() === name.toLowerCase());
  if (!role) throw invalidError("role", `The role is one of ${roles.map((role) => role.name).join(", ")}.`);
  return role;
}
