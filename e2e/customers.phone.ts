import { saveCustomer } from "#lib/customer/customer";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, buyNow, freshPhone, shopper, shown } from "./shopping.ts";

test("a number is saved from its purchase, offered while its name is typed, and bought for again in two taps", async ({
  page,
  signIn,
  stage,
}) => {
  const person = await signIn();
  const ctx = shopper(stage, person);
  const plan = await aPlan(stage, ctx);
  const number = freshPhone();
  const { ident } = await buyNow(ctx, plan, number);
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await page.getByLabel("Name").fill("Ada Obi");
  await page.getByRole("button", { name: "Save this number" }).click();
  await expect(page.getByRole("link", { name: "Ada Obi" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save this number" })).toHaveCount(0);

  await page.getByRole("link", { name: "Ada Obi" }).click();
  await expect(page.getByRole("heading", { name: "Ada Obi" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/customers");
  await page.getByRole("link", { name: /^Buy again for Ada Obi/ }).click();
  await expect(page.getByText(shown(number))).toBeVisible();
  // It was bought a moment ago, which the review asks about.
  await page.getByRole("button", { name: /^Yes, buy a second one for/ }).click();
  await expect(page).toHaveURL(/\/purchases\/DT/);

  await saveCustomer(ctx, { phone: freshPhone(), name: "Adaeze" });
  await page.goto(`/buy?network=${plan.networkId}&type=${plan.typeId}`);
  const field = page.getByRole("combobox", { name: "Number" });
  await page.getByRole("button", { name: "Find a customer by name" }).click();
  await field.fill("ad");
  await expect(page.getByRole("option")).toHaveText([/^Ada Obi/, /^Adaeze/]);
  await expectAccessible(page);
  await field.press("ArrowDown");
  await expect(page.getByRole("option", { selected: true })).toHaveText(/^Ada Obi/);
  await field.press("Enter");
  await expect(field).toHaveValue(shown(number));
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Ada Obi/ })).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("customers are pasted, looked at and saved, and their numbers are typed as ever", {
    tag: "@prove",
  }, async ({ page, signIn, stage }) => {
    const person = await signIn();
    const ctx = shopper(stage, person);
    const plan = await aPlan(stage, ctx);
    const [ada, musa] = [freshPhone(), freshPhone()];
    await saveCustomer(ctx, { phone: ada, name: "Ada" });
    await page.goto("/customers/import");
    await page
      .getByLabel("Customers")
      .fill(`${ada}, Ada Obi\n${musa}, Musa, ${plan.id}\n${musa}, Twice\n12345, Nobody`);
    await page.locator("#paste").getByRole("button", { name: "Check them" }).click();
    await expect(page.getByRole("heading", { name: "4 rows" })).toBeVisible();
    await expect(page.getByText("instead of Ada")).toBeVisible();
    await expect(page.getByText("The same number stands above").first()).toBeVisible();
    await page.getByRole("button", { name: "Save 1 new" }).click();
    await expect(page.getByText("1 new customer saved, 1 updated.")).toBeVisible();
    await page.getByRole("link", { name: "Musa", exact: true }).click();
    await page.getByLabel("Note").fill("pays on Fridays");
    await page.getByLabel("Number", { exact: true }).fill(ada);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("You saved this number already.")).toBeVisible();
    await expect(page.getByLabel("Note")).toHaveValue("pays on Fridays");
    await page.goto(`/buy?plan=${plan.id}`);
    await page.getByLabel("Number", { exact: true }).fill(musa);
    await page.getByRole("button", { name: "Review" }).click();
    await expect(page.getByText(shown(musa))).toBeVisible();
  });
});
