import { Secret, TOTP } from "otpauth";
import { chromium } from "playwright/test";
import { browserPath } from "#e2e/browser";

const PASSWORD = "green boat on the hill";

/** Becomes the owner in a browser by the link that setup prints: name, password and two-factor sign-in. */
export async function signUpAsOwner(link: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: await browserPath() });
  try {
    // The certificate is of Caddy's own authority, since the machine's name is localhost.
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    await page.goto(link);
    await page.getByLabel("Your name").fill("Ada Eze");
    await page.getByLabel("Email").fill("owner@kiosk.test");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByLabel("Your password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Continue" }).click();
    const secret = ((await page.locator("code").first().textContent()) ?? "").replaceAll(" ", "");
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await page.getByLabel("Code", { exact: false }).last().fill(code);
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("link", { name: "I’ve saved them" }).click();
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  } finally {
    await browser.close();
  }
}
