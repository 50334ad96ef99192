import { readFileSync } from "node:fs";
import { TOTP } from "otpauth";
import type { Page } from "playwright/test";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { leaveSignedOut } from "./leave-signed-out.ts";
import type { TestPerson } from "./test-accounts.ts";

/** Computes the current authentication code of a secret. */
const generateCode = (secret: string) => new TOTP({ secret }).generate();

/** Sets up two-factor sign-in on the open page. @returns the secret and the backup codes. */
async function enableTwoFactor(page: Page, password: string) {
  await page.getByLabel("Your password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByAltText("QR code with the secret")).toBeVisible();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("This code isn’t valid")).toBeVisible();
  await page.getByLabel("Code").fill(generateCode(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Two-factor sign-in is on")).toBeVisible();
  const backup = await page
    .getByRole("region", { name: "Backup codes" })
    .getByRole("listitem")
    .allInnerTexts();
  return { secret, backup };
}

async function enterPassword(page: Page, { email, password }: TestPerson) {
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Authentication code" })).toBeVisible();
}

test("turns on two-factor sign-in in the settings and asks for a code from then on", async ({
  page,
  signIn,
  stage,
}) => {
  const person = await signIn();
  await page.goto("/settings");
  await page.getByRole("heading", { name: "Two-factor sign-in" }).click();
  await page.getByRole("link", { name: "Turn on" }).click();
  await expect(page.getByLabel("Your password", { exact: true })).toBeVisible();
  await expectAccessible(page);
  const { secret, backup } = await enableTwoFactor(page, person.password);
  expect(backup).toHaveLength(10);
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download codes" }).click(),
  ]);
  const saved = readFileSync(await download.path(), "utf8");
  expect(saved.trim().split("\r\n")).toEqual(backup);
  await page.getByRole("link", { name: "I’ve saved them" }).click();
  await expect(page.getByText("10 of 10 backup codes left")).toBeVisible();
  await expectAccessible(page);

  await leaveSignedOut(page);
  await enterPassword(page, person);
  await expectAccessible(page);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("This code isn’t valid")).toBeVisible();
  // The next 30 seconds, without waiting for them.
  await stage.database.sql`update second_factors set last_step = null where account_id = ${person.id}`;
  await page.getByLabel("Trust this device for 30 days").check();
  await page.getByLabel("Code", { exact: true }).fill(generateCode(secret));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto("/settings?open=two-factor");
  await expect(page.getByRole("list", { name: "Trusted devices" })).toContainText("This device");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("it is set up and signed in with as well, by a backup code too", { tag: "@prove" }, async ({
    page,
    signIn,
  }) => {
    const person = await signIn();
    await page.goto("/two-factor");
    const { backup } = await enableTwoFactor(page, person.password);
    await leaveSignedOut(page);
    await enterPassword(page, person);
    await page.getByText("Don’t have your phone?").click();
    await page.getByLabel("Backup code").fill(backup[0] ?? "");
    await page.getByRole("button", { name: "Sign in with backup code" }).click();
    await expect(page).toHaveURL(/\/home$/);
  });
});
