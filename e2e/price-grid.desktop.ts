import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { findTestPlan, listTestPlans, testResellerCtx } from "./test-purchases.ts";

test("pastes prices into the grid, marks those below cost, previews, saves and undoes them", async ({
  page,
  people,
  signIn,
  stage,
  context,
}) => {
  const ada = testResellerCtx(stage, await people.reseller());
  const plan = await findTestPlan(stage, ada, 4);
  const priceNow = async () => (await listTestPlans(stage, ada)).find(({ id }) => id === plan.id)?.price;
  const dearer = formatDecimal(plan.price + 2_500n);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(await people.admin());
  await page.goto(`/admin/catalogue/prices?words=${encodeURIComponent(`#${plan.id}`)}`);
  const cell = (level: string) => page.locator(`input[name="${plan.id}.${level}"]`);
  await expectAccessible(page);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `₦${dearer}\t1\n5\t6\n`);
  await cell("affiliate").click();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(page.getByText("2 prices were pasted. 2 more didn’t fit the table.")).toBeVisible();
  await expect(page.locator(`[id="${plan.id}.affiliate-leaves"]`)).toHaveText(/^\+₦[\d,]+(\.\d\d)?$/);
  await page.getByRole("button", { name: "Preview changes" }).click();
  await expect(page.getByText("1 price can’t be saved. It’s marked below.")).toBeVisible();
  await expect(page.getByText(/^Below its cost of /)).toBeVisible();
  await cell("top_user").press("Escape");
  await cell("top_user").fill((await cell("api").inputValue()) || "0");
  await page.getByRole("button", { name: "Preview changes" }).click();
  await expect(page.getByRole("table", { name: "Price changes" })).toContainText(
    formatMoney(plan.price + 2_500n),
  );
  await expect(page.locator(":focus").getByRole("table", { name: "Price changes" })).toBeInViewport();
  await expectAccessible(page);
  await cell("affiliate").fill(formatDecimal(plan.price * 2n));
  await page.getByRole("button", { name: "Preview changes" }).click();
  // The preview before has the same field for a reason.
  await expect(page.getByRole("table", { name: "Price changes" })).toContainText(
    formatMoney(plan.price * 2n),
  );
  await page.getByLabel("Reason", { exact: true }).fill("A slip of a digit");
  await page.getByRole("button", { name: /^Save \d+ prices?$/ }).click();
  await expect(page.getByText("Check the large changes, then confirm them.")).toBeVisible();
  await expect(page.getByLabel(/^1 price changes a lot/)).toBeFocused();
  await expectAccessible(page);
  expect(await priceNow()).toBe(plan.price);
  await cell("affiliate").fill(dearer);
  await page.getByLabel("Reason", { exact: true }).fill("");
  await page.getByRole("button", { name: "Preview changes" }).click();
  await expect(page.getByLabel(/changes a lot/)).toHaveCount(0);
  await page.getByRole("button", { name: /^Save \d+ prices?$/ }).click();
  await expect(page.getByText("Enter a reason in a few words.")).toBeVisible();
  await page.getByLabel("Reason", { exact: true }).fill("The sheet of Monday");
  await page.getByRole("button", { name: /^Save \d+ prices?$/ }).click();
  await expect(page.getByText(/^Saved\. /)).toBeVisible();
  expect(await priceNow()).toBe(plan.price + 2_500n);
  await expect(cell("affiliate")).toHaveValue(dearer);

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("Too early");
  await page.getByRole("button", { name: "Undo prices" }).click();
  await expect(page.getByText("“Too early”")).toBeVisible();
  expect(await priceNow()).toBe(plan.price);
});
