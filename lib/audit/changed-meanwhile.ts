import { and, desc, eq, inArray, ne } from "drizzle-orm";
import { audit, auditPersonal } from "#db/schema/audit";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { sayTime } from "#lib/core/time";
import { actorNames } from "./actor-names.ts";
import { apart, recordColumns, withPersonal } from "./with-personal.ts";

/** Where to look for the change: by what was changed, by actions, or both. */
type Where = { subject: string; subjectId: string | number; actions?: string[] } | { actions: string[] };

/**
 * The refusal of a change that was made from an older state. Its facts and words say who changed it meanwhile,
 * when, why, and to what. Nothing is overwritten.
 */
export async function changedMeanwhile(ctx: Ctx, where: Where): Promise<PortalError<"conflict">> {
  const found = and(
    // It stands before a change of the same transaction, which is refused here.
    ne(audit.action, "second_admin.none"),
    "subject" in where ? eq(audit.subject, where.subject) : undefined,
    "subject" in where ? eq(audit.subjectId, String(where.subjectId)) : undefined,
    where.actions && inArray(audit.action, where.actions),
  );
  const [latest] = await ctx.db
    .select(recordColumns)
    .from(audit)
    .leftJoin(auditPersonal, apart)
    .where(found)
    .orderBy(desc(audit.id))
    .limit(1);
  if (!latest)
    return new PortalError("conflict", "This changed meanwhile. Nothing was saved: look at it again.");
  const { at, actor, action, reason, before, after } = withPersonal(latest);
  const who = (await actorNames(ctx, [actor])).get(actor) ?? actor;
  const why = reason ? ` “${reason}”` : "";
  return new PortalError(
    "conflict",
    `${who} changed this ${sayTime(at)}.${why} Nothing of yours was saved: look at it as it is now.`,
    { facts: { changed: { who, at, action, reason, before, after } } },
  );
}
