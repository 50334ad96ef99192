import { sql } from "drizzle-orm";
import { ageInSeconds, type Gauges } from "#lib/core/gauge";

export const webhookGauges: Gauges = {
  help: {
    portal_webhooks_waiting: "Webhook deliveries waiting to be sent to working endpoints",
    portal_webhooks_late_seconds: "Seconds since the oldest waiting delivery became due",
  },
  select: async () => [
    sql`select unnest(array['portal_webhooks_waiting', 'portal_webhooks_late_seconds']), null::jsonb,
      unnest(array[coalesce(sum(line.waiting), 0), coalesce(${ageInSeconds(sql`min(line.due)`)}, 0)])
    from webhook_endpoints e cross join lateral (
      select count(*) as waiting, min(next_at) as due from (
        select next_at from deliveries d where d.channel = 'webhooks' and d.target = e.id::text and d.state = 'waiting' order by next_at limit 1000
      ) first
    ) line where e.removed_at is null and e.failing_since is null`,
  ],
};
