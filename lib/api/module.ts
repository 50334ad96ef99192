import { sql } from "drizzle-orm";
import { env } from "#lib/core/env";
import { byPhone, byReseller, defineModule } from "#lib/core/module";

export const apiModule = defineModule({
  name: "api",
  tables: {
    call_windows: {
      retention: { current: "API calls of the last minute" },
      personalData: { none: "counts of the last minute" },
    },
    test_purchases: {
      retention: {
        what: "purchases in test mode",
        days: () => env().KEEP_TESTS_DAYS,
        at: sql`placed_at`,
        inOrder: true,
      },
      personalData: { ...byReseller, phone: byPhone },
    },
  },
});
