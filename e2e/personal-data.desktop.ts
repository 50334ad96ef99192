import { readFileSync } from "node:fs";
import { saveCustomer } from "#lib/customer/customer";
import { expect, expectAccessible, test } from "./fixtures.ts";
import {
  buyTestPlan,
  displayTestPhone,
  findTestPlan,
  nextTestPhone,
  testResellerCtx,
} from "./test-purchases.ts";

test("downloads a reseller's data; finds, downloads and erases a customer's number as admin", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  const person = await signIn();
  const ctx = testResellerCtx(stage, person);
  const number = nextTestPhone();
  const { ident } = await buyTestPlan(ctx, await findTestPlan(stage, ctx), number);
  await saveCustomer(ctx, { phone: number, name: "Ada Obi" });
  await page.goto("/settings");
  const ownData = await downloadFile(page.waitForEvent("download"), () =>
    page.getByRole("link", { name: "Download data" }).click(),
  );
  expect(ownData).toMatchObject({ accounts: [{ email: person.email }], purchases: [{ ident }] });

  await page.goto("about:blank");
  await page.context().clearCookies();
  await signIn(await people.admin());
  await page.goto("/admin/resellers");
  await page.getByRole("link", { name: "Personal data" }).click();
  await page.getByLabel("Data subject").fill("Ada");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("Enter a valid mobile number")).toBeVisible();
  await page.getByLabel("Data subject").fill(displayTestPhone(number));
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.locator("dt")).toHaveText(["Customers", "Purchases"]);
  await expectAccessible(page);
  const adminExport = await downloadFile(page.waitForEvent("download"), () =>
    page.getByRole("link", { name: "Download" }).click(),
  );
  expect(adminExport).toMatchObject({ customers: [{ name: "Ada Obi" }], purchases: [{ ident }] });
  await page.getByLabel("Reason").fill("asked on the phone");
  await page.getByRole("button", { name: "Erase personal data" }).click();
  await expect(page.getByText(/^Erased in \d+ places?\.$/)).toBeVisible();
  await expect(page.locator("dt")).toHaveText(["Purchases"]);
});

async function downloadFile(
  coming: Promise<{ path(): Promise<string> }>,
  click: () => Promise<void>,
): Promise<unknown> {
  await click();
  return JSON.parse(readFileSync(await (await coming).path(), "utf8"));
}
