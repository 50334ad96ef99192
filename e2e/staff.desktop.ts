import { expect, expectAccessible, test } from "./fixtures.ts";

test(
  "creates a role that takes effect with the admin's next request",
  { tag: "@prove" },
  async ({ page, people, signIn, browser }, info) => {
    const [owner, helper] = [await people.admin(), await people.admin()];
    const name = `Night ${info.project.name} ${Date.now()}`;
    await signIn(owner);
    await page.goto("/admin/settings/staff");
    const made = page.locator("form", { has: page.getByRole("button", { name: "Create role" }) });
    await made.getByLabel("Name").fill(name);
    await made.getByLabel("Handle delivery issues, notes and announcements").check();
    await made.getByLabel("Reason").fill("a night shift");
    await made.getByRole("button", { name: "Create role" }).click();
    await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
    await expectAccessible(page);

    const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const helperPage = await context.newPage();
    await people.signIn(context, helper, new URL(page.url()).origin);
    await helperPage.goto("/admin/records/audit");
    await expect(helperPage.getByRole("heading", { name: "Audit log" })).toBeVisible();

    await page.goto("/admin/settings/staff");
    const row = page.getByRole("listitem").filter({ hasText: helper.email });
    await row.getByRole("button", { name: "Role", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `Role of ${helper.name}` });
    await dialog.getByLabel("Role").selectOption({ label: name });
    await dialog.getByLabel("Reason").fill("for the night");
    await dialog.getByRole("button", { name: "Change role" }).click();
    await expect(dialog.getByText("Role changed.")).toBeVisible();
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await expect(row.locator("[data-badge]", { hasText: name })).toBeVisible();
    await expectAccessible(page);

    await helperPage.reload();
    await expect(helperPage.getByRole("heading", { name: "Not part of your role" })).toBeVisible();
    await expect(helperPage.getByText(`Your role is ${name}.`)).toBeVisible();
    await expectAccessible(helperPage);
    await expect(helperPage.getByRole("navigation").getByRole("link", { name: "Audit log" })).toHaveCount(0);
    await helperPage.goto("/admin/networks");
    await expect(helperPage.getByText("Everything")).toBeVisible();
    await expect(helperPage.getByRole("button", { name: "Turn off" })).toHaveCount(0);
    await context.close();
  },
);
