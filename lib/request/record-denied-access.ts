import { and, eq, gt, sql } from "drizzle-orm";
import { audit } from "#db/schema/audit";
import { recordAudit } from "#lib/audit/record-audit";
import { type Ctx, formatActor } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import type { Permission } from "#lib/core/permission";

/** Records that an admin was denied a permission, at most once in ten minutes. */
export async function recordDeniedAccess(ctx: Ctx, permission: Permission): Promise<void> {
  const about = { action: "permission.denied", subject: "permission", subjectId: permission };
  const recent = await ctx.db.$count(
    audit,
    and(
      eq(audit.actor, formatActor(ctx.actor)),
      eq(audit.action, about.action),
      eq(audit.subjectId, permission),
      gt(audit.at, sql`now() - interval '10 minutes'`),
    ),
  );
  if (recent === 0) await recordAudit(ctx, about);
}

/** Records an error that denied a permission. */
export async function recordIfDenied(getCtx: () => Promise<Ctx>, error: unknown): Promise<void> {
  if (error instanceof PortalError && error.code === "forbidden" && error.facts.permission)
    await recordDeniedAccess(await getCtx(), error.facts.permission);
}
