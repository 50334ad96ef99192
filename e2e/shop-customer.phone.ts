import { gzipSync } from "node:zlib";
import type { Page } from "playwright/test";
import { compareForBuyer } from "#lib/catalogue/compare-plans";
import { savePlanPrice } from "#lib/price-list/save-plan-price";
import type { OfferView } from "#lib/shop/list-offers";
import type { ShopPaymentMethod } from "#lib/shop/payment-method";
import { saveShop } from "#lib/shop/save-shop";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { displayTestPhone, nextTestPhone } from "./test-purchases.ts";
import { createTestShop, placeCustomerOrder } from "./test-shop.ts";

async function placeShopOrder(page: Page, slug: string, number: string): Promise<string> {
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

test("shows a shop's name and prices in the first response, without loading script or style", async ({
  page,
  people,
  stage,
}) => {
  const shop = await createTestShop(stage, await people.reseller());
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (!["document", "image", "other"].includes(request.resourceType()) || request.url().includes("/_next/"))
      loaded.push(request.url());
  });
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

  const { code } = await placeCustomerOrder(stage, shop);
  expect(gzipSync(html).length).toBeLessThan(15_000);
  for (const path of [`/order?plan=${first?.planId}`, `/o/${code}/receipt`]) {
    const text = (await (await page.goto(`/s/${shop.slug}${path}`))?.body()) ?? Buffer.alloc(0);
    expect(gzipSync(text).length, path).toBeLessThan(15_000);
  }
  expect(loaded).toEqual([]);

  const image = await page.request.get(`/s/${shop.slug}/share.png`);
  const { etag = "", "cache-control": kept } = image.headers();
  expect([image.status(), kept]).toEqual([200, "public, max-age=3600"]);
  const again = await page.request.get(`/s/${shop.slug}/share.png`, { headers: { "If-None-Match": etag } });
  expect([again.status(), (await again.body()).length]).toEqual([304, 0]);
  for (const none of ["/s/%00/share.png", "/s/%00/qr.svg", `/s/${shop.slug}/picture/%00`])
    expect([none, (await page.request.get(none)).status()]).toEqual([none, 404]);
});

test("delivers a customer's order with two taps of the shop, and both see it", async ({
  page,
  browser,
  people,
  stage,
}, info) => {
  const person = await people.reseller();
  const shop = await createTestShop(stage, person);
  const seller = await browser.newContext({ baseURL: stage.member.url, viewport: page.viewportSize() });
  await people.signIn(seller, person, stage.member.url);
  const inbox = await seller.newPage();
  await inbox.goto("/shop");
  await expect(inbox.getByRole("heading", { name: "No orders to handle yet" })).toBeVisible();

  const address = await placeShopOrder(page, shop.slug, `0803 77${info.workerIndex % 10} 4321`);
  await expectAccessible(page);
  const state = await page.getByRole("heading", { name: /^Pay ₦/ }).boundingBox();
  const methods = await page.getByRole("region", { name: "Payment methods" }).boundingBox();
  expect(state?.y).toBeLessThan(methods?.y ?? 0);
  await expect(page.getByText("Reference", { exact: true }).filter({ visible: true })).toHaveCount(1);
  await page.getByRole("button", { name: "I’ve sent the money" }).dblclick();
  await expect(page.getByRole("heading", { name: "Payment sent" })).toBeVisible();
  await expect(page.getByRole("button", { name: "I’ve sent the money" })).toHaveCount(0);
  await expectAccessible(page);
  await expect(inbox.getByText("Payment sent").last()).toBeVisible();
  const deliver = inbox.getByText("Paid: deliver now");
  await expect(deliver).toBeVisible();
  await expectAccessible(inbox);
  await deliver.dblclick();
  const send = inbox.getByRole("button", { name: /^Send .+ for ₦[\d.,]+ to 0803 77\d 4321$/ });
  await expect(send).toBeFocused();
  await expect(inbox.getByText(/^You keep ₦/)).toBeVisible();
  await expectAccessible(inbox);
  await inbox.keyboard.press("Escape");
  await expect(send).toBeHidden();
  expect(await stage.database.sql`select from purchases where reseller_id = ${person.id}`).toHaveLength(0);
  await deliver.click();
  await send.dblclick();
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await expect(inbox.getByRole("heading", { name: "No orders to handle yet" })).toBeVisible();
  await expect(inbox.getByText(`Delivered to 0803 77${info.workerIndex % 10} 4321`)).toBeVisible();
  await expectAccessible(inbox);
  await inbox.getByRole("link", { name: "View purchase" }).click();
  await inbox.waitForURL(/\/purchases\/DT/);
  const sent = (await stage.upstream.control.log()).filter(
    (entry) => entry.route === "purchase" && JSON.stringify(entry.body).includes("4321"),
  );
  expect(
    sent.filter((entry) => JSON.stringify(entry.body).includes(`080377${info.workerIndex % 10}4321`)),
  ).toHaveLength(1);

  await expect(page.getByText("0803 ••• 4321").first()).toBeVisible();
  expect(await page.content()).not.toContain(`77${info.workerIndex % 10} 4321`);
  await expectAccessible(page);
  await expect(page.getByText("Sent to the network.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Order again" })).toHaveAttribute(
    "href",
    `/s/${shop.slug}/order?plan=${findFirstOffer(shop.offers).planId}`,
  );
  await page.goto(`${address}/receipt`);
  await expect(page.getByText("Delivered").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Print" })).toBeVisible();
  await expectAccessible(page);
  await seller.close();
});

