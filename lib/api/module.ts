import { sql } from "drizzle-orm";
import { EVERY_TEN_MINUTES } from "#lib/core/lane/run-timing";
import { defineModule } from "#lib/core/module";
import { byPhone, byReseller } from "#lib/core/personal-data";

const SETTLE_INTERVAL_MS = 5_000;

export const apiModule = defineModule({
  name: "api",
  tables: {
    call_windows: {
      retention: { current: "API calls of the last minute" },
      personalData: { none: "counts of the last minute" },
    },
    abandoned_calls: {
      retention: { label: "API calls whose caller left", days: () => 1, at: sql`left_at` },
      personalData: { none: "hashes of calls of the last minutes" },
    },
    api_requests: {
      retention: { label: "API requests", days: () => 7, at: sql`at` },
      personalData: byReseller,
      erase: { account: (id) => sql`delete from api_requests where reseller_id = ${id} returning 1` },
    },
    test_purchases: {
      retention: {
        label: "purchases in test mode",
        days: () => 180,
        at: sql`placed_at`,
        inOrder: true,
      },
      personalData: { ...byReseller, phone: byPhone },
    },
    test_wallets: {
      retention: { current: "balances in test mode" },
      personalData: byReseller,
    },
  },
  events: { "test_purchase.ended": "A purchase in test mode was delivered, failed or reversed." },
  jobs: [
    {
      ...{ name: "late_replays", label: "References used again", pool: "messages" },
      when: EVERY_TEN_MINUTES,
      run: async (ctx) => (await import("./request-log/notify-late-replays.ts")).notifyLateReplays(ctx),
    },
    {
      ...{ name: "test_purchases", label: "Test purchases", pool: "messages", actor: "test-mode" },
      ...{ when: { everyMs: SETTLE_INTERVAL_MS }, deadlineMs: 30_000 },
      run: async (ctx) => (await import("./test-mode/test-wallet.ts")).settleAllTestPurchases(ctx),
    },
  ],
  notifications: {
    late_replays: {
      label: "References used again",
      audience: "resellers",
      group: "money",
    },
  },
  search: async (ctx, q) => (await import("./request-log/find-request.ts")).searchOwnRequests(ctx, q),
});
