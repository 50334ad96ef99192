import { type SQL, sql } from "drizzle-orm";
import { selectDue } from "#lib/core/due";
import { startLane } from "#lib/core/lane/lane";
import { EVERY_MINUTE, HOURLY_CLEANUP } from "#lib/core/lane/run-timing";
import type { Job, QueueJob } from "#lib/core/module";
import type { ProviderName } from "./providers/provider.ts";
import { PROVIDERS } from "./providers/providers.ts";

const providers = Object.values(PROVIDERS);

/** The jobs of payments. Each provider has lanes of its own, so that one that hangs delays no other. */
export const paymentJobs: readonly Job[] = [
  ...providers.map(({ name, label }) =>
    definePaymentQueue(name, label, {
      pool: "payments",
      due: selectDuePayments((table) => sql`${table}keys_id is null and ${table}provider = ${name}`),
    }),
  ),
  definePaymentQueue("own", "resellers’ own providers", {
    pool: "payments_own",
    due: selectDuePayments((table) => sql`${table}keys_id is not null`),
  }),
  ...providers
    .filter(({ dedicatedAccounts }) => dedicatedAccounts)
    .map(
      ({ name, label }): Job => ({
        name: `accounts_${name}`,
        label: `Dedicated accounts: ${label}`,
        pool: "payments",
        when: EVERY_MINUTE,
        async run(ctx) {
          const { sweepDedicatedAccounts } = await import("./account/sweep-dedicated-accounts.ts");
          await sweepDedicatedAccounts(ctx, await getOperatorProvider(name));
        },
      }),
    ),
  ...providers
    .filter(({ hasSettlements }) => hasSettlements)
    .map(
      ({ name, label }): Job => ({
        name: `settlements_${name}`,
        label: `Settlements: ${label}`,
        pool: "payments",
        when: { hour: 4, minute: 23 },
        wakeOn: { settlement: {} },
        async run(ctx) {
          const { compareSettlements } = await import("./settlement/compare-settlements.ts");
          await compareSettlements(ctx, await getOperatorProvider(name));
        },
      }),
    ),
  {
    name: "old_keys",
    label: "Removal of provider keys",
    pool: "reports",
    when: HOURLY_CLEANUP,
    async run(ctx) {
      await (await import("./keys/provider-keys.ts")).eraseRemovedKeys(ctx);
    },
  },
  {
    name: "old_payment_texts",
    label: "Erasure of payment texts",
    pool: "reports",
    when: HOURLY_CLEANUP,
    async run(ctx) {
      await (await import("./erase-provider-data.ts")).eraseOldProviderData(ctx);
    },
  },
];

function definePaymentQueue(
  of: ProviderName | "own",
  label: string,
  more: Pick<QueueJob, "pool" | "due">,
): QueueJob {
  return {
    name: `payments_${of}`,
    label: `Payments: ${label}`,
    actor: "payment",
    ...more,
    wakeOn: { payment: {} },
    start: async (ctx) => startLane(ctx, (await import("./lane/payment-lane.ts")).createPaymentLane(ctx, of)),
  };
}

/** @param scope takes the table's alias */
function selectDuePayments(scope: (table: SQL) => SQL): SQL {
  return sql`${selectDue("payments", "next_check_at", scope(sql``))}
    union all
    ${selectDue("provider_webhooks", "next_attempt_at", scope(sql``))}
    union all
    select next_attempt_at
    from payment_refunds r
    join provider_transactions t on t.id = r.transaction_id
    where r.next_attempt_at <= now() and ${scope(sql`t.`)}`;
}

async function getOperatorProvider(name: ProviderName) {
  const provider = (await import("./providers/configured-providers.ts")).getProviders().get(name);
  return new Map(provider ? [[name, provider]] : []);
}
