import { expect, expectAccessible, test } from "./fixtures.ts";

test("shows an announcement to resellers and visitors until it ends", {
  tag: "@prove",
}, async ({ page, people, signIn }) => {
  const admin = await people.admin();
  const text = "Bundles take longer than usual. Look again at noon.";
  await signIn(admin);
  await page.goto("/admin/announcements");
  await page.getByLabel("Kind", { exact: true }).last().selectOption("Outage");
  await page.getByLabel("Network", { exact: true }).selectOption("MTN");
  await page.getByLabel("Message").fill(text);
  await page.getByRole("button", { name: "Publish announcement" }).click();
  await expect(page.getByText("Enter a reason in a few words.")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue(text);
  await page.getByLabel("Reason").first().fill("they called");
  await page.getByRole("button", { name: "Publish announcement" }).click();
  await expect(page.getByText("Announcement published.")).toBeVisible();
  await expect(page.getByRole("listitem").getByText("Published", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await signIn();
  for (const path of ["/home", "/status"]) {
    await page.goto(path);
    await expect(page.getByText("Outage: MTN")).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
  }

  await signIn(admin);
  await page.goto("/admin/announcements");
  await page.getByText("End announcement", { exact: true }).first().click();
  await page.getByLabel("Reason").last().fill("all is well");
  await page.getByRole("button", { name: "End announcement" }).click();
  await expect(page.getByRole("listitem").getByText("Ended", { exact: true })).toBeVisible();
  await page.goto("/status");
  await expect(page.getByText(text)).toBeHidden();
});
