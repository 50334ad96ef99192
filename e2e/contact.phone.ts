import { contactSettings } from "#lib/account/contact-settings";
import { changeSettings } from "#lib/audit/settings/save-settings";
import { instructionSettings } from "#lib/funding/payment-instructions";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { leaveSignedOut } from "./leave-signed-out.ts";

test("names the support contact on every page that says to contact support", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const operator = stage.database.systemCtx;
  await changeSettings(operator, instructionSettings, { text: "" });
  await signIn(await people.admin());
  await page.goto("/admin/settings/general");
  const form = page.locator("form").filter({ has: page.getByLabel("WhatsApp") });
  await form.getByLabel("Support name").fill("Ada");
  await form.getByLabel("WhatsApp").fill("0803 123 45");
  await form.getByLabel("Reason").fill("so that people find us");
  await form.getByRole("button", { name: "Save contact" }).click();
  await expect(form.getByText("Enter a valid mobile number")).toBeVisible();
  await form.getByLabel("WhatsApp").fill("0803 123 4567");
  await form.getByLabel("Email").fill("ada@example.com");
  await form.getByRole("button", { name: "Save contact" }).click();
  await expect(page.getByText("Support contact saved.")).toBeVisible();
  await expectAccessible(page);

  const seller = await signIn();
  await page.goto("/settings/api");
  await expect(page.getByText("Contact Ada for the API level.")).toBeVisible();
  const chat = page.getByRole("link", { name: "WhatsApp to 0803 123 4567" });
  const address = new URL((await chat.getAttribute("href")) ?? "");
  expect(address.pathname).toBe("/2348031234567");
  expect(address.searchParams.get("text")).toContain(seller.email);
  await expectAccessible(page);
  await page.goto("/help");
  await expect(page.getByText(/^Contact Ada with the reference/)).toBeVisible();
  await page.goto("/wallet/fund");
  await expect(page.getByText(/^Contact Ada to find out where to pay/)).toBeVisible();
  await leaveSignedOut(page);
  await page.goto("/sign-in/forgot");
  await expect(page.getByText("No email? Contact Ada for a new password.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Write to ada@example.com" })).toBeVisible();
  await expectAccessible(page);

  await changeSettings(operator, contactSettings, { name: "", whatsapp: "", email: "" });
  await page.reload();
  await expect(page.getByText("Ask the person who opened your account for a new password.")).toBeVisible();
  await expect(page.getByRole("link", { name: /WhatsApp/ })).toHaveCount(0);
  await signIn(seller);
  await page.goto("/wallet/fund");
  await expect(page.getByText(/^No bank account is published yet/)).toBeVisible();
  await page.goto("/help");
  await expect(page.getByText(/support replies there/)).toBeVisible();
  await expect(page.getByText(/^Contact /)).toHaveCount(0);
});

test("Help says what to do when something goes wrong, without script too", async ({
  browser,
  people,
  stage,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: stage.member.url });
  await people.signIn(context, await people.reseller(), stage.member.url);
  const page = await context.newPage();
  await page.goto("/help");
  for (const situation of [
    "The data isn’t there",
    "It went to a wrong number",
    "My payment isn’t in the wallet",
    "It failed, or was refunded",
    "A network is down",
  ]) {
    const row = page.getByRole("group").filter({ hasText: situation });
    await expect(row.getByRole("listitem").first()).toBeHidden();
    await row.locator("summary").first().click();
    await expect(row.getByRole("listitem").first()).toBeVisible();
  }
  await context.close();
});
