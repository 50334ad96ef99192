import { defineModule } from "#lib/core/module";
import { byReseller } from "#lib/core/personal-data";

export const priceListModule = defineModule({
  name: "price-list",
  tables: {
    price_list_rules: { retention: { current: "settings of a price list" }, personalData: byReseller },
    price_lists: { retention: { current: "settings of a reseller" }, personalData: byReseller },
  },
  audit: {
    "price_list.markup_removed": "removed a markup of a price list",
    "price_list.markup_saved": "set a markup of a price list",
    "price_list.plan_saved": "changed the price of a plan for customers",
    "price_list.rounding_set": "changed how selling prices are rounded",
  },
});
