import { sql } from "drizzle-orm";
import { recordAuditRows } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import type { PortalEvent } from "#lib/core/event";
import { asRule } from "./request-upgrade.ts";

/**
 * Ends requests whose reseller's level changed in another way, or whose account was closed: nothing is left to
 * decide.
 */
export async function endUpgrades(ctx: Ctx, events: readonly PortalEvent[]): Promise<void> {
  for (const { kind, resellerId, facts, at } of events) {
    const reason =
      kind === "reseller.closed" ? "The account was closed." : "The level was changed in another way.";
    await ctx.db.execute(sql`
      with ended as (
        update level_upgrades u
        set state = 'ended', reason = ${reason}, decided_at = now(), decided_by = 'system:upgrade'
        from resellers r
        where r.id = u.reseller_id and u.reseller_id = ${resellerId} and u.state = 'pending'
          and (u.requested_at <= ${at.toISOString()} or u.from_level <> r.level or r.state = 'closed')
        returning u.id, u.reseller_id
      )
      ${recordAuditRows(asRule(ctx), {
        action: "upgrade.ended",
        subject: "upgrade",
        subjectId: sql`ended.id::text`,
        resellerId: sql`ended.reseller_id`,
        reason: sql`${reason}::text`,
        before: sql`jsonb_build_object('state', 'pending', 'level', ${facts.was}::text)`,
        after: sql`jsonb_build_object('state', 'ended', 'level', ${facts.level}::text)`,
        from: sql`ended`,
      })}`);
  }
}
