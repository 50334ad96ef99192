import { expect, expectAccessible, test } from "./fixtures.ts";

test("somebody signs in by e-mail and password and is at home", async ({ page, people }) => {
  const { email, password } = await people.reseller();
  await page.goto("/sign-in");
  await expectAccessible(page);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByText("100,000.00").first()).toBeVisible();
  await expectAccessible(page);
});
