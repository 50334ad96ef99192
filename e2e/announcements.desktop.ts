import { expect, expectAccessible, test } from "./fixtures.ts";

test("shows an announcement to resellers and visitors until it ends", {
  tag: "@prove",
}, async ({ page, people, signIn }) => {
  const admin = await people.admin();
  const text = "Bundles take longer than usual. Look again at noon.";
  await signIn(admin);
  await page.goto("/admin/networks/announcements");
  await page.getByRole("button", { name: "New announcement" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish announcement" });
  await dialog.getByLabel("Kind", { exact: true }).selectOption("Outage");
  await dialog.getByLabel("Network", { exact: true }).selectOption("MTN");
  await dialog.getByLabel("Message").fill(text);
  await dialog.getByRole("button", { name: "Publish announcement" }).click();
  await expect(dialog.getByText("Enter a reason in a few words.")).toBeVisible();
  await expect(dialog.getByLabel("Message")).toHaveValue(text);
  await dialog.getByLabel("Reason").fill("they called");
  await dialog.getByRole("button", { name: "Publish announcement" }).click();
  await expect(dialog.getByText("Announcement published.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("listitem").getByText("Published", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await signIn();
  for (const path of ["/home", "/status"]) {
    await page.goto(path);
    await expect(page.getByText("Outage: MTN")).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
  }

  await signIn(admin);
  await page.goto("/admin/networks/announcements");
  await page.getByText("End announcement", { exact: true }).first().click();
  await page.getByLabel("Reason").last().fill("all is well");
  await page.getByRole("button", { name: "End announcement" }).click();
  await expect(page.getByRole("listitem").getByText("Ended", { exact: true })).toBeVisible();
  await page.goto("/status");
  await expect(page.getByText(text)).toBeHidden();
});
