import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, requireSystem } from "#lib/core/context";
import { changeDatabaseUrl } from "#lib/core/database-url";
import { env } from "#lib/core/env";
import { PortalError } from "#lib/core/error";
import { readRow, readRows } from "#lib/core/read-rows";

export const ReportingRoleInput = z.object({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{2,40}$/, "takes 3 to 41 small letters, digits and _, a letter first.")
    .default("portal_reports"),
});
export type ReportingRoleInput = z.input<typeof ReportingRoleInput>;

/**
 * Creates the database role that reads the views of `reporting` only, or changes its password. Its
 * transactions are read-only, and end after a minute. The operator's command.
 * @returns the URL to connect to, with a password that isn't stored.
 * @throws conflict when the role has other rights; unavailable when the portal's role may not create roles.
 */
export async function createReportingRole(
  ctx: Ctx,
  input: ReportingRoleInput,
): Promise<{ name: string; url: string }> {
  requireSystem(ctx);
  const { name } = ReportingRoleInput.parse(input);
  const password = randomBytes(24).toString("base64url");
  const role = sql.identifier(name);
  await inTransaction(ctx, async (tx) => {
    const existing = await describeRole(tx, name);
    if (existing && !existing.ours)
      throw new PortalError("conflict", `There is a role ${name} that does more than reading reports.`);
    if (!(await canCreateRoles(tx)))
      throw new PortalError(
        "unavailable",
        "The portal's database role can't create roles: grant it CREATEROLE.",
      );
    if (!existing) await tx.db.execute(sql`create role ${role} login connection limit 5`);
    // `alter role` takes no parameters; this password has only letters, digits, - and _.
    await tx.db.execute(sql`alter role ${role} password ${sql.raw(`'${password}'`)}`);
    await tx.db.execute(sql`alter role ${role} set default_transaction_read_only = on`);
    await tx.db.execute(sql`alter role ${role} set statement_timeout = '60s'`);
    await tx.db.execute(sql`alter role ${role} set search_path = reporting`);
    await tx.db.execute(sql`grant usage on schema reporting to ${role}`);
    await tx.db.execute(sql`grant select on all tables in schema reporting to ${role}`);
    await tx.db.execute(sql`alter default privileges in schema reporting grant select on tables to ${role}`);
    await recordAudit(tx, {
      action: "reporting.opened",
      subject: "reporting",
      subjectId: name,
      after: { role: name, again: existing !== undefined },
    });
  });
  return { name, url: changeDatabaseUrl(env().DATABASE_URL, { username: name, password }) };
}

/** Removes a role of `createReportingRole`: its open connections read nothing any more. @throws not_found */
export async function removeReportingRole(ctx: Ctx, input: ReportingRoleInput): Promise<void> {
  requireSystem(ctx);
  const { name } = ReportingRoleInput.parse(input);
  const role = sql.identifier(name);
  await inTransaction(ctx, async (tx) => {
    if (!(await describeRole(tx, name))?.ours)
      throw new PortalError("not_found", `No role ${name} reads reports.`);
    await tx.db.execute(
      sql`alter default privileges in schema reporting revoke select on tables from ${role}`,
    );
    await tx.db.execute(sql`revoke all on all tables in schema reporting from ${role}`);
    await tx.db.execute(sql`revoke all on schema reporting from ${role}`);
    await tx.db.execute(sql`drop role ${role}`);
    await recordAudit(tx, {
      action: "reporting.closed",
      subject: "reporting",
      subjectId: name,
      before: { role: name },
    });
  });
}

async function describeRole(ctx: Ctx, name: string): Promise<{ ours: boolean } | undefined> {
  const [found] = await readRows(ctx.db, z.object({ ours: z.boolean() }))`
    select not (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)
      and has_schema_privilege(oid, 'reporting', 'usage')
      and not exists (select from pg_class where relowner = r.oid)
      and not exists (select from pg_auth_members where member = r.oid) as ours
    from pg_roles r where rolname = ${name}`;
  return found;
}

async function canCreateRoles(ctx: Ctx): Promise<boolean> {
  const { may } = await readRow(ctx.db, z.object({ may: z.boolean() }))`
    select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user`;
  return may;
}
