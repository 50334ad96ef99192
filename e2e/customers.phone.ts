import { saveCustomer } from "#lib/customer/customer";
import { expect, expectAccessible, test } from "./fixtures.ts";
import {
  buyTestPlan,
  displayTestPhone,
  findTestPlan,
  nextTestPhone,
  testResellerCtx,
} from "./test-purchases.ts";

test("saves a number from its purchase, suggests it by name, and buys for it again in two taps", async ({
  page,
  signIn,
  stage,
}) => {
  const person = await signIn();
  const ctx = testResellerCtx(stage, person);
  const plan = await findTestPlan(stage, ctx);
  const number = nextTestPhone();
  const { ident } = await buyTestPlan(ctx, plan, number);
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await page.getByLabel("Name").fill("Ada Obi");
  await page.getByRole("button", { name: "Save customer" }).click();
  await expect(page.getByRole("link", { name: "Ada Obi" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save customer" })).toHaveCount(0);

  await page.getByRole("link", { name: "Ada Obi" }).click();
  await expect(page.getByRole("heading", { name: "Ada Obi" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/customers");
  // The plan of the price beside it.
  await expect(page.getByRole("cell", { name: /· [\d.]+ [MG]B$/ })).toBeVisible();
  await page.getByRole("link", { name: /^Buy again for Ada Obi/ }).click();
  await expect(page.getByText(displayTestPhone(number), { exact: true })).toBeVisible();
  // The number was bought for a moment ago, so the review asks for a confirmation.
  await page.getByRole("button", { name: /^Send again/ }).click();
  await expect(page).toHaveURL(/\/purchases\/DT/);

  await saveCustomer(ctx, { phone: nextTestPhone(), name: "Adaeze" });
  await page.goto("/buy");
  // A name brings the network of its number.
  await expect(page.getByRole("group", { name: "Network" })).toBeVisible();
  await page.getByRole("combobox", { name: "Phone number" }).fill("ad");
  await expect(page.getByRole("group", { name: "Network" })).toHaveCount(0);
  await page.goto(`/buy?network=${plan.networkId}`);
  const field = page.getByRole("combobox", { name: "Phone number" });
  await page.getByRole("button", { name: "Find a customer by name" }).click();
  await field.fill("ad");
  await expect(page.getByRole("option")).toHaveText([/^Ada Obi/, /^Adaeze/]);
  await expectAccessible(page);
  await field.press("ArrowDown");
  await expect(page.getByRole("option", { selected: true })).toHaveText(/^Ada Obi/);
  await field.press("Enter");
  await expect(field).toHaveValue(displayTestPhone(number));
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Ada Obi usually gets" })).toBeVisible();
});

test("keeps the entered customer while its reseller signs in again", { tag: "@prove" }, async ({
  page,
  signIn,
}) => {
  const person = await signIn();
  await page.goto("/customers/new");
  await page.getByLabel("Name").fill("Adaeze Obi");
  await page.getByLabel("Phone number").fill(nextTestPhone());
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("You’re signed out, so nothing was done just now.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Adaeze Obi");
  await signIn(person);
  await page.goto("/customers/new");
  await expect(page.getByText("Nothing was done before you signed in.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Adaeze Obi");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Adaeze Obi" })).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("imports pasted customers after a preview, and still accepts their typed numbers", {
    tag: "@prove",
  }, async ({ page, signIn, stage }) => {
    const person = await signIn();
    const ctx = testResellerCtx(stage, person);
    const plan = await findTestPlan(stage, ctx);
    const [ada, musa] = [nextTestPhone(), nextTestPhone()];
    await saveCustomer(ctx, { phone: ada, name: "Ada" });
    await page.goto("/customers/import");
    await page
      .getByLabel("Customers")
      .fill(`${ada}, Ada Obi\n${musa}, Musa, ${plan.id}\n${musa}, Twice\n12345, Nobody`);
    await page.locator("#paste").getByRole("button", { name: "Check rows" }).click();
    await expect(page.getByRole("heading", { name: "4 rows" })).toBeVisible();
    await expect(page.getByText("instead of Ada")).toBeVisible();
    await expect(page.getByText("Same phone number as a row above").first()).toBeVisible();
    await page.getByRole("button", { name: "Save 1 new" }).click();
    await expect(page.getByText("1 new customer saved, 1 updated.")).toBeVisible();
    await page.getByRole("link", { name: "Musa", exact: true }).click();
    await page.getByText("Change details").click();
    await page.getByLabel("Note").fill("pays on Fridays");
    await page.getByLabel("Phone number", { exact: true }).fill(ada);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("You saved this number already.")).toBeVisible();
    await expect(page.getByLabel("Note")).toHaveValue("pays on Fridays");
    await page.goto(`/buy?plan=${plan.id}`);
    await page.getByLabel("Phone number", { exact: true }).fill(musa);
    await page.getByRole("button", { name: "Review" }).click();
    await expect(page.getByText(displayTestPhone(musa), { exact: true })).toBeVisible();
  });
});
