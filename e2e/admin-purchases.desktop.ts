import type { Page } from "playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, buyNow, freshPhone, shopper, shown } from "./shopping.ts";

test("one box finds a purchase by number, ident, ref, e-mail and upstream id", async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const [ada, ben] = [await people.reseller(), await people.reseller()];
  const plan = await aPlan(stage, shopper(stage, ada));
  const [hers, his] = [freshPhone(), freshPhone()];
  const { ident, ref } = await buyNow(shopper(stage, ada), plan, hers);
  await buyNow(shopper(stage, ben), plan, his);
  const sent = await sandbox.waitForPurchase({ phone: hers }, { until: "answered" });
  await signIn(await people.admin());
  await page.goto("/admin/purchases");
  const search = page.getByRole("searchbox");
  for (const found of [hers, ident, ref, ada.email, String(sent.transaction?.id)]) {
    await search.fill(found);
    await search.press("Enter");
    await expect(row(page, his)).toHaveCount(0);
    await expect(row(page, hers)).toBeVisible();
  }
  await page.goto(`/admin/purchases?reseller=${ben.id}`);
  await expect(page.getByRole("link", { name: `Remove filter: ${ben.name}` })).toBeVisible();
  await expect(row(page, hers)).toHaveCount(0);
});

test("a purchase shows its money, its raw answer as plain text, and who did what", async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const ada = await people.reseller();
  const plan = await aPlan(stage, shopper(stage, ada));
  const phone = freshPhone();
  await sandbox.order({ lie: "markup" }, { phone });
  const { ident } = await buyNow(shopper(stage, ada), plan, phone);
  await sandbox.waitForPurchase({ phone }, { until: "answered" });
  await signIn(await people.admin());
  await page.goto(`/admin/purchases/${ident}`);
  await expect(page.getByText("Margin")).toBeVisible();
  await page.getByText(/^Raw answer/).click();
  await expect(page.locator("pre")).toContainText("<");
  await expect(page.locator("pre").locator("*")).toHaveCount(0);
  await expect(page.getByText("bought", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

/** The row of a number, as its link. */
const row = (page: Page, phone: string) => page.getByRole("table").getByRole("link", { name: shown(phone) });
