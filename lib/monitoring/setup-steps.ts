import { sql } from "drizzle-orm";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { UNENCRYPTED_NOTE } from "#lib/maintenance/maintenance-runs";

export interface SetupStep {
  kind: "backup" | "restore_test" | "recipients" | "second_owner";
  done: boolean;
}

/** The steps of the first day; none once all are done. Admins only. */
export async function listSetupSteps(ctx: Ctx): Promise<SetupStep[]> {
  requireAdmin(ctx);
  const [done] = await ctx.db.execute<Record<SetupStep["kind"], boolean>>(sql`
    select exists (select from maintenance_runs where kind = 'backup' and ok
        and not summary like ${`%${UNENCRYPTED_NOTE}`}) as backup,
      exists (select from maintenance_runs where kind = 'restore_test' and ok) as restore_test,
      exists (select from alert_recipients where removed_at is null) as recipients,
      (select count(*) from accounts a join staff s on s.id = a.id join staff_roles r on r.id = s.role_id
        where r.built_in = 'owner' and a.closed_at is null) > 1 as second_owner`);
  if (!done) throw new Error("The steps of the first day were not read.");
  const steps = (["backup", "restore_test", "recipients", "second_owner"] as const).map((kind) => ({
    kind,
    done: done[kind],
  }));
  return steps.every((step) => step.done) ? [] : steps;
}
