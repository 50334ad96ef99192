import type { Page } from "playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { openShop } from "./shop.ts";

async function order(page: Page, slug: string, number: string): Promise<string> {
  await page.goto(`/s/${slug}`);
  await page
    .getByRole("list", { name: "Plans" })
    .or(page.getByRole("main"))
    .getByRole("link", { name: /GB$/ })
    .first()
    .click();
  await page.getByLabel(/number gets the data/).fill(number);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("The data goes to")).toBeVisible();
  await page.getByRole("button", { name: /^Order for/ }).click();
  await page.waitForURL(/\/o\/[0-9a-z]{20}$/);
  await expect(page.getByRole("heading", { name: /^Pay ₦/ })).toBeVisible();
  return page.url();
}

test("a shop says who sells what at which price, on the first answer", async ({ page, people, stage }) => {
  const shop = await openShop(stage, await people.reseller());
  const [first] = shop.offers;
  const answer = await page.goto(`/s/${shop.slug}`);
  const html = (await answer?.text()) ?? "";
  expect(html).toContain(shop.name);
  expect(html).toContain(`${first?.size} ${first?.volume}`);
  await expect(page.getByRole("heading", { name: shop.name })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Call/ })).toHaveAttribute("href", "tel:+2348031234567");
  await expect(page).toHaveTitle(`${shop.name}: mobile data`);
  expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toBe(
    `${stage.member.url}/s/${shop.slug}`,
  );
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? "");
  expect(data).toMatchObject({ "@type": "Store", name: shop.name });
  await expectAccessible(page);
});

test("a customer orders, the shop taps once, both see it arrive", async ({
  page,
  browser,
  people,
  stage,
}, info) => {
  const person = await people.reseller();
  const shop = await openShop(stage, person);
  const seller = await browser.newContext({ baseURL: stage.member.url, viewport: page.viewportSize() });
  await people.signIn(seller, person, stage.member.url);
  const inbox = await seller.newPage();
  await inbox.goto("/storefront");
  await expect(inbox.getByRole("heading", { name: "Nothing to do" })).toBeVisible();

  const address = await order(page, shop.slug, `0803 77${info.workerIndex % 10} 4321`);
  await expectAccessible(page);
  const deliver = inbox.getByRole("button", { name: "Paid: deliver now" });
  await expect(deliver).toBeVisible();
  await expectAccessible(inbox);
  await deliver.dblclick();
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible({ timeout: 20_000 });
  await expect(inbox.getByRole("heading", { name: "Nothing to do" })).toBeVisible();
  const sent = (await stage.upstream.control.log()).filter(
    (entry) => entry.route === "purchase" && JSON.stringify(entry.body).includes("4321"),
  );
  expect(
    sent.filter((entry) => JSON.stringify(entry.body).includes(`080377${info.workerIndex % 10}4321`)),
  ).toHaveLength(1);

  await expect(page.getByText("0803 ••• 4321").first()).toBeVisible();
  expect(await page.content()).not.toContain(`77${info.workerIndex % 10} 4321`);
  await expectAccessible(page);
  await page.goto(`${address}/receipt`);
  await expect(page.getByText("Delivered").first()).toBeVisible();
  await seller.close();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("ordering works, and what was typed wrong is kept and explained", async ({
    page,
    people,
    stage,
    context,
  }) => {
    const shop = await openShop(stage, await people.reseller());
    await page.goto(`/s/${shop.slug}/order?plan=${shop.offers[0]?.planId}`);
    await page.getByLabel(/number gets the data/).fill("12345");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(/This is no mobile number\. A right one looks like/)).toBeVisible();
    await expect(page.getByLabel(/number gets the data/)).toHaveValue("12345");
    await order(page, shop.slug, "0803 765 4321");
    expect(await context.cookies()).toEqual([]);
  });

  test("the same form sent twice at once is one order", async ({ page, people, stage }) => {
    const shop = await openShop(stage, await people.reseller());
    await page.goto(`/s/${shop.slug}/order?plan=${shop.offers[0]?.planId}`);
    await page.getByLabel(/number gets the data/).fill("0803 765 4321");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("The data goes to")).toBeVisible();
    const multipart = await page
      .locator("form input")
      .evaluateAll((inputs: HTMLInputElement[]) =>
        Object.fromEntries(inputs.map((one) => [one.name, one.value])),
      );
    const send = () =>
      page.request.post(page.url(), {
        multipart: { ...multipart, step: "review" },
        headers: { Origin: stage.member.url },
        maxRedirects: 0,
      });
    const [one, two] = await Promise.all([send(), send()]);
    expect(one.headers().location).toMatch(/\/o\/[0-9a-z]{20}$/);
    expect(two.headers().location).toBe(one.headers().location);
    const elsewhere = await page.request.post(page.url(), {
      multipart: { ...multipart, step: "review" },
      headers: { Origin: "https://elsewhere.example" },
      maxRedirects: 0,
    });
    expect(elsewhere.headers().location).toBe(undefined);
  });
});

test("a refused order says why, and asks for no money", async ({ page, people, stage, context }) => {
  const person = await people.reseller();
  const shop = await openShop(stage, person);
  const address = await order(page, shop.slug, "0803 765 4321");
  await people.signIn(context, person, stage.member.url);
  await page.goto("/storefront");
  await page.getByRole("button", { name: "Refuse" }).click();
  await page.getByLabel("Why").fill("We are closed today.");
  await page.getByRole("button", { name: "Refuse the order" }).click();
  await expect(page.getByRole("heading", { name: "Nothing to do" })).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "The shop did not take this order" })).toBeVisible();
  await expect(page.getByText("We are closed today.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Bank transfer" })).toHaveCount(0);
});

test("with too little money the shop is told how much, and the payment stays noted", async ({
  page,
  people,
  stage,
  context,
}) => {
  const person = await people.reseller({ money: 0n });
  const shop = await openShop(stage, person);
  await order(page, shop.slug, "0803 765 4321");
  await people.signIn(context, person, stage.member.url);
  await page.goto("/storefront");
  await page.getByRole("button", { name: "Paid: deliver now" }).click();
  await expect(page.getByText(/Your wallet is ₦[\d,.]+ short/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Add money to your wallet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Deliver now", exact: true })).toBeVisible();
});

test("closed, paused and missing shops say so", async ({ page, people, stage, context, allow }) => {
  allow(/404/);
  const person = await people.reseller();
  const shop = await openShop(stage, person);
  const address = await order(page, shop.slug, "0803 765 4321");
  await people.signIn(context, person, stage.member.url);
  await page.goto("/storefront/shop");
  await page.getByRole("button", { name: "Pause orders" }).click();
  await expect(page.getByText(/Your shop is paused: customers see your prices/).first()).toBeVisible();
  await page.goto(`/s/${shop.slug}`);
  await expect(page.getByText("No orders right now")).toBeVisible();
  await page.goto("/storefront/shop");
  await page.getByRole("button", { name: "Close the shop" }).click();
  await expect(page.getByText(/Your shop is closed: customers see only/).first()).toBeVisible();
  expect((await page.goto(`/s/${shop.slug}`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: `${shop.name} is closed` })).toBeVisible();
  expect((await page.goto(address))?.status()).toBe(200);
  expect((await page.goto("/s/never-was"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "There is no shop here" })).toBeVisible();
  expect((await page.goto(`/s/${shop.slug}/o/${"0".repeat(20)}`))?.status()).toBe(404);
});
