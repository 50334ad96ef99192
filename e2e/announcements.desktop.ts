import { expect, expectAccessible, test } from "./fixtures.ts";

test("shows an announcement to resellers and visitors until it ends", {
  tag: "@prove",
}, async ({ page, people, signIn }) => {
  const admin = await people.admin();
  const text = "Bundles take longer than usual. Look again at noon.";
  await signIn(admin);
  await page.goto("/admin/networks#announce");
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
  await expect(page.getByRole("list", { name: "Current announcements" }).getByText(text)).toBeVisible();
  await expectAccessible(page);

  await signIn();
  for (const path of ["/home", "/status"]) {
    await page.goto(path);
    await expect(page.getByText("Outage: MTN")).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
  }

  await signIn(admin);
  await page.goto("/admin/networks");
  await page.getByRole("button", { name: "End announcement: Outage: MTN" }).first().click();
  const end = page.getByRole("dialog", { name: "End announcement" });
  await end.getByLabel("Reason").fill("all is well");
  await end.getByRole("button", { name: "End announcement" }).click();
  await expect(end).toBeHidden();
  await page.goto("/admin/networks");
  await page.getByText("Earlier announcements").click();
  await page.getByRole("combobox", { name: "Kind" }).selectOption("Outage");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText(text)).toBeVisible();
  const file = "/admin/networks/export?kind=outage";
  await expect(page.getByRole("link", { name: "CSV" })).toHaveAttribute("href", file);
  expect(await (await page.request.get(file)).text()).toContain(text);
  await page.goto("/status");
  await expect(page.getByText(text)).toBeHidden();
});
