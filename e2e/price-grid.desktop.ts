import { decimalText, formatMoney } from "#lib/core/money";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, onSale, shopper } from "./shopping.ts";

test("prices are pasted into the grid, what is below cost is marked, all is seen, saved and taken back", async ({
  page,
  people,
  signIn,
  stage,
  context,
}) => {
  const ada = shopper(stage, await people.reseller());
  const plan = await aPlan(stage, ada, 4);
  const priceNow = async () => (await onSale(stage, ada)).find(({ id }) => id === plan.id)?.price;
  const dearer = decimalText(plan.price + 2_500n);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(await people.admin());
  await page.goto(`/admin/catalogue/prices?words=${encodeURIComponent(`#${plan.id}`)}`);
  const cell = (level: string) => page.locator(`input[name="${plan.id}.${level}"]`);
  await expectAccessible(page);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `₦${dearer}\t1\n5\t6\n`);
  await cell("affiliate").click();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(page.getByText("2 prices were pasted. 2 more found no cell.")).toBeVisible();
  await page.getByRole("button", { name: "See what changes" }).click();
  await expect(page.getByText("1 price cannot be saved. It is marked below.")).toBeVisible();
  await expect(page.getByText(/^Below its cost of /)).toBeVisible();
  await cell("top_user").press("Escape");
  await cell("top_user").fill((await cell("api").inputValue()) || "0");
  await page.getByRole("button", { name: "See what changes" }).click();
  await expect(page.getByRole("table", { name: "Prices that change" })).toContainText(
    formatMoney(plan.price + 2_500n),
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Save (this|these)/ }).click();
  await expect(page.getByText("Say why, in a few words.")).toBeVisible();
  await page.getByLabel("Why", { exact: true }).fill("The sheet of Monday");
  await page.getByRole("button", { name: /^Save (this|these)/ }).click();
  await expect(page.getByText(/^Saved\. /)).toBeVisible();
  expect(await priceNow()).toBe(plan.price + 2_500n);
  await expect(cell("affiliate")).toHaveValue(dearer);

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Why").fill("Too early");
  await page.getByRole("button", { name: "Take them back" }).click();
  await expect(page.getByText("“Too early”")).toBeVisible();
  expect(await priceNow()).toBe(plan.price);
});
