import { sql } from "drizzle-orm";
import { contactSettings } from "#lib/account/contact-settings";
import { changeSettings } from "#lib/audit/settings/save-settings";
import { closeShop } from "#lib/shop/set-shop-state";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { nextTestPhone } from "./test-purchases.ts";
import { createTestShop, placeCustomerOrder } from "./test-shop.ts";

const NUMBER_WORDS = "zero one two three four five six seven eight nine ten".split(" ");

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a busy shop asks a question instead of closing, and takes the order with its answer", async ({
    page,
    people,
    stage,
    address,
  }) => {
    const shop = await createTestShop(stage, await people.reseller());
    const ctx = { ...stage.database.systemCtx, address };
    for (let n = 0; n < 20; n++)
      await placeCustomerOrder({ database: { ...stage.database, systemCtx: ctx } }, shop);
    await page.goto(`/s/${shop.slug}/order?plan=${shop.offers[0]?.planId}`);
    await page.getByLabel(/number gets the data/).fill(nextTestPhone());
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: /^Order for/ }).click();
    const question = page.getByLabel(/^What is/);
    await question.fill("99");
    await page.getByRole("button", { name: /^Order for/ }).click();
    await expect(page.getByText("The answer was wrong or too late.")).toBeVisible();
    const words = (await page.locator("label", { hasText: /^What is/ }).textContent()) ?? "";
    const sum = [...words.matchAll(/[a-z]+/g)].reduce(
      (so, [word]) => so + Math.max(0, NUMBER_WORDS.indexOf(word)),
      0,
    );
    await question.fill(String(sum));
    await page.getByRole("button", { name: /^Order for/ }).click();
    await expect(page.getByRole("heading", { name: /^Pay ₦/ })).toBeVisible();
  });

  test("rejects many orders at once, and lists those that could not be rejected", { tag: "@prove" }, async ({
    page,
    people,
    signIn,
    stage,
  }) => {
    const person = await people.reseller();
    const shop = await createTestShop(stage, person);
    const codes = [];
    for (let n = 0; n < 4; n++) codes.push((await placeCustomerOrder(stage, shop)).code);
    await signIn(person);
    await page.goto("/shop");
    await page.getByText("More actions").click();
    await page.getByRole("link", { name: "Reject several orders" }).click();
    await page.getByRole("link", { name: "Select all on this page" }).click();
    await page.getByRole("checkbox").last().uncheck();
    await stage.database.db.execute(
      sql`update orders set payment = 'received', paid_at = now() where code = ${codes[3]}`,
    );
    await page.getByLabel("Reason").fill("Nobody paid.");
    await page.getByRole("button", { name: "Reject selected orders" }).click();
    await expect(page.getByText("2 orders rejected.")).toBeVisible();
    await expect(page.getByText(/-.*: This order isn’t awaiting payment any more\./)).toBeVisible();
    await expect(page.getByRole("checkbox")).toHaveCount(1);
    await expect(page.getByRole("checkbox")).not.toBeChecked();
  });
});

test("hides payment instructions on old orders of a shop that the portal closed, and says whom to ask", {
  tag: "@prove",
}, async ({ page, people, stage }) => {
  const person = await people.reseller();
  const shop = await createTestShop(stage, person);
  const { code } = await placeCustomerOrder(stage, shop);
  const at = `/s/${shop.slug}/o/${code}`;
  await page.goto(`/report?shop=${shop.slug}`);
  await expect(page.getByText("Open the page of your order")).toBeVisible();
  await expectAccessible(page);
  await page.goto(at);
  await expect(page.getByText("3012345678")).toBeVisible();
  const operator = stage.database.systemCtx;
  await changeSettings(operator, contactSettings, { name: "Kiosk", phone: "0803 555 1234" });
  const [row] = await stage.database.db.execute<{ id: string }>(
    sql`select id from shops where slug = ${shop.slug}`,
  );
  await closeShop(operator, { id: Number(row?.id), version: 0, reason: "complaints" });
  await page.goto(at);
  await expect(page.getByRole("heading", { name: "This shop is closed" })).toBeVisible();
  await expect(page.getByText("3012345678")).toHaveCount(0);
  await expect(page.getByRole("link", { name: /WhatsApp/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Call 0803 555 1234" })).toBeVisible();
  await expectAccessible(page);
});

test("hides the pages of domains and messages from a shop while the operator offers neither", async ({
  page,
  signIn,
  stage,
  allow,
}) => {
  allow(/status of 404/);
  await createTestShop(stage, await signIn());
  for (const path of ["/shop/domain", "/shop/messages"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  }
});
