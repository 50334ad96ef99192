import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, freshPhone, shopper } from "./shopping.ts";

test("a PIN that is set in the settings is asked before a purchase, and a wrong one leaves the review as it was", async ({
  page,
  signIn,
  stage,
}) => {
  const person = await signIn();
  await page.goto("/settings");
  await page.getByLabel("PIN", { exact: true }).fill("4711");
  await page.locator("#pin-password").fill(person.password);
  await page.getByRole("button", { name: "Set PIN" }).click();
  await expect(page.getByText("From now on buying asks for it.")).toBeVisible();
  await expectAccessible(page);

  const plan = await aPlan(stage, shopper(stage, person));
  await page.goto(`/buy?${new URLSearchParams({ plan: String(plan.id), phone: freshPhone() })}`);
  const asked = page.getByLabel("Your PIN");
  await asked.fill("4712");
  await page.getByRole("button", { name: "Buy for" }).click();
  await expect(page.getByText("This is not your PIN. Two more wrong ones")).toBeVisible();
  await expect(asked).toHaveValue("");
  await expectAccessible(page);
  expect(await stage.database.sql`select from purchases where reseller_id = ${person.id}`).toHaveLength(0);
  await asked.fill("4711");
  await page.getByRole("button", { name: "Buy for" }).click();
  await expect(page).toHaveURL(/\/purchases\/DT/);
});
