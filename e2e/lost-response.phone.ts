import type { Page } from "playwright/test";
import { getWallet } from "#lib/ledger/wallet";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

type Stage = Parameters<typeof testResellerCtx>[0];

const CUT = /net::ERR_(FAILED|CONNECTION_RESET)/;
const buyButton = (page: Page) => page.getByRole("button", { name: /^Send / });

/** Lets forms of a page reach the portal, and cuts their responses off. @returns what ends it */
async function cutResponses(page: Page, path: string): Promise<() => Promise<void>> {
  const isForm = (url: URL) => url.pathname === path;
  await page.route(isForm, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch({ maxRedirects: 0 });
    await route.abort("connectionreset");
  });
  return () => page.unroute(isForm);
}

const readWallet = async (stage: Stage, resellerId: number) =>
  (await getWallet(stage.database.systemCtx, { resellerId })).wallet;

test("buys once when the response of the portal was lost, and shows the purchase at the second tap", async ({
  page,
  signIn,
  stage,
  sandbox,
  allow,
}) => {
  allow(CUT);
  const person = await signIn();
  const plan = await findTestPlan(stage, testResellerCtx(stage, person));
  const phone = nextTestPhone();
  const before = await readWallet(stage, person.id);
  await page.goto(`/buy?plan=${plan.id}&phone=${phone}`);
  await page.getByLabel("Selling price").fill("999");
  const restore = await cutResponses(page, "/buy");
  await buyButton(page).click();
  await expect(page.getByText("Your purchase may have been placed. Tap again to check")).toBeVisible();
  await expect(page.getByLabel("Selling price")).toHaveValue("999");
  await expectAccessible(page);
  await restore();
  await buyButton(page).click();
  await expect(page).toHaveURL(/\/purchases\/DT/);
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  expect(await countSent(sandbox, phone)).toBe(1);
  expect(before - (await readWallet(stage, person.id))).toBe(plan.price);
});

test("opens the purchase whose response was lost when its page is loaded again", { tag: "@prove" }, async ({
  page,
  signIn,
  stage,
  sandbox,
  allow,
}) => {
  allow(CUT);
  const person = await signIn();
  const plan = await findTestPlan(stage, testResellerCtx(stage, person));
  const phone = nextTestPhone();
  await page.goto(`/buy?plan=${plan.id}&phone=${phone}`);
  const restore = await cutResponses(page, "/buy");
  await buyButton(page).click();
  await expect(page.getByText("Your purchase may have been placed.")).toBeVisible();
  await restore();
  await page.goto("/buy");
  await expect(page).toHaveURL(/\/purchases\/DT/);
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  expect(await countSent(sandbox, phone)).toBe(1);
  await page.goto("/buy");
  await expect(page.getByRole("group", { name: "Network" })).toBeVisible();
  await expect(page.getByText("We couldn’t confirm this purchase")).toHaveCount(0);
});

test("offers a purchase that never arrived again after a reload, with its number, plan and ref", {
  tag: "@prove",
}, async ({ page, signIn, stage, sandbox, allow }) => {
  allow(CUT);
  const person = await signIn();
  const plan = await findTestPlan(stage, testResellerCtx(stage, person));
  const phone = nextTestPhone();
  await page.goto(`/buy?plan=${plan.id}&phone=${phone}`);
  const ref = await page.locator("input[name=ref]").inputValue();
  await page.route("**/buy*", (route) => route.abort("connectionreset"));
  await buyButton(page).click();
  await expect(page.getByText("Your purchase may have been placed.")).toBeVisible();
  await page.unroute("**/buy*");
  await page.goto("/buy");
  await expect(page.getByText("it hasn’t been placed yet")).toBeVisible();
  expect(await page.locator("input[name=ref]").inputValue()).toBe(ref);
  expect(await countSent(sandbox, phone)).toBe(0);
  await buyButton(page).click();
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  expect(await countSent(sandbox, phone)).toBe(1);
});

test("credits a wallet once when the response was lost, at the second tap or after a reload", {
  tag: "@prove",
}, async ({ page, people, signIn, stage, allow }) => {
  allow(CUT);
  const reseller = await people.reseller({ money: 0n });
  await signIn(await people.admin());
  const path = `/admin/wallets/${reseller.id}`;
  await page.goto(path);
  const dialog = page.locator("dialog[open]");
  const credit = dialog.getByRole("button", { name: "Credit wallet" });
  const lost = dialog.getByText("it is never done twice");

  await page.getByRole("button", { name: "Credit", exact: true }).click();
  await dialog.getByLabel("Amount").fill("500");
  await dialog.getByLabel("Reason").fill("transfer 771");
  const restore = await cutResponses(page, path);
  await credit.click();
  await expect(lost).toBeVisible();
  await expect(dialog.getByLabel("Amount")).toHaveValue("500");
  await restore();
  await credit.click();
  await expect(dialog.getByText("New balance: ₦500.")).toBeVisible();
  expect(await readWallet(stage, reseller.id)).toBe(50_000n);
  await expect(credit).toBeHidden();
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Credit", exact: true }).click();
  await dialog.getByLabel("Amount").fill("200");
  await dialog.getByLabel("Reason").fill("transfer 772");
  const restoreAgain = await cutResponses(page, path);
  await credit.click();
  await expect(lost).toBeVisible();
  await restoreAgain();
  await page.reload();
  await expect(lost).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toHaveValue("transfer 772");
  await credit.click();
  await expect(dialog.getByText("New balance: ₦700.")).toBeVisible();
  expect(await readWallet(stage, reseller.id)).toBe(70_000n);
  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: "transfer 772" })).toHaveCount(1);
  await expect(dialog).toHaveCount(0);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("buys once when the browser sends the form again", async ({ page, signIn, stage, sandbox }) => {
    const person = await signIn();
    const plan = await findTestPlan(stage, testResellerCtx(stage, person));
    const phone = nextTestPhone();
    await page.goto(`/buy?plan=${plan.id}&phone=${phone}`);
    const restore = await cutResponses(page, "/buy");
    await buyButton(page).click();
    await expect.poll(() => page.url()).toContain("chrome-error");
    await restore();
    await page.reload();
    await expect(page).toHaveURL(/\/purchases\/DT/);
    await expect(page.getByRole("heading", { name: /Processing|Delivered/ })).toBeVisible();
    expect(await countSent(sandbox, phone)).toBe(1);
  });
});

async function countSent(
  sandbox: { purchases(): Promise<readonly { body: unknown }[]> },
  phone: string,
): Promise<number> {
  const sent = await sandbox.purchases();
  return sent.filter(({ body }) => (body as { mobile_number?: string } | null)?.mobile_number === phone)
    .length;
}
