import { sql } from "drizzle-orm";
import { selectDueDeliveries } from "#lib/core/due";
import type { EventHandler } from "#lib/core/event";
import { ageInSeconds } from "#lib/core/gauge";
import { EVERY_MINUTE } from "#lib/core/lane/run-timing";
import { defineModule, listWebhookEvents } from "#lib/core/module";
import { byOwner, byReseller } from "#lib/core/personal-data";

const byEndpointOwner = byOwner(
  sql`(select e.reseller_id from webhook_endpoints e where e.id = t.endpoint_id)`,
);

const queueWebhooks: EventHandler = async (...args) =>
  (await import("./queue-webhooks.ts")).queueWebhooks(...args);

export const webhookModule = defineModule({
  name: "webhook",
  deliveryDays: { webhooks: () => 30 },
  tables: {
    webhook_endpoints: {
      retention: {
        label: "removed webhooks and their secrets",
        days: () => 30,
        at: sql`removed_at`,
        where: sql`not exists (
          select from deliveries d where d.channel = 'webhooks' and d.target = t.id::text)`,
      },
      personalData: { ...byReseller, without: ["sealed_secret"] },
    },
    webhook_previous_secrets: {
      retention: { label: "webhook secrets that were replaced", days: () => 1, at: sql`valid_until` },
      personalData: { account: byEndpointOwner, without: ["sealed_secret"] },
    },
    webhook_resends: {
      retention: {
        label: "requests to send webhook events again",
        days: () => 30,
        at: sql`done_at`,
      },
      personalData: { account: byEndpointOwner, without: ["delivery_ids"] },
    },
  },
  audit: {
    "webhook.added": "added a webhook",
    "webhook.removed": "removed a webhook",
    "webhook.rotated": "rotated the secret of a webhook",
    "webhook.secret_ended": "ended a replaced secret of a webhook",
    "webhook.gone": "ended a webhook whose address responded 410 Gone",
  },
  follows: {
    "purchase.settled": queueWebhooks,
    "purchase.reversed": queueWebhooks,
    "test_purchase.ended": queueWebhooks,
    "catalogue.changed": queueWebhooks,
    "announcement.made": queueWebhooks,
  },
  jobs: [
    {
      ...{ name: "webhooks", label: "Webhook delivery", pool: "messages", actor: "webhook" },
      // Events for an endpoint that fails wait for that endpoint, so they do not make the lane late.
      due: selectDueDeliveries(
        "webhooks",
        sql`target in (select id::text from webhook_endpoints where failing_since is null)`,
      ),
      start: async (ctx, { modules }) =>
        (await import("./webhook-sender.ts")).startWebhookSender(ctx, listWebhookEvents(modules)),
    },
    {
      ...{ name: "webhook_resends", label: "Webhook resends", pool: "messages", actor: "webhook" },
      when: EVERY_MINUTE,
      run: async (ctx) => (await import("./queue-resends.ts")).queueResends(ctx),
    },
  ],
  gauges: {
    help: {
      portal_webhooks_waiting: "Webhook deliveries waiting to be sent to working endpoints",
      portal_webhooks_late_seconds: "Seconds since the oldest waiting delivery became due",
    },
    select: async () => [
      sql`
        select
          unnest(array['portal_webhooks_waiting', 'portal_webhooks_late_seconds']), null::jsonb,
          unnest(array[coalesce(sum(line.waiting), 0), coalesce(${ageInSeconds(sql`min(line.due)`)}, 0)])
        from webhook_endpoints e
        cross join lateral (
          select count(*) as waiting, min(next_at) as due
          from (
            select next_at
            from deliveries d
            where d.channel = 'webhooks' and d.target = e.id::text and d.state = 'waiting'
            order by next_at
            limit 1000
          ) first
        ) line
        where e.removed_at is null and e.failing_since is null`,
    ],
  },
  access: {
    async list(ctx) {
      const { listEndpoints } = await import("./list-endpoints.ts");
      const endpoints = await listEndpoints(ctx);
      return endpoints.map(({ id, url, createdAt, rotatedAt }) => ({
        ...{ id, label: `Remove webhook ${url}` },
        // A new secret is access too: its reader can forge events.
        createdAt: rotatedAt ?? createdAt,
      }));
    },
    remove: async (ctx, id) => (await import("./endpoints.ts")).removeEndpoint(ctx, { id }),
  },
  changes: { webhooks: async (...args) => (await import("./watch-deliveries.ts")).watchDeliveries(...args) },
});
