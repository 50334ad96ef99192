import { credit } from "#lib/ledger/adjust";
import { expect, expectAccessible, test } from "./fixtures.ts";

test("what happens to an account rings the bell, leads to where one can act, and is told as one chose", async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const ada = await people.reseller();
  await signIn(ada);
  await page.goto("/home");
  const bell = page.getByRole("banner").getByRole("link", { name: /^Notices/ });
  await bell.click();
  await page.getByRole("button", { name: "Mark all read" }).click();
  await expect(bell).toHaveText("Notices");
  await credit(stage.database.systemCtx, { resellerId: ada.id, amount: 500_000n, reason: "cash" });
  await expect(bell).toHaveText(/1 new/);
  await expectAccessible(page);
  await page.getByRole("button", { name: /₦5,000.00 came into your wallet/ }).click();
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(bell).toHaveText("Notices");

  await page.goto("/settings/notices");
  await page.getByLabel("Tell me when I have less than").fill("much");
  await page.getByRole("checkbox", { name: "Money came in or was taken out: Portal" }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Write an amount above zero, such as 25,000.00.")).toBeVisible();
  await expect(
    page.getByRole("checkbox", { name: "Money came in or was taken out: Portal" }),
  ).not.toBeChecked();
  await page.getByLabel("Tell me when I have less than").fill("5,000");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByRole("row", { name: /^A new device signed in Always/ })).toBeVisible();
  await expectAccessible(page);
});

test("who forgot the password chooses another by a link in a mail, and is told so by mail", async ({
  page,
  people,
  signIn,
  stage: { mailbox },
}) => {
  const ada = await people.reseller();
  // Who was never there is not told of a change.
  await signIn(ada);
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL(/forgot$/);
  await page.getByLabel("E-mail").fill(ada.email);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByText(/^If this e-mail has an account here/)).toBeVisible();
  const link = /https?:\S+\/welcome\/\S+/;
  const mails = await mailbox.waitFor(ada.email, (came) => came.some(({ text }) => link.test(text)));
  await page.goto(mails.map(({ text }) => link.exec(text)?.[0]).find(Boolean) ?? "");
  await page.getByLabel("New password").fill("a boat of another colour");
  await page
    .getByRole("button", { name: /password/i })
    .last()
    .click();
  await expect(page).toHaveURL(/\/home$/);
  await mailbox.waitFor(ada.email, (came) =>
    came.some(({ subject }) => subject === "Your password was changed"),
  );
});
