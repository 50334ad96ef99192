import { sql } from "drizzle-orm";
import { type Gauges, selectGauge } from "#lib/core/gauge";
import { formatDecimal } from "#lib/core/money/money";

export const reconcileGauges: Gauges = {
  help: {
    portal_supplier_balance: "The last known balance at a supplier, in units of the currency",
    portal_supplier_hours_left: "Hours until a supplier's balance is spent, at today's rate",
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
    const balances = await (await import("./upstream-balance.ts")).listUpstreamBalances(ctx);
    return balances.flatMap(({ supplier, amount, emptyAt }) => {
      const labels = { supplier: String(supplier.id) };
      const hours = emptyAt && Math.max(0, emptyAt.getTime() - Date.now()) / 3_600_000;
      return [
        { name: "portal_supplier_balance", labels, value: Number(formatDecimal(amount)) },
        ...(hours === null ? [] : [{ name: "portal_supplier_hours_left", labels, value: hours }]),
      ];
    });
  },
};
