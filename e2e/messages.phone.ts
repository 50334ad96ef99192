import { changeSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { messageSettings } from "#lib/message/message-settings";
import { deliverOrder } from "#lib/shop/order/deliver-order";
import { orderList } from "#lib/shop/order/list-orders";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { displayTestPhone, nextTestPhone } from "./test-purchases.ts";
import { createTestShop } from "./test-shop.ts";

const turnMessages = (ctx: Ctx, enabled: "yes" | "") =>
  changeSettings(ctx, messageSettings, {
    ...{ enabled, smsPrice: "8", whatsappPrice: "12", orderPayer: "wallet", quietFrom: 0, quietUntil: 0 },
  });

test.afterEach(({ stage }) => turnMessages(stage.database.systemCtx, ""));

test("a customer who agrees gets an SMS about an order or a purchase, whose link stops messages", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  const { systemCtx } = stage.database;
  await turnMessages(systemCtx, "yes");
  const reseller = await people.reseller();
  const shop = await createTestShop(stage, reseller);
  await signIn(reseller);
  await page.goto("/shop/details");
  await page.getByRole("link", { name: "Turn on messages" }).click();
  await page.getByRole("radio", { name: /By SMS ₦8 for each, from your wallet/ }).check();
  await page.getByRole("checkbox", { name: /the day before their data ends/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expectAccessible(page);

  const phone = nextTestPhone();
  await page.goto(`/s/${shop.slug}/order?plan=${shop.offers[0]?.planId}`);
  await page.getByLabel(/number gets the data/).fill(displayTestPhone(phone));
  await page.getByRole("checkbox", { name: /Send an SMS to this number/ }).check();
  await expect(page.getByText("the day before your data ends")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /^Order for/ }).click();
  await expect(page.getByText("By SMS")).toBeVisible();
  const code = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const order = (await orderList.page(shop.owner, { show: "all" })).rows.find((row) => row.code === code);
  await deliverOrder(shop.owner, { code, ref: order?.nextRef ?? "", price: order?.cost ?? 0n });
  const [message] = await stage.phones.waitFor(`+234${phone.slice(1)}`, (messages) => messages.length > 0);
  expect(message?.text).toContain("was delivered");

  await page.goto("/shop/messages");
  await expect(page.getByRole("cell", { name: /^Delivered, order/ })).toBeVisible();
  await page.goto("/wallet");
  await expect(page.getByRole("table").getByText("Message to a customer")).toBeVisible();

  const buyerPhone = nextTestPhone();
  await page.goto(`/buy?${new URLSearchParams({ plan: String(shop.offers[0]?.planId), phone: buyerPhone })}`);
  await page.getByRole("checkbox", { name: "Send the customer an SMS (₦8)" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Send / }).click();
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  const [told] = await stage.phones.waitFor(`+234${buyerPhone.slice(1)}`, (messages) => messages.length > 0);
  expect(told?.text).toContain("was delivered. Purchase DT");

  const link = /http\S+\/m\/\w+/.exec(message?.text ?? "")?.[0] ?? "";
  await page.goto(new URL(link).pathname);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Stop messages" }).click();
  await expect(page.getByText("Stopped. No more messages come to this number.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Messages are stopped" })).toBeVisible();
});
