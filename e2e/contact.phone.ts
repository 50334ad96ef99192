import { contact, setContact } from "#lib/account/contact";
import { setTerms, terms } from "#lib/funding/terms";
import { expect, expectAccessible, test } from "./fixtures.ts";

test("an admin says once whom to ask, and every page that says to ask names them", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const operator = stage.database.systemCtx;
  await setTerms(operator, {
    text: "",
    version: (await terms(operator)).version,
    reason: "nothing said yet",
  });
  await signIn(await people.admin());
  await page.goto("/admin/settings");
  const form = page.locator("form").filter({ has: page.getByLabel("WhatsApp") });
  await form.getByLabel("Whom to ask").fill("Ada");
  await form.getByLabel("WhatsApp").fill("0803 123 45");
  await form.getByLabel("Why").fill("so that people find us");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("This is no mobile number.")).toBeVisible();
  await form.getByLabel("WhatsApp").fill("0803 123 4567");
  await form.getByLabel("E-mail").fill("ada@example.com");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Everyone reads this from now on.")).toBeVisible();
  await expectAccessible(page);

  const seller = await signIn();
  await page.goto("/developers");
  await expect(page.getByText("Ask Ada for the API level.")).toBeVisible();
  const chat = page.getByRole("link", { name: "WhatsApp to 0803 123 4567" });
  const address = new URL((await chat.getAttribute("href")) ?? "");
  expect(address.pathname).toBe("/2348031234567");
  expect(address.searchParams.get("text")).toContain(seller.email);
  await expectAccessible(page);
  await page.goto("/wallet/fund");
  await expect(page.getByText(/^Ask Ada where to pay/)).toBeVisible();
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto("/sign-in/forgot");
  await expect(page.getByText("No mail comes? Ask Ada for a new password.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Write to ada@example.com" })).toBeVisible();
  await expectAccessible(page);

  const { version } = await contact(operator);
  await setContact(operator, { version, reason: "as it was" });
  await page.reload();
  await expect(page.getByText("Ask your supplier for a new password.")).toBeVisible();
  await expect(page.getByRole("link", { name: /WhatsApp/ })).toHaveCount(0);
});
