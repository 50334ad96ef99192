import { postCredit } from "#lib/ledger/adjust-wallet";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { leaveSignedOut } from "./leave-signed-out.ts";
import { waitForMailedLink } from "./mailed-link.ts";

test("shows an account's notifications at the bell, links to their pages, and saves the chosen channels", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  const ada = await people.reseller();
  await signIn(ada);
  await page.goto("/home");
  const bell = page.getByRole("banner").getByRole("link", { name: /^Notifications/ });
  await bell.click();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell).toHaveText("Notifications");
  await postCredit(stage.database.systemCtx, { resellerId: ada.id, amount: 500_000n, reason: "cash" });
  await expect(bell).toHaveText(/1 new/);
  await expectAccessible(page);
  await page.getByRole("button", { name: /₦5,000 credited to your wallet/ }).click();
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(bell).toHaveText("Notifications");

  await page.goto("/settings/notifications");
  await page.getByLabel("Notify me when my balance is below").fill("much");
  await page.getByRole("checkbox", { name: "Money: Email" }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter an amount from ₦0.01 to")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Money: Email" })).not.toBeChecked();
  await page.getByLabel("Notify me when my balance is below").fill("5,000");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByRole("row", { name: /^Security .* Always/ })).toBeVisible();
  await expectAccessible(page);
});

test("resets a forgotten password by a link in an email, and confirms the change by email", async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const ada = await people.reseller();
  // An account that never signed in gets no notification of a change.
  await signIn(ada);
  await leaveSignedOut(page);
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL(/forgot$/);
  await page.getByLabel("Email").fill(ada.email);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(/^If this email has an account/)).toBeVisible();
  await page.goto(await waitForMailedLink(stage, ada.email));
  await page.getByLabel("New password").fill("a boat of another colour");
  await page
    .getByRole("button", { name: /password/i })
    .last()
    .click();
  await expect(page).toHaveURL(/\/home$/);
  await stage.mailbox.waitFor(ada.email, (came) =>
    came.some(({ subject }) => subject === "Your password was changed"),
  );
});
