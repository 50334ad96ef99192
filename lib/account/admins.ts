import { count, eq, isNotNull, max, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { accounts, sessions } from "#db/schema/account";
import { staff, staffRoles } from "#db/schema/staff";
import { record } from "#lib/audit/record";
import { isWaiting } from "#lib/audit/second-admin";
import { Id } from "#lib/core/amount";
import { type Ctx, requireAdmin, requireSystem } from "#lib/core/context";
import { invalid, notFound } from "#lib/core/error";
import { raises } from "#lib/core/permission";
import { Reason } from "#lib/core/reason";
import { closeAccount } from "./close-account.ts";
import { insertAccount, insertAdmin, newCredentials } from "./create-account.ts";
import { Email, Name, Password } from "./fields.ts";
import { requireConfirmed } from "./password/confirm.ts";
import { type LinkView, newLink } from "./password/link.ts";
import { giveRole, heldRole } from "./staff/give-role.ts";
import { listRoles, type RoleView } from "./staff/roles.ts";

export interface AdminView {
  id: number;
  name: string;
  email: string;
  /** `invited` has yet to choose a password. */
  state: "active" | "invited" | "closed";
  addedAt: Date;
  /** When they last came. */
  seenAt: Date | null;
  /** Their role; null for who has none yet, and may do nothing. */
  role: { id: number; name: string } | null;
  /** Counts changes of the role. */
  version: number;
  /** The role that waits for another owner; null mostly. */
  waits: string | null;
  /** On how many devices they are signed in. */
  sessions: number;
  /** Whether it is the admin who asks. */
  you: boolean;
}

/** Everyone who runs the portal or did, those who still may first. Admins only. */
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
      ...{ id, name, email },
      state: sql<AdminView["state"]>`case when ${closedAt} is not null then 'closed'
        when ${passwordGenerated} then 'invited' else 'active' end`,
      addedAt: createdAt,
      seenAt: sql<Date | null>`(${lastSeen})`.mapWith(sessions.seenAt),
      role: { id: staffRoles.id, name: staffRoles.name },
      version: sql`coalesce(${staff.version}, 0)`.mapWith(Number),
      waits: sql<string | null>`(select input -> 'after' ->> 'role' from decisions
        where kind = 'settings' and about = 'staff ' || ${id} and ended_at is null)`,
      sessions: sql`(${open})`.mapWith(Number),
    })
    .from(accounts)
    .leftJoin(staff, eq(staff.id, id))
    .leftJoin(staffRoles, eq(staffRoles.id, staff.roleId))
    .where(eq(accounts.role, "admin"))
    .orderBy(isNotNull(closedAt), id);
  return rows.map((row) => ({ ...row, you: actor.kind === "admin" && actor.id === row.id }));
}

export const InviteAdminInput = z.object({
  ...{ email: Email, name: Name, reason: Reason },
  roleId: z.coerce.number<string | number>("Choose a role.").int("Choose a role.").positive("Choose a role."),
});
export type InviteAdminInput = z.input<typeof InviteAdminInput>;

/**
 * Adds someone who runs the portal, who chooses their password by a link: it works once, for seven days, and nobody else
 * ever knows a password. A role that waits for another owner is not theirs yet: until then they may do nothing. Owners only.
 * @returns whether it waits. @throws conflict at `email`; invalid at `confirmPassword`
 */
export async function inviteAdmin(
  ctx: Ctx,
  input: InviteAdminInput,
): Promise<{ id: number; link: LinkView; waits: boolean }> {
  requireAdmin(ctx, "staff");
  const { email, name, roleId, reason } = InviteAdminInput.parse(input);
  await requireConfirmed(ctx);
  const credentials = await newCredentials({ email, name });
  return inTransaction(ctx, async (tx) => {
    const { name: role, permissions } = await heldRole(tx, roleId);
    const atOnce = !raises([], permissions);
    const id = atOnce
      ? await insertAdmin(tx, { email, name }, credentials, roleId)
      : await insertAccount(tx, "admin", { email, name }, credentials);
    const about = { subject: "account", subjectId: id, reason };
    await record(tx, {
      ...about,
      action: "admin.created",
      after: { email, name, role: atOnce ? role : null },
    });
    const link = await newLink(tx, { accountId: id, role: "admin" });
    return { id, link, waits: !atOnce && isWaiting(await giveRole(tx, { id, roleId, reason })) };
  });
}

export const CloseAdminInput = z.object({ id: Id, reason: Reason });
export type CloseAdminInput = z.infer<typeof CloseAdminInput>;

/**
 * Closes an admin's account for good: the next thing that they ask for is refused. Admins only.
 * @throws not_found; conflict for oneself, and for the last who could sign in; invalid at `confirmPassword`
 */
export async function closeAdmin(ctx: Ctx, input: CloseAdminInput): Promise<void> {
  requireAdmin(ctx, "staff");
  const { id, reason } = CloseAdminInput.parse(input);
  await requireConfirmed(ctx);
  const [account] = await ctx.db.select({ role: accounts.role }).from(accounts).where(eq(accounts.id, id));
  if (account?.role !== "admin") throw notFound("admin");
  await closeAccount(ctx, { accountId: id, reason });
}

export const CreateAdminInput = z.object({
  ...{ email: Email, name: Name, password: Password.optional() },
  /** A role by its name. */
  role: z.string().trim().default("Owner"),
});
export type CreateAdminInput = z.input<typeof CreateAdminInput>;

export interface NewAdminView {
  id: number;
  email: string;
  name: string;
  /** The generated password, shown this once; absent when one was given. */
  password?: string;
}

/** Adds someone who runs the portal: the operator's command. @throws invalid at `password`, conflict at `email`. */
export async function createAdmin(ctx: Ctx, input: CreateAdminInput): Promise<NewAdminView> {
  requireSystem(ctx);
  const { email, name, password, role } = CreateAdminInput.parse(input);
  const credentials = await newCredentials({ email, name, password });
  return inTransaction(ctx, async (tx) => {
    const { id: roleId } = await roleNamed(tx, role);
    const id = await insertAdmin(tx, { email, name }, credentials, roleId);
    const about = { subject: "account", subjectId: id };
    await record(tx, { ...about, action: "admin.created", after: { email, name, role } });
    return { id, email, name, ...(credentials.generated && { password: credentials.generated }) };
  });
}

/** A role that can be given, by its name. @throws invalid at `role`, with the names there are */
export async function roleNamed(ctx: Ctx, name: string): Promise<RoleView> {
  const roles = await listRoles(ctx);
  const found = roles.find((role) => role.name.toLowerCase() === name.toLowerCase());
  if (!found) throw invalid("role", `The role is one of ${roles.map((role) => role.name).join(", ")}.`);
  return found;
}
