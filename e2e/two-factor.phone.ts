import { TOTP } from "otpauth";
import type { Page } from "playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import type { TestPerson } from "./people.ts";

/** The code that an app with this secret shows now. */
const codeOf = (secret: string) => new TOTP({ secret }).generate();

/** Sets it up on the page that is open, and gives the secret and the backup codes. */
async function setUp(page: Page, password: string) {
  await page.getByLabel("Your password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByAltText("QR code with the secret")).toBeVisible();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Turn it on" }).click();
  await expect(page.getByText("This code is not right")).toBeVisible();
  await page.getByLabel("Code").fill(codeOf(secret));
  await page.getByRole("button", { name: "Turn it on" }).click();
  await expect(page.getByText("Two-factor sign-in is on")).toBeVisible();
  const backup = await page
    .getByRole("region", { name: "Backup codes" })
    .getByRole("listitem")
    .allInnerTexts();
  return { secret, backup };
}

async function givePassword(page: Page, { email, password }: TestPerson) {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Your code" })).toBeVisible();
}

test("two-factor sign-in is turned on in the settings, and asked for from then on", async ({
  page,
  signIn,
  stage,
}) => {
  const person = await signIn();
  await page.goto("/settings");
  await page.getByRole("link", { name: "Turn it on" }).click();
  await expect(page.getByLabel("Your password", { exact: true })).toBeVisible();
  await expectAccessible(page);
  const { secret, backup } = await setUp(page, person.password);
  expect(backup).toHaveLength(10);
  await expectAccessible(page);
  await page.getByRole("link", { name: "I have kept them" }).click();
  await expect(page.getByText("10 of 10 backup codes are left")).toBeVisible();
  await expectAccessible(page);

  await page.context().clearCookies();
  await givePassword(page, person);
  await expectAccessible(page);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("This code is not right")).toBeVisible();
  // The next 30 seconds, without waiting for them.
  await stage.database.sql`update second_factors set last_step = null where account_id = ${person.id}`;
  await page.getByLabel("Ask for no code here").check();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto("/settings");
  await expect(page.getByRole("list", { name: "Devices that need no code" })).toContainText("This device");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("it is set up and signed in with as well, by a backup code too", { tag: "@prove" }, async ({
    page,
    signIn,
  }) => {
    const person = await signIn();
    await page.goto("/two-factor");
    const { backup } = await setUp(page, person.password);
    await page.context().clearCookies();
    await givePassword(page, person);
    await page.getByText("No phone at hand?").click();
    await page.getByLabel("Backup code").fill(backup[0] ?? "");
    await page.getByRole("button", { name: "Sign in with it" }).click();
    await expect(page).toHaveURL(/\/home$/);
  });
});
