import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, test } from "vitest";
import { migrate } from "#db/migrate";
import { createTestDatabase } from "#db/testing";
import { modules } from "#lib/modules";
import { readSettings } from "./read-settings.ts";

test("keeps what admins saved when each setting had a table of its own", async ({ onTestFinished }) => {
  const base = await createTestDatabase();
  onTestFinished(base.close);
  await base.sql`drop schema public, reporting, drizzle cascade`;
  await base.sql`create schema public`;
  const migrations = readMigrationFiles({ migrationsFolder: "db/migrations" });
  const move = migrations.findIndex(({ sql }) => sql.join().includes('DROP TABLE "reconcile_settings"'));
  const earlier = migrations.slice(0, move).map(({ folderMillis }) => folderMillis);
  await migrate(base.url, undefined, earlier);
  await base.sql.unsafe(`
    update sign_up_settings set open = true, version = 2;
    update privacy_notice set text = E'“Ada” & Co\\n1 Broad Street', version = 3;
    update report_settings set hour = 0, version = 4;
    update operator_contact set name = 'Ada’s Data', whatsapp = '+2348030000001', email = 'ada@example.com', version = 5;
    update payment_instructions set text = E'Bank: "First"\\n0123456789', version = 6;
    update delivery_issue_settings set reply_hours = 336, reporting_window_days = 90, checks = '{"1": "*310#"}', version = 7;
    update reconcile_settings set automatic = false, late_seconds = 60, refund_seconds = 86400, grace_seconds = 0,
      version = 8, single_admin_limit = 999999999999999999, approval_settings_version = 9, advances = true, basis = 41;
    update referral_settings set kind = 'share', share = 1050, cap = 999999999999999999, months = 24, hold_days = 0,
      max_referrals = 1000, version = 10;
    update message_settings set enabled = true, sms_price = 800, whatsapp_price = 99999999, order_payer = 'wallet',
      quiet_from = 0, quiet_until = 23, daily_limit = 100, version = 11;
    update payment_settings set off = '{paystack,flutterwave}', fee_bearer = 'operator', min_amount = 1, collect = true,
      max_amount = 999999999999999999, dedicated_account_provider = 'monnify', version = 12;
  `);
  await migrate(base.url);
  const all = modules.flatMap(({ settings = [] }) => settings);
  const read = all.map(async (each) => [each.name, await readSettings(base.systemCtx, each)] as const);
  expect(Object.fromEntries(await Promise.all(read))).toMatchObject({
    sign_up: { open: true, version: 2 },
    privacy: { text: "“Ada” & Co\n1 Broad Street", version: 3 },
    report: { hour: 0, version: 4 },
    contact: {
      name: "Ada’s Data",
      phone: null,
      whatsapp: "+2348030000001",
      email: "ada@example.com",
      version: 5,
    },
    instructions: { text: 'Bank: "First"\n0123456789', version: 6 },
    issue: { replyHours: 336, reportingWindowDays: 90, checks: { 1: "*310#" }, version: 7 },
    reconcile: { automatic: false, lateSeconds: 60, refundSeconds: 86_400, graceSeconds: 0, version: 8 },
    approval: { singleAdminLimit: 999_999_999_999_999_999n, version: 9 },
    advances: { enabled: true },
    referral: {
      ...{ kind: "share", share: 1_050, cap: 999_999_999_999_999_999n, reward: null, minimum: null },
      ...{ months: 24, holdDays: 0, maxReferrals: 1_000, version: 10 },
    },
    message: {
      ...{ enabled: true, smsPrice: 800n, whatsappPrice: 99_999_999n, orderPayer: "wallet" },
      ...{ quietFrom: 0, quietUntil: 23, dailyLimit: 100, version: 11 },
    },
    payment: {
      ...{ paystack: false, monnify: true, flutterwave: false, feeBearer: "operator", collect: true },
      ...{
        dedicatedAccountProvider: "monnify",
        minAmount: 1n,
        maxAmount: 999_999_999_999_999_999n,
        version: 12,
      },
    },
  });
  expect(await base.sql`select basis from chain_basis`).toEqual([{ basis: 41 }]);
});
