import { readFileSync } from "node:fs";
import { saveCustomer } from "#lib/customer/customer";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, buyNow, freshPhone, shopper, shown } from "./shopping.ts";

test("a reseller downloads their data; an admin finds a customer's number, downloads it, and erases it", async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const person = await signIn();
  const ctx = shopper(stage, person);
  const number = freshPhone();
  const { ident } = await buyNow(ctx, await aPlan(stage, ctx), number);
  await saveCustomer(ctx, { phone: number, name: "Ada Obi" });
  await page.goto("/settings");
  const own = await downloaded(page.waitForEvent("download"), () =>
    page.getByRole("link", { name: "Download my data" }).click(),
  );
  expect(own).toMatchObject({ accounts: [{ email: person.email }], purchases: [{ ident }] });

  await page.goto("about:blank");
  await page.context().clearCookies();
  await signIn(await people.admin());
  await page.goto("/admin/resellers");
  await page.getByRole("link", { name: "Personal data" }).click();
  await page.getByLabel("Whose data").fill("Ada");
  await page.getByRole("button", { name: "Look" }).click();
  await expect(page.getByText("This is no mobile number.")).toBeVisible();
  await page.getByLabel("Whose data").fill(shown(number));
  await page.getByRole("button", { name: "Look" }).click();
  await expect(page.locator("dt")).toHaveText(["Customers", "Purchases"]);
  await expectAccessible(page);
  const theirs = await downloaded(page.waitForEvent("download"), () =>
    page.getByRole("link", { name: "Download" }).click(),
  );
  expect(theirs).toMatchObject({ customers: [{ name: "Ada Obi" }], purchases: [{ ident }] });
  await page.getByLabel("Why").fill("asked on the phone");
  await page.getByRole("button", { name: "Erase for ever" }).click();
  await expect(page.getByText(/^Erased in \d+ places?\.$/)).toBeVisible();
  await expect(page.locator("dt")).toHaveText(["Purchases"]);
});

async function downloaded(
  coming: Promise<{ path(): Promise<string> }>,
  click: () => Promise<void>,
): Promise<unknown> {
  await click();
  return JSON.parse(readFileSync(await (await coming).path(), "utf8"));
}
