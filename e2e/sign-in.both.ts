import { expect, expectAccessible, test } from "./fixtures.ts";

test("signs in by email and password and opens the home page", async ({ page, people }) => {
  const { email, password } = await people.reseller();
  await page.goto("/sign-in");
  await expectAccessible(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByText("₦100,000").first()).toBeVisible();
  await expectAccessible(page);
});
