import { type SQL, sql } from "drizzle-orm";
import { ageInSeconds, type Gauges } from "#lib/core/gauge";

const RECENT = sql`claimed_at > now() - interval '15 minutes'`;

/**
 * A supplier is named by the number in the address of its page: there are 20 at most. All but the first are
 * of those that are on.
 */
export const supplierGauges: Gauges = {
  help: {
    portal_supplier_on: "1 while the portal buys from a supplier, by its number; 0 while that is off",
    portal_supplier_sending_stopped: "1 while sending to a supplier is stopped",
    portal_supplier_passed_over:
      "1 while others are preferred to a supplier, since it fails too often or is slow",
    portal_supplier_list_age_seconds: "Age of a supplier's plan list",
    portal_supplier_in_flight: "Attempts at a supplier without a response",
    portal_supplier_responses_recent: "Attempts at a supplier in the last 15 minutes, by result",
    portal_supplier_response_seconds:
      "Time in which half of a supplier's responses of the last 15 minutes came, and 95 %, by share",
  },
  async select() {
    const { isSupplierOn } = await import("#lib/catalogue/sale-conditions");
    const on = sql`suppliers where ${isSupplierOn(sql`suppliers`)}`;
    const isOn = sql`supplier_id in (select id from ${on})`;
    const gauge = (name: string, value: SQL, from: SQL, labels = sql``) =>
      sql`select ${name}::text, jsonb_build_object('supplier', supplier_id::text ${labels}),
        (${value})::numeric from ${from}`;
    return [
      gauge(
        "portal_supplier_on",
        sql`is_on::int`,
        sql`(select id as supplier_id, ${isSupplierOn(sql`suppliers`)} as is_on from suppliers) s`,
      ),
      gauge("portal_supplier_sending_stopped", sql`stopped::int`, sql`supplier_sending where ${isOn}`),
      gauge(
        "portal_supplier_passed_over",
        sql`poor::int`,
        sql`(select id as supplier_id, poor_since is not null as poor from ${on}) s`,
      ),
      gauge(
        "portal_supplier_list_age_seconds",
        ageInSeconds(sql`synced_at`),
        sql`(select id as supplier_id, synced_at from ${on}) s`,
      ),
      gauge(
        "portal_supplier_in_flight",
        sql`(select count(*) from attempts a where a.result is null and a.supplier_id = s.supplier_id)`,
        sql`(select id as supplier_id from ${on}) s`,
      ),
      gauge(
        "portal_supplier_responses_recent",
        sql`count(*)`,
        sql`attempts where ${RECENT} and ${isOn} group by supplier_id, result`,
        sql`, 'result', coalesce(result, 'none yet')`,
      ),
      ...["0.5", "0.95"].map((share) =>
        gauge(
          "portal_supplier_response_seconds",
          sql`percentile_cont(${sql.raw(share)}) within group (order by extract(epoch
            from answered_at - claimed_at)::float8)`,
          sql`attempts where ${RECENT} and answered_at is not null and ${isOn} group by supplier_id`,
          sql`, 'share', ${share}::text`,
        ),
      ),
    ];
  },
};
