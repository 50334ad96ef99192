import { sql } from "drizzle-orm";
import { getDatabase, inTransaction } from "#db/client";
import { createAdmin } from "#lib/account/admins";
import { setOperatorCollection } from "#lib/account/reseller/change-reseller";
import { createReseller } from "#lib/account/reseller/create-reseller";
import { changeSettings } from "#lib/audit/settings/save-settings";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { actForReseller, type Ctx, type Level } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { paymentSettings } from "#lib/payment/payment-settings";
import { saveMarkup } from "#lib/price-list/save-markup";
import type { ShopPaymentMethod } from "#lib/shop/payment-method";
import { openShop, saveShop } from "#lib/shop/save-shop";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import type { DemoPerson } from "./demo-keys.ts";
import { writeSampleHistory } from "./sample-history.ts";
import { writeSampleCustomers, writeSampleGrowth } from "./sample-people.ts";
import type { SampleSeller } from "./sample-purchases.ts";

/** The initial 50,000.00 of each reseller. */
const START_BALANCE = 5_000_000n;

/** The usual daily sales of each level's reseller, by channel. */
const DAILY_SALES: Record<Level, Pick<SampleSeller, "perDay" | "channels">> = {
  smart_earner: { perDay: 7, channels: ["web"] },
  affiliate: { perDay: 16, channels: ["web", "shop"] },
  top_user: { perDay: 14, channels: ["web"] },
  api: { perDay: 24, channels: ["api"] },
};

/**
 * Creates the demo's accounts in an empty database with sixty days of sample history, all or nothing.
 * @param upstreamBalance the operator's upstream balance, in minor units.
 * @param share of their usual sales.
 */
export async function createDemoAccounts(
  people: DemoPerson[],
  upstreamBalance: Minor,
  share = 1,
): Promise<void> {
  const { db, close } = getDatabase();
  const ctx: Ctx = { actor: { kind: "system", name: "demo" }, db };
  try {
    await syncCatalogue(ctx);
    const catalogue = await getCatalogue(ctx);
    await inTransaction(ctx, async (tx) => {
      const made = [];
      for (const person of people) made.push({ ...person, ...(await createDemoAccount(tx, person)) });
      const sellers = made.flatMap(({ id, role }) =>
        role === "admin"
          ? []
          : [{ id, level: role, ...DAILY_SALES[role], perDay: share * DAILY_SALES[role].perDay }],
      );
      const adminId = made.find(({ role }) => role === "admin")?.id ?? 0;
      await writeSampleHistory(tx, { catalogue, sellers, adminId, upstreamBalance });
      await writeSampleCustomers(tx);
      await writeSampleGrowth(tx, sellers);
      await forgetEvents(tx);
      for (const { id } of sellers)
        await postCredit(tx, { resellerId: id, amount: START_BALANCE, reason: "To try the portal with" });
      await enableDedicatedAccounts(tx);
    });
  } finally {
    await close();
  }
}

/** A made-up past needs no notifications, neither those that are there nor those that would follow. */
async function forgetEvents({ db }: Ctx): Promise<void> {
  await db.execute(sql`update events set handled_at = now() where handled_at is null`);
  await db.execute(sql`alter table notifications disable trigger notifications_no_delete`);
  await db.execute(sql`delete from notifications`);
  await db.execute(sql`alter table notifications enable trigger notifications_no_delete`);
}

/**
 * Resellers may have a dedicated account, to which customers transfer money; customers may pay in shops
 * through the operator's account.
 */
async function enableDedicatedAccounts(ctx: Ctx): Promise<void> {
  const reason = "To try account numbers with";
  await changeSettings(ctx, paymentSettings, {
    dedicatedAccountProvider: "paystack",
    collect: "yes",
    reason,
  });
}

async function createDemoAccount(ctx: Ctx, { role, ...person }: DemoPerson): Promise<{ id: number }> {
  if (role === "admin") return createAdmin(ctx, person);
  const { id } = await createReseller(ctx, { ...person, level: role });
  if (role === "affiliate") {
    const owner = actForReseller(ctx, { id, email: person.email, level: role, agent: null });
    await openDemoShop(owner, person.name);
    const reason = "To try paying in the shop with";
    await setOperatorCollection(ctx, { resellerId: id, version: 1, collects: "yes", reason });
  }
  if (role === "top_user")
    await saveMarkup(actForReseller(ctx, { id, email: person.email, level: role, agent: null }), {
      kind: "flat",
      value: "50",
    });
  return { id };
}

/** Opens the shop of the demo at `/s/demo`, as its owner would, ready for orders. */
async function openDemoShop(owner: Ctx, name: string): Promise<void> {
  const look = {
    name,
    slug: "demo",
    note: "Open every day from 8 to 22. Data usually arrives within a minute of your payment.",
    phone: "0803 123 4567",
  };
  const payments: ShopPaymentMethod[] = [
    { kind: "bank", bank: "Demo Bank", accountName: name, accountNumber: "0123456789" },
    { kind: "cash", where: "At the kiosk, 12 Allen Avenue, from 8 to 22." },
  ];
  await openShop(owner, { ...look, markup: "10", payments });
  await saveShop(owner, { ...look, whatsapp: look.phone, hue: 155, paymentWindowMinutes: 120, payments });
}
