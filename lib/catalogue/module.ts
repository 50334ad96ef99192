import { sql } from "drizzle-orm";
import { declareActions } from "#lib/core/action";
import { ageInSeconds, selectGauge } from "#lib/core/gauge";
import { defineModule } from "#lib/core/module";
import { operatorData } from "#lib/core/personal-data";
import { catalogueActionItems } from "./catalogue-action-items.ts";
import { getMaxAgeS } from "./max-age.ts";

export const catalogueModule = defineModule({
  name: "catalogue",
  tables: {
    availability_switches: operatorData({ current: "settings" }),
    catalogue: operatorData({ current: "the current version" }),
    networks: operatorData({ current: "the catalogue" }),
    plan_changes: operatorData({ forever: "the catalogue's history" }),
    plan_prices: operatorData({ forever: "past prices, with which purchases are compared" }),
    plan_settings: operatorData({ current: "settings" }),
    plan_types: operatorData({ current: "the catalogue" }),
    plans: operatorData({ current: "the catalogue" }),
    price_rule_changes: operatorData({ forever: "prices that were saved together, to undo them" }),
    price_rules: operatorData({ current: "settings" }),
  },
  actions: {
    ...declareActions(() => import("./availability-switches.ts"), {
      setAvailabilitySwitch: {
        redirects: null,
        permission: "prices",
        audit: ["sale.switched_off", "sale.switched_on"],
      },
    }),
    ...declareActions(() => import("./confirm-missing-plan.ts"), {
      confirmMissingPlan: {
        redirects: null,
        permission: "prices",
        audit: "plan.missing_confirmed",
        reason: false,
      },
    }),
    ...declareActions(() => import("./price/price-basis.ts"), {
      setPriceBasis: {
        redirects: "money",
        harmless: "Prices are public, and no purchase is sent below its cost.",
        permission: "prices",
        audit: "supplier.price_basis",
      },
    }),
    ...declareActions(() => import("./price/change-price-rules.ts"), {
      removePriceRule: {
        redirects: "money",
        harmless: "Prices are public, and no purchase is sent below its cost.",
        permission: "prices",
        audit: "price.rule_removed",
      },
      savePriceRule: {
        redirects: "money",
        harmless: "Prices are public, and no purchase is sent below its cost.",
        permission: "prices",
        audit: "price.ruled",
      },
    }),
    ...declareActions(() => import("./price/save-prices.ts"), {
      savePrices: {
        redirects: "money",
        harmless: "Prices are public, and no purchase is sent below its cost.",
        permission: "prices",
        audit: ["price.ruled", "price.rule_removed"],
      },
      undoPrices: {
        redirects: "money",
        harmless: "Prices are public, and no purchase is sent below its cost.",
        permission: "prices",
        audit: ["price.ruled", "price.rule_removed"],
      },
    }),
    ...declareActions(() => import("./set-plan-settings.ts"), {
      setPlanSettings: { redirects: "goods", permission: "prices", audit: "plan.terms" },
    }),
  },
  events: { "catalogue.changed": "The catalogue has a new version." },
  audit: {
    "plan.missing_confirmed": "confirmed that a plan is no longer listed",
    "plan.terms": "changed plan settings",
    "price.rule_removed": "removed a price rule",
    "price.ruled": "set a price rule",
    "sale.switched_off": "turned sales off",
    "sale.switched_on": "turned sales on",
    "supplier.price_basis": "changed which cost prices follow",
  },
  gauges: {
    help: {
      portal_catalogue_age_seconds: "Age of the current plan list",
      portal_catalogue_max_age_seconds: "Age of the plan list above which sales stop",
    },
    select: async () => [
      selectGauge(
        "portal_catalogue_age_seconds",
        ageInSeconds(sql`max(synced_at)`),
        sql`from suppliers where enabled`,
      ),
      selectGauge("portal_catalogue_max_age_seconds", sql`${getMaxAgeS()}::int`),
    ],
  },
  actionItems: catalogueActionItems,
});
