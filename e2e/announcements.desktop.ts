import { expect, expectAccessible, test } from "./fixtures.ts";

test("what an admin announces is read on every page of a reseller, and by visitors, until it is ended", {
  tag: "@prove",
}, async ({ page, people, signIn }) => {
  const desk = await people.admin();
  const text = "Bundles take longer than usual. Look again at noon.";
  await signIn(desk);
  await page.goto("/admin/announcements");
  await page.getByLabel("What it is").selectOption("Outage");
  await page.getByLabel("Network", { exact: true }).selectOption("MTN");
  await page.getByLabel("What everybody reads").fill(text);
  await page.getByRole("button", { name: "Tell everybody" }).click();
  await expect(page.getByText("Say why, in a few words.")).toBeVisible();
  await expect(page.getByLabel("What everybody reads")).toHaveValue(text);
  await page.getByLabel("Why").first().fill("they called");
  await page.getByRole("button", { name: "Tell everybody" }).click();
  await expect(page.getByText("Everybody is told.")).toBeVisible();
  await expect(page.getByText("Told now")).toBeVisible();
  await expectAccessible(page);

  await signIn();
  for (const path of ["/home", "/status"]) {
    await page.goto(path);
    await expect(page.getByText("Outage: MTN")).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
  }

  await signIn(desk);
  await page.goto("/admin/announcements");
  await page.getByText("End it", { exact: true }).first().click();
  await page.getByLabel("Why").last().fill("all is well");
  await page.getByRole("button", { name: "End it" }).click();
  await expect(page.getByText("Over", { exact: true })).toBeVisible();
  await page.goto("/status");
  await expect(page.getByText(text)).toBeHidden();
});
