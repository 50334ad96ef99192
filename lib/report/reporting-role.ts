import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { record } from "#lib/audit/record";
import { type Ctx, requireSystem } from "#lib/core/context";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";

export const ReportingRoleInput = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{2,40}$/, "takes 3 to 41 small letters, digits and _, a letter first.")
    .default("portal_reports"),
});
export type ReportingRoleInput = z.input<typeof ReportingRoleInput>;

/**
 * Makes the role of the database that reads the views of `reporting` and nothing else, or gives it another password. Its
 * transactions only read, and end after a minute. For the operator's command.
 * @returns the address to connect to, with a password that is kept nowhere.
 * @throws conflict when a role of that name is something else; unavailable when the portal's own role may make none.
 */
export async function openReporting(
  ctx: Ctx,
  input: ReportingRoleInput,
): Promise<{ name: string; url: string }> {
  requireSystem(ctx);
  const { name } = ReportingRoleInput.parse(input);
  const password = randomBytes(24).toString("base64url");
  const role = sql.identifier(name);
  await inTransaction(ctx, async (tx) => {
    const found = await describe(tx, name);
    if (found && !found.ours)
      throw new PortalError("conflict", `There is a role ${name} that does more than reading reports.`);
    if (!(await mayMakeRoles(tx)))
      throw new PortalError("unavailable", "The portal's role may make no roles: let it have CREATEROLE.");
    if (!found) await tx.db.execute(sql`create role ${role} login connection limit 5`);
    // A statement that changes a role takes no parameters; this password is of letters, digits, - and _.
    await tx.db.execute(sql`alter role ${role} password ${sql.raw(`'${password}'`)}`);
    await tx.db.execute(sql`alter role ${role} set default_transaction_read_only = on`);
    await tx.db.execute(sql`alter role ${role} set statement_timeout = '60s'`);
    await tx.db.execute(sql`alter role ${role} set search_path = reporting`);
    await tx.db.execute(sql`grant usage on schema reporting to ${role}`);
    await tx.db.execute(sql`grant select on all tables in schema reporting to ${role}`);
    await tx.db.execute(sql`alter default privileges in schema reporting grant select on tables to ${role}`);
    await record(tx, {
      ...{ action: "reporting.opened", subject: "reporting", subjectId: name },
      after: { role: name, again: found !== undefined },
    });
  });
  const url = new URL(env().DATABASE_URL);
  Object.assign(url, { username: name, password });
  return { name, url: url.href };
}

/** Ends a role that `openReporting` made: whoever is still connected by it reads nothing any more. @throws not_found */
export async function closeReporting(ctx: Ctx, input: ReportingRoleInput): Promise<void> {
  requireSystem(ctx);
  const { name } = ReportingRoleInput.parse(input);
  const role = sql.identifier(name);
  await inTransaction(ctx, async (tx) => {
    if (!(await describe(tx, name))?.ours)
      throw new PortalError("not_found", `No role ${name} reads reports.`);
    await tx.db.execute(
      sql`alter default privileges in schema reporting revoke select on tables from ${role}`,
    );
    await tx.db.execute(sql`revoke all on all tables in schema reporting from ${role}`);
    await tx.db.execute(sql`revoke all on schema reporting from ${role}`);
    await tx.db.execute(sql`drop role ${role}`);
    await record(tx, {
      ...{ action: "reporting.closed", subject: "reporting", subjectId: name },
      before: { role: name },
    });
  });
}

async function describe(ctx: Ctx, name: string): Promise<{ ours: boolean } | undefined> {
  const [found] = await ctx.db.execute<{ ours: boolean }>(sql`
    select not (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)
      and has_schema_privilege(oid, 'reporting', 'usage')
      and not exists (select from pg_class where relowner = r.oid)
      and not exists (select from pg_auth_members where member = r.oid) as ours
    from pg_roles r where rolname = ${name}`);
  return found;
}

async function mayMakeRoles(ctx: Ctx): Promise<boolean> {
  const [found] = await ctx.db.execute<{ may: boolean }>(
    sql`select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user`,
  );
  return found?.may === true;
}
