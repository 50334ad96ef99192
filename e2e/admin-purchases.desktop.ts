import type { Page } from "playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import {
  buyTestPlan,
  displayTestPhone,
  findTestPlan,
  nextTestPhone,
  testResellerCtx,
} from "./test-purchases.ts";

test("finds a purchase by phone number, references, email and supplier’s ID", async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const [ada, ben] = [await people.reseller(), await people.reseller()];
  const plan = await findTestPlan(stage, testResellerCtx(stage, ada));
  const [hers, his] = [nextTestPhone(), nextTestPhone()];
  const { ident, ref } = await buyTestPlan(testResellerCtx(stage, ada), plan, hers);
  await buyTestPlan(testResellerCtx(stage, ben), plan, his);
  const sent = await sandbox.waitForPurchase({ phone: hers }, { until: "answered" });
  await signIn(await people.admin());
  await page.goto("/admin/purchases");
  await expect(purchaseRow(page, his)).toBeVisible();
  // Its head sticks, so nothing lets a table that is too wide scroll.
  const overhang = await page.getByRole("table", { name: "Purchases" }).evaluate((table) => {
    for (const cell of table.querySelectorAll("tbody .figure")) cell.textContent = "₦1,000,551.50";
    for (const text of table.querySelectorAll("tbody .truncate")) text.textContent = "a long name ".repeat(9);
    return table.getBoundingClientRect().right - (table.parentElement?.getBoundingClientRect().right ?? 0);
  });
  expect(overhang).toBeLessThanOrEqual(0);
  const search = page.getByRole("searchbox");
  for (const query of [hers, ident, ref, ada.email, String(sent.transaction?.id)]) {
    await search.fill(query);
    await search.press("Enter");
    await expect(purchaseRow(page, his)).toHaveCount(0);
    await expect(purchaseRow(page, hers)).toBeVisible();
  }
  await expect(page.locator("form#bulk")).toBeHidden();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(page.getByRole("checkbox", { name: "Select all 1 matching" })).toBeVisible();
  await expect(page.getByLabel("With selected")).toHaveValue("");
  await page.getByLabel("With selected").selectOption("note");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Add note: 1 purchase" })).toBeVisible();
  await page.goto(`/admin/purchases?reseller=${ben.id}`);
  await expect(page.getByRole("link", { name: `Remove filter: ${ben.name}` })).toBeVisible();
  await expect(purchaseRow(page, hers)).toHaveCount(0);
  const more = page.locator("summary", { hasText: "More filters" });
  await expect(more).toHaveText("More filters");
  await expect(page.getByLabel("Plan")).toBeHidden();
  await more.click();
  await page.getByLabel("Plan").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(more).toHaveText("More filters1 active");
  const views = page.getByRole("navigation", { name: "Common views" });
  await views.getByRole("link", { name: "Yesterday" }).click();
  await expect(views.getByRole("link", { name: "Yesterday" })).toHaveAttribute("aria-current", "true");
  await expect(more).toHaveText("More filters2 active");
  await expect(purchaseRow(page, his)).toHaveCount(0);
  await views.getByRole("link", { name: "Today", exact: true }).click();
  await expect(purchaseRow(page, his)).toBeVisible();
});

test("shows a purchase's money, its raw response as plain text, and its audit", async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const ada = await people.reseller();
  const plan = await findTestPlan(stage, testResellerCtx(stage, ada));
  const phone = nextTestPhone();
  await sandbox.order({ lie: "markup" }, { phone });
  const { ident } = await buyTestPlan(testResellerCtx(stage, ada), plan, phone);
  await sandbox.waitForPurchase({ phone }, { until: "answered" });
  await signIn(await people.admin());
  await page.goto(`/admin/purchases/${ident}`);
  await expect(page.getByText("Margin")).toBeVisible();
  await page.getByText(/^Raw response/).click();
  await expect(page.locator("pre")).toContainText("<");
  await expect(page.locator("pre").locator("*")).toHaveCount(0);
  await expect(page.getByText("placed a purchase", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

/** Locates the link in a number's row. */
const purchaseRow = (page: Page, phone: string) =>
  page.getByRole("table").getByRole("link", { name: displayTestPhone(phone) });
