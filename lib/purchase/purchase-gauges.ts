import { sql } from "drizzle-orm";
import { ageInSeconds, type Gauges, selectGauge } from "#lib/core/gauge";
import { isUnsettled } from "#lib/core/purchase-state";

export const purchaseGauges: Gauges = {
  help: {
    portal_purchases_open: "Purchases that are not settled, by state and network",
    portal_purchases_recent: "Purchases placed in the last 15 minutes, by state and network",
    portal_unconfirmed_oldest_seconds: "Age of the oldest unconfirmed purchase; 0 when there is none",
    portal_queue_oldest_seconds: "Age of the oldest queued purchase; 0 when there is none",
    portal_queue_wait_seconds: "Expected time until the queue is empty, at the current pace",
    portal_sending_stopped: "1 while no supplier is sent to",
    portal_upstream_answers_recent: "Upstream responses of the last 15 minutes, by result",
  },
  async select() {
    const { commonNextSlot, commonSlotGap, isAnySending } = await import("./queue/choose-supplier.ts");
    return [
      sql`
        select
          'portal_purchases_open', jsonb_build_object('state', state, 'network', network_name), count(*)
        from purchases
        where ${isUnsettled(sql`state`)}
        group by state, network_name`,
      sql`
        select
          'portal_purchases_recent', jsonb_build_object('state', state, 'network', network_name), count(*)
        from purchases
        where placed_at > now() - interval '15 minutes'
        group by state, network_name`,
      sql`
        select
          'portal_upstream_answers_recent',
          jsonb_build_object('result', coalesce(result, 'none yet')),
          count(*)
        from attempts
        where claimed_at > now() - interval '15 minutes'
        group by result`,
      selectGauge(
        "portal_unconfirmed_oldest_seconds",
        sql`coalesce(${ageInSeconds(sql`(
          select min(placed_at) from purchases where state = 'unconfirmed')`)}, 0)`,
      ),
      selectGauge(
        "portal_queue_oldest_seconds",
        sql`coalesce(${ageInSeconds(sql`(select min(placed_at) from purchases where state = 'queued')`)}, 0)`,
      ),
      selectGauge(
        "portal_queue_wait_seconds",
        sql`greatest(0, extract(epoch from ${commonNextSlot()} - now()))
      + ${commonSlotGap()} * (select count(*) from purchases where state = 'queued')`,
      ),
      selectGauge("portal_sending_stopped", sql`(not ${isAnySending()})::int`),
    ];
  },
};
