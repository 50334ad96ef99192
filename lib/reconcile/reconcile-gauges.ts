import { sql } from "drizzle-orm";
import { type Gauges, selectGauge } from "#lib/core/gauge";
import { formatDecimal } from "#lib/core/money/money";

export const reconcileGauges: Gauges = {
  help: {
    portal_upstream_balance: "The balance at the upstream, in units of the currency",
    portal_upstream_hours_left: "Hours until the upstream balance is spent, at today's rate",
    portal_discrepancies_open: "Open discrepancies of the upstream balance",
    portal_chain_behind_seconds:
      "Seconds since the balance chain advanced, beyond its grace period and unconfirmed purchases",
  },
  async select() {
    const { CHAIN_DELAY_S } = await import("./chain-delay.ts");
    return [
      selectGauge(
        "portal_discrepancies_open",
        sql`select count(*) from discrepancies where closed_at is null`,
      ),
      selectGauge("portal_chain_behind_seconds", sql`greatest(0, ${CHAIN_DELAY_S})`),
    ];
  },
  async read(ctx) {
    const balance = await (await import("./upstream-balance.ts")).getUpstreamBalance(ctx);
    if (!balance) return [];
    const { amount, emptyAt } = balance;
    const hours = emptyAt && Math.max(0, emptyAt.getTime() - Date.now()) / 3_600_000;
    return [
      { name: "portal_upstream_balance", labels: {}, value: Number(formatDecimal(amount)) },
      ...(hours === null ? [] : [{ name: "portal_upstream_hours_left", labels: {}, value: hours }]),
    ];
  },
};
