/** Every action that may change a price or what is sold, for telling what changed meanwhile. */
export const PRICE_ACTIONS = [
  "catalogue.synced",
  "price.ruled",
  "price.rule_removed",
  "plan.terms",
  "sale.switched_off",
  "sale.switched_on",
];
