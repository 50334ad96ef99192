import { requestFunding } from "#lib/funding/request-funding";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { shopper } from "./shopping.ts";

test("filters are kept under a name, shared, found by the palette, renamed and deleted", {
  tag: "@prove",
}, async ({ page, people, signIn }) => {
  const name = `Open ${Date.now()}`;
  await signIn(await people.admin());
  await page.goto("/admin/storefronts?state=shut");
  await page.getByText("Save this view").click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Give it a name.")).toBeVisible();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Everybody at the desk sees it").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: new RegExp(`^${name} .*shared`) })).toHaveAttribute(
    "aria-current",
    "true",
  );

  await signIn(await people.admin());
  await page.goto("/admin");
  await page.keyboard.press("/");
  await page.getByRole("combobox").fill(name);
  await page.getByRole("option", { name: `${name} Saved view` }).click();
  await expect(page).toHaveURL(/\/admin\/storefronts\?state=shut$/);
  await page.getByText(`Change “${name}”`).click();
  await page.getByLabel("Name").fill(`${name} now`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: new RegExp(`^${name} now .*shared`) })).toBeVisible();
  await page.getByRole("button", { name: "Delete it for everybody" }).click();
  await expect(page.getByRole("link", { name: new RegExp(`^${name} now .*shared`) })).toHaveCount(0);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("payments are chosen by their boxes, what will be done is said, and each row answers", {
    tag: "@prove",
  }, async ({ page, people, signIn, stage }) => {
    const ada = await people.reseller({ money: 0n });
    const ask = (bankReference: string, amount: string) =>
      requestFunding(shopper(stage, ada), { ref: bankReference.replace(" ", ""), amount, bankReference });
    await ask("TRF 1", "2,500.00");
    await ask("TRF 2", "1,000.00");
    const mine = `/admin/wallets/funding?q=${encodeURIComponent(ada.email)}`;
    await signIn(await people.admin());
    await page.goto(mine);
    await page.getByLabel(`Choose TRF 1 of ${ada.name}`).check();
    await page.getByRole("button", { name: "Go on", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Approve: 1 payment" })).toBeVisible();
    await page.getByLabel("Why").fill("Seen at the bank");
    await page.getByRole("button", { name: "Approve: 1 payment" }).click();
    await expect(page.getByText("1 done.")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "TRF 1" })).toContainText("Done");

    await page.goto(mine);
    await page.getByLabel("With the chosen ones").selectOption("refuse");
    await page.getByRole("button", { name: "With all that match" }).click();
    await expect(page.getByRole("heading", { name: "Refuse: 2 payments" })).toBeVisible();
    await expect(page.getByText("Not possible. admin")).toBeVisible();
    await page.getByRole("button", { name: "Refuse: 1 payment" }).click();
    await expect(page.getByText("Say why, in a few words.")).toBeVisible();
    await page.getByLabel("Why").fill("Not at the bank");
    await page.getByRole("button", { name: "Refuse: 1 payment" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "TRF 2" })).toContainText("Done");

    // A long page comes in parts, which stay where they came: each field says whose it is.
    await page.goto(`${mine}&state=approved`);
    await page.getByText("Save this view").click();
    const apart = page.locator("form#view").locator("input:not([type=hidden]), button");
    expect(await apart.evaluateAll((all) => all.map((one) => one.getAttribute("form")))).toEqual([
      "view",
      "view",
      "view",
    ]);
    await page.getByLabel("Name").fill(`Of ${ada.name}`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("link", { name: `Of ${ada.name}` })).toHaveAttribute("aria-current", "true");
  });
});
