import { and, eq, gt, sql } from "drizzle-orm";
import { audit } from "#db/schema/audit";
import { record } from "#lib/audit/record";
import { actorName, type Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import type { Permission } from "#lib/core/permission";

/** Notes that an admin asked for what their role does not include; once in ten minutes, however often they ask. */
export async function recordRefusal(ctx: Ctx, permission: Permission): Promise<void> {
  const about = { action: "permission.refused", subject: "permission", subjectId: permission };
  const lately = await ctx.db.$count(
    audit,
    and(
      eq(audit.actor, actorName(ctx.actor)),
      eq(audit.action, about.action),
      eq(audit.subjectId, permission),
      gt(audit.at, sql`now() - interval '10 minutes'`),
    ),
  );
  if (lately === 0) await record(ctx, about);
}

/** The same for an error, where it is such a refusal. */
export async function recordRefused(whose: () => Promise<Ctx>, error: unknown): Promise<void> {
  if (error instanceof PortalError && error.code === "forbidden" && error.facts.permission)
    await recordRefusal(await whose(), error.facts.permission);
}
