import { requestFunding } from "#lib/funding/request-funding";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { testResellerCtx } from "./test-purchases.ts";

test("saves a view, shares it, finds it in the palette, renames and deletes it", {
  tag: "@prove",
}, async ({ page, people, signIn }) => {
  const name = `Open ${Date.now()}`;
  await signIn(await people.admin());
  await page.goto("/admin/resellers/shops?state=shut");
  await page.getByText("Save view").click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByLabel("Share with all admins").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: new RegExp(`^${name} .*shared`) })).toHaveAttribute(
    "aria-current",
    "true",
  );

  await signIn(await people.admin());
  await page.goto("/admin");
  // A key that is pressed before the page has its script does nothing.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(page.getByRole("combobox")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole("combobox").fill(name);
  await page.getByRole("option", { name: `${name} Saved view` }).click();
  await expect(page).toHaveURL(/\/admin\/resellers\/shops\?state=shut$/);
  await page.getByText(`Edit “${name}”`).click();
  await page.getByRole("textbox", { name: "Name" }).fill(`${name} now`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: new RegExp(`^${name} now .*shared`) })).toBeVisible();
  await page.getByRole("button", { name: "Delete for all admins" }).click();
  await expect(page.getByRole("link", { name: new RegExp(`^${name} now .*shared`) })).toHaveCount(0);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("selects bank transfers, confirms a bulk action and shows a result for each row", {
    tag: "@prove",
  }, async ({ page, people, signIn, stage }) => {
    const ada = await people.reseller({ money: 0n });
    const ask = (bankReference: string, amount: string) =>
      requestFunding(testResellerCtx(stage, ada), {
        ref: bankReference.replace(" ", ""),
        amount,
        bankReference,
      });
    await ask("TRF 1", "2,500.00");
    await ask("TRF 2", "1,000.00");
    const filteredPath = `/admin/wallets/money-in/transfers?q=${encodeURIComponent(ada.email)}`;
    await signIn(await people.admin());
    await page.goto(filteredPath);
    const proceed = page.getByRole("button", { name: "Continue", exact: true });
    await page.getByLabel(`Select TRF 1 of ${ada.name}`).check();
    await expect(page.getByLabel("With selected")).toHaveValue("");
    await page.getByLabel("With selected").selectOption("approve");
    await proceed.click();
    await expect(page.getByRole("heading", { name: "Approve: 1 bank transfer" })).toBeVisible();
    await page.getByLabel("Reason").fill("Seen at the bank");
    await page.getByRole("button", { name: "Approve: 1 bank transfer" }).click();
    await expect(page.getByText("1 done.")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "TRF 1" })).toContainText("Done");

    await page.goto(filteredPath);
    await page.getByLabel(`Select TRF 1 of ${ada.name}`).check();
    await page.getByLabel("Select all 2 matching").check();
    await page.getByLabel("With selected").selectOption("reject");
    await proceed.click();
    await expect(page.getByRole("heading", { name: "Reject: 2 bank transfers" })).toBeVisible();
    await expect(page.getByText("Not possible. admin")).toBeVisible();
    await page.getByRole("button", { name: "Reject: 1 bank transfer" }).click();
    await expect(page.getByText("Enter a reason in a few words.")).toBeVisible();
    await page.getByLabel("Reason").fill("Not at the bank");
    await page.getByRole("button", { name: "Reject: 1 bank transfer" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "TRF 2" })).toContainText("Done");

    // A long page comes in parts, which stay where they came: each field says whose it is.
    await page.goto(`${filteredPath}&state=approved`);
    await page.getByText("Save view").click();
    const apart = page.locator("form#view").locator("input:not([type=hidden]), button");
    expect(await apart.evaluateAll((all) => all.map((input) => input.getAttribute("form")))).toEqual([
      "view",
      "view",
      "view",
    ]);
    await page.getByRole("textbox", { name: "Name" }).fill(`Of ${ada.name}`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("link", { name: `Of ${ada.name}` })).toHaveAttribute("aria-current", "true");
  });
});