/** Finds the offer that `placeShopOrder` orders. */
function findFirstOffer(offers: readonly OfferView[]): OfferView {
  const ofNetwork = offers.filter(
    ({ networkId, volume }) => networkId === offers[0]?.networkId && volume === "GB",
  );
  const [first] = ofNetwork.toSorted(compareForBuyer);
  if (!first) throw new Error("The shop sells too little.");
  return first;
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("places an order, and keeps and explains invalid inputs", async ({ page, people, stage, context }) => {
    const shop = await createTestShop(stage, await people.reseller());
    await page.goto(`/s/${shop.slug}/order?plan=${shop.offers[0]?.planId}`);
    await page.getByLabel(/number gets the data/).fill("12345");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText(/Enter a valid mobile number, for example/)).toBeVisible();
    await expect(page.getByLabel(/number gets the data/)).toHaveValue("12345");
    await placeShopOrder(page, shop.slug, "0803 765 4321");
    expect(await context.cookies()).toEqual([]);
  });

  test("asks once before it orders for a number that looks like another network's, and tells the shop", {
    tag: "@prove",
  }, async ({ page, people, stage, context }) => {
    const person = await people.reseller();
    const shop = await createTestShop(stage, person);
    const offer = shop.offers.find(({ networkName }) => networkName === "MTN");
    await page.goto(`/s/${shop.slug}/order?plan=${offer?.planId}`);
    const number = page.getByLabel(/number gets the data/);
    await expect(number).toHaveAttribute("placeholder", "0703 123 4567");
    await number.fill("123");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Enter a valid mobile number, for example 0703 123 4567.")).toBeVisible();
    await number.fill("0802 765 4321");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("This number looks like Airtel")).toBeVisible();
    await page.getByRole("button", { name: "Change the number" }).click();
    await expect(number).toHaveValue("0802 765 4321");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: /^Order for ₦.+ anyway$/ }).click();
    await page.waitForURL(/\/o\/[0-9a-z]{20}$/);

    await people.signIn(context, person, stage.member.url);
    await page.goto("/shop");
    await expect(page.getByText("Looks like Airtel", { exact: true })).toBeVisible();
    await page.getByText("Paid: deliver now").click();
    await expect(page.getByText("This number looks like Airtel. Check the network")).toBeVisible();
  });

  test("makes one order of a form that is sent twice at once", async ({ page, people, stage }) => {
    const shop = await createTestShop(stage, await people.reseller());
    await page.goto(`/s/${shop.slug}/order?plan=${shop.offers[0]?.planId}`);
    await page.getByLabel(/number gets the data/).fill("0803 765 4321");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("The data goes to")).toBeVisible();
    const multipart = await page
      .locator("form input")
      .evaluateAll((inputs: HTMLInputElement[]) =>
        Object.fromEntries(inputs.map((input) => [input.name, input.value])),
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

test("explains a rejected order and asks for no money", { tag: "@prove" }, async ({
  page,
  people,
  stage,
  context,
}) => {
  const person = await people.reseller();
  const shop = await createTestShop(stage, person);
  const address = await placeShopOrder(page, shop.slug, "0803 765 4321");
  await people.signIn(context, person, stage.member.url);
  await page.goto("/shop");
  await page.getByRole("button", { name: "Reject order" }).click();
  await page.getByLabel("Reason").fill("We are closed today.");
  await page.getByRole("dialog").getByRole("button", { name: "Reject order" }).click();
  await expect(page.getByRole("heading", { name: "No orders to handle yet" })).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Order rejected" })).toBeVisible();
  await expect(page.getByText("We are closed today.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Bank transfer" })).toHaveCount(0);
});

test("shows the shop the missing sum when the wallet is too low, and keeps the confirmed payment", {
  tag: "@prove",
}, async ({ page, people, stage, context }) => {
  const person = await people.reseller({ money: 0n });
  const shop = await createTestShop(stage, person);
  await placeShopOrder(page, shop.slug, "0803 765 4321");
  await people.signIn(context, person, stage.member.url);
  await page.goto("/shop");
  await page.getByText("Paid: deliver now").click();
  await page.getByRole("button", { name: /^Send / }).click();
  await expect(page.getByText(/Top up ₦[\d,.]+ to deliver this/)).toBeVisible();
  await expect(page.getByText(/^₦[\d,.]+ short$/)).toBeVisible();
  const add = page.getByRole("main").getByRole("link", { name: "Top up wallet" });
  await expect(add).toHaveAttribute("href", /^\/wallet\/fund\?amount=\d+\.\d\d&next=%2Fshop$/);
  await page.locator("summary").getByText("Cancel").click();
  await expect(page.getByText("Deliver now", { exact: true })).toBeVisible();
});

test("explains that a shop is closed, paused or missing", { tag: "@prove" }, async ({
  page,
  people,
  stage,
  context,
  allow,
}) => {
  allow(/404/);
  const person = await people.reseller();
  const shop = await createTestShop(stage, person);
  const address = await placeShopOrder(page, shop.slug, "0803 765 4321");
  await people.signIn(context, person, stage.member.url);
  await page.goto("/shop/details");
  await page.getByRole("button", { name: "Pause orders" }).click();
  await expect(page.getByText(/Your shop is paused: customers see your prices/).first()).toBeVisible();
  await page.goto(`/s/${shop.slug}`);
  await expect(page.getByText("No orders right now")).toBeVisible();
  await page.goto("/shop/details");
  await page.getByRole("button", { name: "Close shop" }).click();
  await expect(page.getByText(/Your shop is closed: customers see only/).first()).toBeVisible();
  expect((await page.goto(`/s/${shop.slug}`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: `${shop.name} is closed` })).toBeVisible();
  expect((await page.goto(address))?.status()).toBe(200);
  expect((await page.goto("/s/never-was"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Shop not found" })).toBeVisible();
  await expectAccessible(page);
  expect((await page.goto(`/s/${shop.slug}/o/${"0".repeat(20)}`))?.status()).toBe(404);
  await expect(page.getByRole("link", { name: "Go to the shop" })).toHaveAttribute("href", `/s/${shop.slug}`);
  await expect(page.getByRole("link", { name: /^Call/ })).toBeVisible();
  await expectAccessible(page);
});

test("redirects a shop's old address to the new one", { tag: "@prove" }, async ({ page, people, stage }) => {
  const shop = await createTestShop(stage, await people.reseller());
  const orderPath = new URL(await placeShopOrder(page, shop.slug, "0803 765 4321")).pathname;
  const slug = `${shop.slug}-new`;
  const payments: ShopPaymentMethod[] = [{ kind: "cash", where: "12 Allen Avenue." }];
  const look = { name: shop.name, note: "", phone: "", whatsapp: "", hue: 35, paymentWindowMinutes: 120 };
  await page.goto(`/s/${shop.slug}/order?plan=${shop.offers[0]?.planId}`);
  await page.getByLabel(/number gets the data/).fill("0803 765 4322");
  await saveShop(shop.owner, { ...look, slug, payments });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /^Order for/ }).click();
  await page.waitForURL(new RegExp(`/s/${slug}/o/[0-9a-z]{20}$`));

  await page.goto(orderPath);
  await expect(page).toHaveURL(`${stage.member.url}${orderPath.replace(shop.slug, slug)}`);
  await expect(page.getByRole("heading", { name: /^Pay ₦/ })).toBeVisible();
  await page.goto(`${orderPath}/receipt`);
  await expect(page).toHaveURL(`${stage.member.url}${orderPath.replace(shop.slug, slug)}/receipt`);
  await page.goto(`/s/${shop.slug}?network=2`);
  await expect(page).toHaveURL(`${stage.member.url}/s/${slug}?network=2`);
  const response = await page.request.get(`/s/${shop.slug}`, { maxRedirects: 0 });
  expect([response.status(), response.headers().location]).toEqual([308, `/s/${slug}`]);
  for (const file of ["share.png", "qr.svg"])
    expect((await page.request.get(`/s/${shop.slug}/${file}`)).status()).toBe(200);
});

test("explains that a shop has no plans on sale, and whom to ask", { tag: "@prove" }, async ({
  page,
  people,
  stage,
}) => {
  const shop = await createTestShop(stage, await people.reseller());
  for (const { planId } of shop.offers) await savePlanPrice(shop.owner, { planId, hidden: true });
  await page.goto(`/s/${shop.slug}`);
  await expect(page.getByRole("heading", { name: "No plans for sale right now" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Call/ }).last()).toBeVisible();
  await expectAccessible(page);
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "also without script", () => {
    test.use({ javaScriptEnabled });

    test("a customer whose browser filled the hidden field looks once more and gets through", {
      tag: "@prove",
    }, async ({ page, people, stage, context }) => {
      const shop = await createTestShop(stage, await people.reseller());
      await context.route(/\/order\?plan=/, async (route) => {
        const answer = await route.fetch();
        const body = (await answer.text()).replace('name="leave_empty"', 'name="leave_empty" value="Ada"');
        await route.fulfill({ response: answer, body });
      });
      await page.goto(`/s/${shop.slug}/order?plan=${shop.offers[0]?.planId}`);
      await context.unroute(/\/order\?plan=/);
      await page.locator('[name="leave_empty"]').evaluate((field: HTMLInputElement) => {
        field.value = "Ada";
      });
      await page.getByLabel(/number gets the data/).fill("0803 765 4321");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByText(/Nothing was ordered yet\. Check the number/)).toBeVisible();
      await expect(page.getByLabel(/number gets the data/)).toHaveValue("0803 765 4321");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("button", { name: /^Order for/ }).click();
      await page.waitForURL(/\/o\/[0-9a-z]{20}$/);
    });
  });

test("sends an email to a customer who left an address, and refunds a failed order", {
  tag: "@prove",
}, async ({ page, people, stage, context, sandbox }) => {
  const person = await people.reseller();
  const shop = await createTestShop(stage, person);
  const phone = nextTestPhone();
  await sandbox.order("fail", { phone });
  const { code } = await placeCustomerOrder(stage, shop, {
    phone,
    name: "Ngozi",
    email: "ngozi@example.com",
  });
  await people.signIn(context, person, stage.member.url);
  await page.goto("/shop");
  await expect(page.getByRole("link", { name: "ngozi@example.com" })).toHaveAttribute(
    "href",
    "mailto:ngozi@example.com",
  );
  await page.getByText("Paid: deliver now").click();
  await page.getByRole("button", { name: /^Send / }).click();
  await expect(page.getByText(`Failed, refunded: ${displayTestPhone(phone)}`)).toBeVisible();
  await expect(page.getByText("Retry delivery")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Mark as refunded" }).click();
  await page.getByLabel("Message to customer").fill("The network was down.");
  await page.getByRole("dialog").getByRole("button", { name: "Mark as refunded" }).click();
  await expect(page.getByRole("heading", { name: "No orders to handle yet" })).toBeVisible();
  await page.goto(`/s/${shop.slug}/o/${code}`);
  await expect(page.getByRole("heading", { name: "Refunded" })).toBeVisible();
  await expect(page.getByText("The network didn’t deliver it.")).toBeVisible();
  await expect(page.getByText("The shop refunded you. “The network was down.”")).toBeVisible();
});

test("a page that fails tells customers that nothing is lost, and the way back to the shop", {
  tag: "@prove",
}, async ({ page, people, stage, allow }) => {
  allow(/./);
  const shop = await createTestShop(stage, await people.reseller());
  const { code } = await placeCustomerOrder(stage, shop);
  await stage.database.sql`update shops set payments = '[{"kind": "broken"}]' where slug = ${shop.slug}`;
  await page.goto(`/s/${shop.slug}/o/${code}`);
  await expect(page.getByRole("heading", { name: "This page couldn’t load" })).toBeVisible();
  await expect(page.getByText(/Your orders and payments are safe/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to the shop" })).toHaveAttribute("href", `/s/${shop.slug}`);
  await expectAccessible(page);
  await stage.database.sql`update shops set payments = '[]' where slug = ${shop.slug}`;
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: /^Pay ₦/ })).toBeVisible();
});

test("lets a customer send a form again after it could not be accepted", { tag: "@prove" }, async ({
  page,
  people,
  stage,
  allow,
}) => {
  allow(/500/);
  const shop = await createTestShop(stage, await people.reseller());
  await page.goto(`/s/${shop.slug}/order?plan=${shop.offers[0]?.planId}`);
  await page.getByLabel(/number gets the data/).fill("0803 765 4321");
  await stage.database.sql`update shops set payments = '[{"kind": "broken"}]' where slug = ${shop.slug}`;
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "This page couldn’t load" })).toBeVisible();
  await stage.database.sql`update shops set payments = '[]' where slug = ${shop.slug}`;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("The data goes to")).toBeVisible();
  await expect(page.getByText("0803 765 4321")).toBeVisible();
});

test("keeps the focus when a page updates automatically, and announces a copied text", {
  tag: "@prove",
}, async ({ page, people, stage, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const shop = await createTestShop(stage, await people.reseller());
  await page.goto(`/s/${shop.slug}/o/${(await placeCustomerOrder(stage, shop)).code}`);
  const copy = page.getByRole("button", { name: "Copy account number" });
  await copy.click();
  await expect(copy).toContainText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("3012345678");
  const share = page.getByRole("link", { name: "Share status" });
  await share.focus();
  await stage.database
    .sql`update orders set payment = 'rejected', changed_at = now() where shop_id = (select shop_id from shop_slugs where slug = ${shop.slug})`;
  await expect(page.getByRole("heading", { name: "Order rejected" })).toBeVisible();
  await expect(share).toBeFocused();
});
