import { sql } from "drizzle-orm";
import { ageInSeconds, type Gauges, selectGauge } from "#lib/core/gauge";
import { getCatalogueVariables } from "./variables.ts";

export const catalogueGauges: Gauges = {
  help: {
    portal_catalogue_age_seconds: "Age of the current plan list",
    portal_catalogue_max_age_seconds: "Age of the plan list above which sales stop",
  },
  select: async () => [
    selectGauge("portal_catalogue_age_seconds", ageInSeconds(sql`synced_at`), sql`from catalogue`),
    selectGauge("portal_catalogue_max_age_seconds", sql`${getCatalogueVariables().CATALOGUE_MAX_AGE_S}::int`),
  ],
};
