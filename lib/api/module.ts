import { sql } from "drizzle-orm";
import { byPhone, byReseller, defineModule } from "#lib/core/module";
import { getApiVariables } from "./variables.ts";

export const apiModule = defineModule({
  name: "api",
  variables: [getApiVariables],
  tables: {
    call_windows: {
      retention: { current: "API calls of the last minute" },
      personalData: { none: "counts of the last minute" },
    },
    test_purchases: {
      retention: {
        what: "purchases in test mode",
        days: () => getApiVariables().KEEP_TESTS_DAYS,
        at: sql`placed_at`,
        inOrder: true,
      },
      personalData: { ...byReseller, phone: byPhone },
    },
  },
});
