import { and, desc, eq, inArray, ne } from "drizzle-orm";
import { audit, auditPersonal } from "#db/schema/audit";
import type { Ctx } from "#lib/core/context";
import { PortalError } from "#lib/core/error";
import { formatTime } from "#lib/core/time/time";
import { getActorNames } from "./actor-names.ts";
import { auditRecordColumns, mergePersonalFacts, personalFactsJoin } from "./merge-personal-facts.ts";

/** Selects the change by its subject, by actions, or both. */
type ChangeFilter =
  | { subject: string; subjectId: string | number; actions?: string[] }
  | { actions: string[] };

/**
 * Creates the conflict error for a change based on an older state. Its facts and message contain the actor,
 * time, reason and result of the change that came between.
 */
export async function explainConflict(ctx: Ctx, where: ChangeFilter): Promise<PortalError<"conflict">> {
  const condition = and(
    // This record precedes a change of the same transaction, which fails here.
    ne(audit.action, "second_admin.none"),
    "subject" in where ? eq(audit.subject, where.subject) : undefined,
    "subject" in where ? eq(audit.subjectId, String(where.subjectId)) : undefined,
    where.actions && inArray(audit.action, where.actions),
  );
  const [latest] = await ctx.db
    .select(auditRecordColumns)
    .from(audit)
    .leftJoin(auditPersonal, personalFactsJoin)
    .where(condition)
    .orderBy(desc(audit.id))
    .limit(1);
  if (!latest)
    return new PortalError(
      "conflict",
      "This changed meanwhile. Your changes weren’t saved. Reload the page.",
    );
  const { at, actor, action, reason, before, after } = mergePersonalFacts(latest);
  const name = (await getActorNames(ctx, [actor])).get(actor) ?? actor;
  const quotedReason = reason ? ` “${reason}”` : "";
  return new PortalError(
    "conflict",
    `${name} changed this ${formatTime(at)}.${quotedReason} Your changes weren’t saved. Check the current values.`,
    { facts: { changed: { who: name, at, action, reason, before, after } } },
  );
}
