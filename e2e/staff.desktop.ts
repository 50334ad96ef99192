import { expect, expectAccessible, test } from "./fixtures.ts";

test("an owner makes a role, and whoever gets it may do just that from the next click on", async ({
  page,
  people,
  signIn,
  browser,
}, info) => {
  const [owner, helper] = [await people.admin(), await people.admin()];
  const name = `Night ${info.project.name} ${Date.now()}`;
  await signIn(owner);
  await page.goto("/admin/settings/staff/roles");
  const made = page.locator("form", { has: page.getByRole("button", { name: "Make it" }) });
  await made.getByLabel("Name").fill(name);
  await made.getByLabel("Answer cases, write notes, announce").check();
  await made.getByLabel("Why").fill("somebody is there at night");
  await made.getByRole("button", { name: "Make it" }).click();
  await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await people.signIn(context, helper, new URL(page.url()).origin);
  await other.goto("/admin/audit");
  await expect(other.getByRole("heading", { name: "Audit" })).toBeVisible();

  await page.goto("/admin/settings/staff");
  const row = page.getByRole("listitem").filter({ hasText: helper.email });
  await row.getByRole("button", { name: "Role" }).click();
  const dialog = page.getByRole("dialog", { name: `The role of ${helper.name}` });
  await dialog.getByLabel("Role").selectOption({ label: name });
  await dialog.getByLabel("Why").fill("for the night");
  await dialog.getByRole("button", { name: "Give it" }).click();
  await expect(dialog.getByText("It holds from their next click on.").last()).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(row.locator("[data-badge]", { hasText: name })).toBeVisible();
  await expectAccessible(page);

  await other.reload();
  await expect(other.getByRole("heading", { name: "Not part of your role" })).toBeVisible();
  await expect(other.getByText(`Your role is ${name}.`)).toBeVisible();
  await expectAccessible(other);
  await expect(other.getByRole("navigation").getByRole("link", { name: "Audit" })).toHaveCount(0);
  await other.goto("/admin/catalogue/switches");
  await expect(other.getByText("You may see this, but not change it.").first()).toBeAttached();
  await context.close();
});
