import { refreshSupply } from "#lib/supplier/refresh-supply";
import { startSandbox } from "#sandbox/server";
import { expect, expectAccessible, test } from "./fixtures.ts";

test("adds a supplier, matches its plans, and turns it on with a second owner and off alone", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  const second = await startSandbox({ tokens: [{ token: "second-token" }] });
  const name = `Second supplier ${Date.now()}`;
  try {
    const [, own] = (await second.control.plans()).plans;
    if (!own) throw new Error("no plan");
    // Only an admin can tell that it is the same bundle.
    await second.control.setPlan({ id: own.id, volume: "gigabytes" });
    await second.control.setPlan({ id: 901, size: "77" });
    const { name: network = "" } =
      (await second.control.plans()).networks.find(({ id }) => id === own.networkId) ?? {};
    const [admin, owner] = [await people.admin(), await people.admin()];
    /** Approves what the admin requested on this page, as the second owner, and returns to it. */
    const approve = async (about: string) => {
      await expect(page.getByText("Approval requested. Nothing changed yet").first()).toBeVisible();
      const address = page.url();
      await signIn(owner);
      await page.goto("/admin/review/approvals");
      const request = page.getByRole("listitem").filter({ hasText: about });
      await request.getByRole("button", { name: "Approve" }).click();
      await expect(request).toHaveCount(0);
      await signIn(admin);
      await page.goto(address);
    };
    await signIn(admin);

    await page.goto("/admin/networks/suppliers");
    const table = page.getByRole("table", { name: "Suppliers" });
    await expect(table.getByRole("link", { name: "Main supplier" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Add supplier" }).first().click();
    await page.getByLabel("Address").fill(second.url);
    await page.getByLabel("Token").fill("wrong-token");
    await page.getByLabel("Your level there").selectOption({ label: "API" });
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Reason").fill("a cheaper contract");
    await page.getByRole("button", { name: "Verify and add" }).click();
    const token = page.getByLabel("Token");
    await expect(token).toHaveAccessibleDescription(/The service rejects this token\./);
    await expect(token).toHaveValue("");
    await expect(page.getByLabel("Name")).toHaveValue(name);
    await expectAccessible(page);

    await token.fill("second-token");
    await page.getByRole("button", { name: "Verify and add" }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(page.getByText("Nothing is bought here yet")).toBeVisible();
    await expect(page.getByText("second-token")).toHaveCount(0);
    await expectAccessible(page);

    await expect(page.getByText(/^1–25 of \d+$/)).toBeVisible();
    await page.getByRole("link", { name: "Cheaper here" }).click();
    await expect(page).toHaveURL(/price=cheaper/);
    await expect(page.getByText("No results")).toBeVisible();

    await page.goto(`${page.url().split("?")[0]}?state=match`);
    const row = page.getByRole("row").filter({ hasText: `${network} ${own.size} gigabytes` });
    await row.getByRole("button", { name: "Match" }).click();
    const dialog = page.getByRole("dialog", { name: /^Which of your plans is/ });
    await dialog.getByRole("button", { name: "Save match" }).click();
    await expect(dialog.getByText("Select a plan, or enter its ID.").first()).toBeVisible();
    await dialog.getByLabel("Another plan’s ID").fill(String(own.id));
    await dialog.getByRole("button", { name: "Save match" }).click();
    await expect(row).toHaveCount(0);
    await page.goto(`${page.url().split("?")[0]}?q=gigabytes`);
    await expect(row.locator("[data-badge]", { hasText: "On sale" })).toBeVisible();

    await page.getByRole("button", { name: "Turn on" }).click();
    const turningOn = page.getByRole("dialog", { name: `Turn on: ${name}` });
    await turningOn.getByLabel("Reason").fill("prices are agreed");
    await turningOn.getByRole("button", { name: "Turn on" }).click();
    await approve("Turn on a supplier");
    const rows = await stage.database.sql`select enabled from suppliers where name = ${name}`;
    expect(rows).toEqual([{ enabled: true }]);

    await page.reload();
    await page.getByText("History", { exact: true }).click();
    await expect(page.getByText("turned a supplier on")).toBeVisible();

    await page.goto(`${page.url().split("?")[0]}?state=match`);
    const unmatched = page.getByRole("row").filter({ hasText: " 77 " });
    await unmatched.getByRole("button", { name: "Add", exact: true }).click();
    const adding = page.getByRole("dialog", { name: /^Add to your catalogue: / });
    await expectAccessible(page);
    await adding.getByRole("button", { name: "Add plan" }).click();
    await expect(unmatched).toHaveCount(0);
    await page.goto("/admin/catalogue?words=77");
    await page.getByRole("link", { name: / 77 / }).first().click();
    const card = page.locator("section", { has: page.getByRole("heading", { name: "Suppliers" }) });
    await expect(card.getByRole("listitem").filter({ hasText: name })).toContainText("On sale");
    await expect(card.getByRole("listitem").filter({ hasText: "Main supplier" })).toContainText(
      "Doesn’t list it",
    );

    await page.goto(`/admin/catalogue/${own.id}`);
    await card.getByLabel("Buy from").selectOption({ label: `${name} first` });
    await card.getByLabel("Reason").fill("delivers it faster");
    await card.getByRole("button", { name: "Save choice" }).click();
    await approve("Change how a supplier is chosen for a plan");
    await expectAccessible(page);
    await expect(card.getByLabel("Buy from").locator("option:checked")).toHaveText(`${name} first`);
    await expect(card.getByText("Costs more than these levels pay")).toHaveCount(0);
    await second.control.setPlan({ id: own.id, prices: { api: own.prices.affiliate } });
    await stage.database
      .sql`update routes set cost = ${String(own.prices.affiliate)} where plan_id = ${own.id} and supplier_id > 1`;
    await page.reload();
    await expect(card.getByText("Costs more than these levels pay: Top user, API.")).toBeVisible();
    await expect(
      card.getByText(/^Next purchase, Smart earner, Affiliate: .+, first for this plan\.$/),
    ).toContainText(name);
    await expect(
      card.getByText(
        /^Next purchase, Top user, API: Main supplier at .+, the only supplier at or below the price/,
      ),
    ).toBeVisible();

    await page.goto("/admin/networks/suppliers");
    await page.getByRole("link", { name: "Sales by supplier" }).click();
    const report = page.getByRole("table", { name: "Sales by supplier" });
    await expect(report.getByRole("link", { name: `${name}, purchases` })).toBeVisible();
    await expectAccessible(page);
    await report.getByRole("link", { name: `${name}, purchases` }).click();
    await expect(page).toHaveURL(/\/admin\/purchases\?supplier=\d+&from=/);
    await expect(page.getByText("No results")).toBeVisible();
    await expect(page.getByRole("link", { name: `Remove filter: ${name}` })).toBeVisible();
    await expectAccessible(page);

    await page.goto("/admin/networks/suppliers");
    await page.getByLabel("Prices follow").selectOption({ label: "The highest cost of all suppliers" });
    await page
      .locator("form", { has: page.getByLabel("Prices follow") })
      .getByLabel("Reason")
      .fill("margins");
    await page.getByRole("button", { name: "Save prices" }).click();
    await expect(page.getByText("Saved. Prices are up to date.")).toBeVisible();
    const line = table.getByRole("row").filter({ hasText: name });
    await expect(line.locator("[data-badge]", { hasText: /^Selling$/ })).toBeVisible();
    await expectAccessible(page);
    await line.getByRole("link", { name }).click();
    await page.getByRole("button", { name: "Turn off" }).click();
    const turningOff = page.getByRole("dialog", { name: `Turn off: ${name}` });
    await turningOff.getByLabel("Reason").fill("contract ended");
    await turningOff.getByRole("button", { name: "Turn off" }).click();
    await expect(page.getByText("Nothing more is sent to this supplier.")).toBeVisible();
    await page.goto("/admin/networks/suppliers/1");
    await page.getByRole("button", { name: "Turn off" }).click();
    const main = page.getByRole("dialog", { name: /^Turn off:/ });
    await main.getByLabel("Reason").fill("try without it");
    await main.getByRole("button", { name: "Turn off" }).click();
    await expect(main.getByText("No other supplier is on.")).toBeVisible();
  } finally {
    // Later tests of this worker buy from the main supplier.
    await stage.database.sql`update suppliers set enabled = (id = 1)`;
    await stage.database.sql`update catalogue set prices_follow = 'main'`;
    await refreshSupply(stage.database.systemCtx);
    await second.close();
  }
});
