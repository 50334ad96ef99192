import { sql } from "drizzle-orm";
import { z } from "zod";
import { selectIsReachable } from "#lib/account/operator-contact";
import { selectSetting } from "#lib/audit/settings/read-settings";
import { type Ctx, requireAdmin } from "#lib/core/context";
import { readRows, textOf } from "#lib/core/read-rows";
import { instructionSettings } from "#lib/funding/payment-instructions";
import { UNENCRYPTED_NOTE } from "#lib/maintenance/maintenance-runs";
import { paymentSettings } from "#lib/payment/payment-settings";
import { getProviders } from "#lib/payment/providers/configured-providers";

const SetupStep = z.object({
  kind: textOf<
    "prices" | "payments" | "contact" | "reseller" | "recipients" | "backup" | "restore_test" | "second_owner"
  >(),
  done: z.boolean(),
});
export type SetupStep = z.output<typeof SetupStep>;

/** The steps of the first day; none once all are done. Admins only. */
export async function listSetupSteps(ctx: Ctx): Promise<SetupStep[]> {
  requireAdmin(ctx);
  const ways = [
    sql`${selectSetting(instructionSettings, "text")} <> ''`,
    ...[...getProviders().keys()].map((name) => selectSetting(paymentSettings, name)),
  ];
  const steps = await readRows(ctx.db, SetupStep)`
    select kind, done
    from (
      values
        (1, 'prices', exists (select from price_rule_changes)),
        (2, 'payments', ${sql.join(ways, sql` or `)}),
        (3, 'contact', ${selectIsReachable()}),
        (4, 'reseller', exists (select from accounts where role = 'reseller')),
        (5, 'recipients',
          exists (select from alert_recipients where removed_at is null and sent_at is not null)),
        (6, 'backup', exists (select from maintenance_runs where kind = 'backup' and ok
          and not summary like ${`%${UNENCRYPTED_NOTE}`})),
        (7, 'restore_test', exists (select from maintenance_runs where kind = 'restore_test' and ok)),
        (8, 'second_owner',
          (select count(*) from accounts a join staff s on s.id = a.id join staff_roles r on r.id = s.role_id
            where r.built_in = 'owner' and a.closed_at is null) > 1)
    ) as steps (place, kind, done)
    order by place`;
  return steps.every((step) => step.done) ? [] : steps;
}
