import { sql } from "drizzle-orm";
import { ageInSeconds, type Gauges, selectGauge } from "#lib/core/gauge";

const OLDEST_DUE = sql`least(
  (select min(next_check_at) from payments where next_check_at is not null),
  (select min(next_attempt_at) from provider_webhooks where next_attempt_at is not null),
  (select min(next_attempt_at) from payment_refunds where next_attempt_at is not null))`;

export const paymentGauges: Gauges = {
  help: {
    portal_payments_late_seconds:
      "Seconds since the oldest payment, webhook or refund became due for a check",
    portal_payments_suspense: "Confirmed payments in suspense",
  },
  select: async () => [
    selectGauge("portal_payments_late_seconds", sql`coalesce(${ageInSeconds(OLDEST_DUE)}, 0)`),
    selectGauge(
      "portal_payments_suspense",
      sql`select count(*) from provider_transactions where state = 'suspense'`,
    ),
  ],
};
