import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, buyNow, freshPhone, shopper, shown } from "./shopping.ts";

test("the desk shows what nobody knows, and settles it with a reason", async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const ada = await people.reseller();
  const plan = await aPlan(stage, shopper(stage, ada));
  const phone = freshPhone();
  await sandbox.order("reset", { phone });
  const { ident } = await buyNow(shopper(stage, ada), plan, phone);
  await signIn(await people.admin());
  await page.goto("/admin/unconfirmed");
  const row = page.getByRole("listitem").filter({ hasText: shown(phone) });
  await expect(row.getByText(/^Decide by/)).toBeVisible();
  await expect(row.getByText("Not clear")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Settle" }).click();
  await expect(page.getByText("Choose at least one purchase.")).toBeVisible();
  await row.getByRole("checkbox").check();
  await page.getByLabel("The chosen ones are").selectOption("failed");
  await page.getByLabel("Why", { exact: true }).last().fill("Asked the upstream");
  await page.getByRole("button", { name: "Settle" }).click();
  await expect(page.getByText(shown(phone))).toHaveCount(0);
  await page.goto(`/admin/purchases/${ident}`);
  await expect(page.getByText("Asked the upstream").first()).toBeVisible();
});

test("an admin stops sending with a reason and starts it again", async ({ page, people, signIn }) => {
  await signIn(await people.admin());
  await page.goto("/admin/unconfirmed");
  await expect(page.getByText("Running")).toBeVisible();
  await page.getByText("Stop sending", { exact: true }).first().click();
  await page.getByLabel("Why", { exact: true }).first().fill("The float is moved");
  await page.getByRole("button", { name: "Stop sending" }).click();
  await expect(page.getByText("The float is moved")).toBeVisible();
  await page.getByLabel("Why it may run again").fill("The float is back");
  await page.getByRole("button", { name: "Start sending" }).click();
  await expect(page.getByText("Running")).toBeVisible();
});
