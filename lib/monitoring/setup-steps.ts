import { sql } from "drizzle-orm";
import { selectSetting } from "#lib/audit/settings/read-settings";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { instructionSettings } from "#lib/funding/payment-instructions";
import { UNENCRYPTED_NOTE } from "#lib/maintenance/maintenance-runs";
import { paymentSettings } from "#lib/payment/payment-settings";
import { getProviders } from "#lib/payment/providers/configured-providers";

const KINDS = [
  "prices",
  "payments",
  "reseller",
  "recipients",
  "backup",
  "restore_test",
  "second_owner",
] as const;

export interface SetupStep {
  kind: (typeof KINDS)[number];
  done: boolean;
}

/** The steps of the first day; none once all are done. Admins only. */
export async function listSetupSteps(ctx: Ctx): Promise<SetupStep[]> {
  requireAdmin(ctx);
  const ways = [
    sql`${selectSetting(instructionSettings, "text")} <> ''`,
    ...[...getProviders().keys()].map((name) => selectSetting(paymentSettings, name)),
  ];
  const [done] = await ctx.db.execute<Record<SetupStep["kind"], boolean>>(sql`
    select exists (select from price_rule_changes) as prices,
      ${sql.join(ways, sql` or `)} as payments,
      exists (select from accounts where role = 'reseller') as reseller,
      exists (select from alert_recipients where removed_at is null and sent_at is not null) as recipients,
      exists (select from maintenance_runs where kind = 'backup' and ok
        and not summary like ${`%${UNENCRYPTED_NOTE}`}) as backup,
      exists (select from maintenance_runs where kind = 'restore_test' and ok) as restore_test,
      (select count(*) from accounts a join staff s on s.id = a.id join staff_roles r on r.id = s.role_id
        where r.built_in = 'owner' and a.closed_at is null) > 1 as second_owner`);
  if (!done) throw new Error("The steps of the first day were not read.");
  const steps = KINDS.map((kind) => ({ kind, done: done[kind] }));
  return steps.every((step) => step.done) ? [] : steps;
}
