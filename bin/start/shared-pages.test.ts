import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { changeSettings } from "#lib/audit/settings/save-settings";
import { setAvailabilitySwitch } from "#lib/catalogue/availability-switches";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { saveMarkup } from "#lib/price-list/save-markup";
import { setShopState } from "#lib/shop/set-shop-state";
import { openTestShop } from "#lib/shop/testing/test-shop";
import { openScene } from "#lib/testing/open-scene";
import { createSharedPages, openSharedPages } from "./shared-pages.ts";

const at = await openScene();

test("renders again at once after a change of settings, a shop, its prices, the catalogue and sending", async () => {
  const clear = vi.fn();
  await openSharedPages({ ...createSharedPages(), clear });
  const { ctx } = await at.reseller();
  const admin = await at.admin();
  const [plan] = (await getCatalogue(at.system)).plans.values();
  if (!plan) throw new Error("There is no plan.");
  const { networkId, typeId } = plan;
  const changes: Record<string, () => Promise<unknown>> = {
    settings: () => changeSettings(admin, signUpSettings, { open: true }),
    "new shop": () => openTestShop(ctx, "ada"),
    shop: () => setShopState(ctx, { state: "paused" }),
    prices: () => saveMarkup(ctx, { kind: "percent", value: "20" }),
    catalogue: () =>
      setAvailabilitySwitch(admin, {
        networkId,
        typeId,
        to: "off",
        message: "Down.",
        version: 0,
        reason: "down",
      }),
    sending: () => at.system.db.execute(sql`update dispatcher set stopped = true`),
  };
  for (const [name, change] of Object.entries(changes)) {
    clear.mockClear();
    await change();
    await vi.waitUntil(() => clear.mock.calls.length > 0).catch(() => expect.fail(`${name} clears nothing`));
  }
});
