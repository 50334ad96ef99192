import { readSettings } from "#lib/audit/settings/read-settings";
import { requestFunding } from "#lib/funding/request-funding";
import { paymentSettings } from "#lib/payment/payment-settings";
import { storeSettings } from "#lib/testing/store-settings";
import { SANDBOX_KEYS } from "#sandbox/payments/keys";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { testResellerCtx } from "./test-purchases.ts";

type Page = import("playwright/test").Page;

async function adjustWallet(page: Page, what: string, amount: string, reason: string) {
  await page.getByRole("button", { name: what, exact: true }).click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByLabel("Amount").fill(amount);
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: what }).click();
  return dialog;
}

test("credits, debits and claws back money, and reverses an entry, each with a reason", async ({
  page,
  people,
  signIn,
}) => {
  const reseller = await people.reseller({ money: 0n });
  await signIn(await people.admin());
  await page.goto("/admin/wallets");
  await page.getByLabel("Find a wallet").fill(reseller.email);
  await page.getByRole("button", { name: "Find wallet" }).click();
  await expect(page.getByText("₦0").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("list", { name: "Wallets" }).getByRole("link", { name: reseller.name }).click();
  await expect(page.getByRole("heading", { name: `Wallet of ${reseller.name}` })).toBeVisible();
  const credited = await adjustWallet(page, "Credit", "500", "transfer 771");
  await expect(credited.getByText("New balance: ₦500.")).toBeVisible();
  await expect(credited.getByRole("button", { name: "Close", exact: true })).toBeFocused();
  await credited.getByRole("button", { name: "Close", exact: true }).click();
  const rejected = await adjustWallet(page, "Debit", "900", "fee");
  await expect(rejected.getByText(/Only ₦500 is in the wallet/)).toBeVisible();
  await rejected.getByLabel("Amount").fill("100");
  await expect(rejected.getByText("Balance ₦500 → ₦400")).toBeVisible();
  await rejected.getByRole("button", { name: "Debit wallet" }).click();
  await expect(rejected.getByText("New balance: ₦400.")).toBeVisible();
  await rejected.getByRole("button", { name: "Close", exact: true }).click();
  const clawed = await adjustWallet(page, "Claw back", "500", "the transfer bounced");
  await expect(clawed.getByText("New balance: -₦100.")).toBeVisible();
  await clawed.getByRole("button", { name: "Close", exact: true }).click();
  await expectAccessible(page);
  const row = page.getByRole("row").filter({ hasText: "fee" });
  await row.getByRole("button", { name: /^Reverse/ }).click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByLabel("Reason").fill("charged by mistake");
  await dialog.getByRole("button", { name: "Reverse entry" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Corrected" })).toContainText("+₦100.00");
  await expect(row.getByText(/Reversed by/)).toBeVisible();
  await page.goto("/admin/wallets");
  await expect(page.getByText(/^Balanced: all/)).toBeVisible();
});

test("opens the form to credit a wallet from the reseller's page, once", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
}) => {
  const reseller = await people.reseller({ money: 0n });
  await signIn(await people.admin());
  await page.goto(`/admin/resellers/${reseller.id}`);
  await page.getByRole("link", { name: "Credit wallet" }).click();
  const dialog = page.locator("dialog[open]");
  await expect(dialog.getByRole("heading", { name: `Credit the wallet of ${reseller.name}` })).toBeVisible();
  await expect(dialog.getByLabel("Amount")).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`/admin/wallets/${reseller.id}$`));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Credit", exact: true })).toBeFocused();
  await page.reload();
  await expect(page.getByRole("button", { name: "Credit", exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test("rejects the second of two admins who credit the same transfer", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  context,
}) => {
  const reseller = await people.reseller({ money: 0n });
  await signIn(await people.admin());
  const second = await context.newPage();
  for (const adminPage of [page, second]) await adminPage.goto(`/admin/wallets/${reseller.id}`);
  await second.getByRole("button", { name: "Credit", exact: true }).click();
  const form = second.locator("dialog[open]");
  await form.getByLabel("Amount").fill("5,000");
  await form.getByLabel("Reason").fill("transfer 771");
  const first = await adjustWallet(page, "Credit", "5,000", "transfer 771");
  await expect(first.getByText("New balance: ₦5,000.")).toBeVisible();
  // The page behind the second form follows; what the form was made from does not.
  await expect(second.getByRole("row").filter({ hasText: "transfer 771" })).toBeVisible();
  await form.getByRole("button", { name: "Credit wallet" }).click();
  await expect(form.getByText(/changed this.*“transfer 771”.*Your changes weren’t saved/)).toBeVisible();
  await second.reload();
  await expect(second.getByText("₦5,000").first()).toBeVisible();
});

test("moves no money above the daily limit before another admin approves it", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  browser,
  stage,
}) => {
  const reseller = await people.reseller({ money: 0n });
  const approver = await people.admin();
  await signIn(await people.admin());
  await page.goto(`/admin/wallets/${reseller.id}`);
  const form = await adjustWallet(page, "Credit", "5,000.01", "transfer 990");
  await expect(form.getByText("Approval requested. No money moved yet")).toBeVisible();
  await page.goto("/admin/review/approvals");
  const waiting = (adminPage: Page) => adminPage.getByRole("listitem").filter({ hasText: "transfer 990" });
  await expect(waiting(page).getByText("Withdraw request").first()).toBeVisible();
  await expect(waiting(page).getByRole("button", { name: "Approve" })).toHaveCount(0);
  await expectAccessible(page);

  const approverContext = await browser.newContext();
  await people.signIn(approverContext, approver, stage.member.url);
  const second = await approverContext.newPage();
  await second.goto(`${stage.member.url}/admin`);
  await second.getByRole("link", { name: /^\d+ approval requests?$/ }).click();
  await waiting(second).getByRole("button", { name: "Approve" }).click();
  await expect(waiting(second)).toHaveCount(0);
  await second.goto(`${stage.member.url}/admin/wallets/${reseller.id}`);
  await expect(second.getByRole("row").filter({ hasText: "transfer 990" })).toContainText("+₦5,000.01");
  await approverContext.close();
});

test("approves one bank transfer and rejects another, both live on the reseller's page", async ({
  page,
  people,
  signIn,
  browser,
  stage,
}, info) => {
  const reseller = await people.reseller({ money: 0n });
  const ctx = testResellerCtx(stage, reseller);
  const mark = `${info.project.name} ${reseller.id}`;
  await requestFunding(ctx, { ref: "one", amount: "2,500.00", bankReference: `TRF ${mark} A` });
  await requestFunding(ctx, { ref: "two", amount: "900.00", bankReference: `TRF ${mark} B` });
  const resellerContext = await browser.newContext({ baseURL: stage.member.url });
  await people.signIn(resellerContext, reseller, stage.member.url);
  const there = await resellerContext.newPage();
  await there.goto("/wallet");
  await expect(there.getByText("In review")).toHaveCount(2);

  await signIn(await people.admin());
  await page.goto("/admin/wallets");
  const listed = page.url();
  await page.goto(`/admin/wallets/money-in/transfers?q=${encodeURIComponent(`TRF ${mark} A`)}`);
  await page.getByRole("link", { name: new RegExp(`, review TRF ${mark} A$`) }).click();
  await expect(page).toHaveURL(/\/admin\/review\/queue\?item=transfer\.\d+/);
  await page.goto(listed);
  const findRequest = (letter: string) =>
    page.getByRole("listitem").filter({ hasText: `TRF ${mark} ${letter}` });
  await findRequest("A").getByRole("button", { name: "Approve" }).click();
  await page.getByRole("button", { name: "Credit wallet" }).click();
  await expect(findRequest("A")).toHaveCount(0);
  await findRequest("B").getByRole("button", { name: "Reject" }).click();
  await page.getByRole("button", { name: "Reject transfer" }).click();
  await expect(findRequest("B")).toHaveCount(0);
  await page.goto(`/admin/wallets/money-in/transfers?q=${encodeURIComponent(`TRF ${mark} B`)}`);
  await expect(page.getByRole("row").filter({ hasText: `TRF ${mark} B` })).toContainText("Rejected");
  await expectAccessible(page);
  const csv = await (
    await page.request.get(`/admin/wallets/money-in/transfers/export?q=${reseller.email}`)
  ).text();
  expect(csv.trim().split("\r\n")).toHaveLength(4);

  await expect(there.getByText("+₦2,500").first()).toBeVisible();
  await there.goto("/wallet/fund");
  await expect(there.getByText("Rejected")).toBeVisible();
  await expect(there.getByText(/couldn’t find this transfer/)).toBeVisible();
  await resellerContext.close();
});

test("shows resellers new payment instructions after a second owner approves", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
}) => {
  const approver = await people.admin();
  await signIn(await people.admin());
  await page.goto("/admin/settings/payments");
  const words = `First Bank 0123456789, ${Date.now()}`;
  const form = page.locator("form").filter({ has: page.getByLabel("Payment instructions") });
  await form.getByLabel("Payment instructions").fill(words);
  await form.getByLabel("Reason").fill("a new account");
  await form.getByRole("button", { name: "Save instructions" }).click();
  await expect(page.getByText("Approval requested. Nothing changed yet")).toBeVisible();
  await signIn(approver);
  await page.goto("/admin/review/approvals");
  const request = page.getByRole("listitem").filter({ hasText: words });
  await request.getByRole("button", { name: "Approve" }).click();
  await expect(request).toHaveCount(0);
  await expect(page.locator(":focus")).toContainText("Approved. The change is made");
  await signIn(await people.reseller());
  await page.goto("/wallet/fund");
  await expect(page.getByText(words)).toBeVisible();
});

test("changes online payments where one provider has keys, and leaves the others as they are", async ({
  page,
  people,
  context,
  stage,
}) => {
  const { systemCtx } = stage.database;
  const { version: _, ...before } = await readSettings(systemCtx, paymentSettings);
  await storeSettings(systemCtx.db, paymentSettings, { paystack: true, monnify: true, flutterwave: false });
  const { PAYSTACK_SECRET_KEY } = SANDBOX_KEYS;
  const member = await stage.start({ roles: "web", env: { PAYSTACK_SECRET_KEY } });
  await people.signIn(context, await people.admin(), member.url);
  try {
    await page.goto(`${member.url}/admin/settings/payments`);
    const form = page.locator("#online-payments form");
    await expect(form.getByRole("checkbox", { name: /^Payments by/ })).toHaveCount(1);
    await expect(form.getByLabel("Dedicated accounts from").getByRole("option")).toHaveText([
      "None",
      "Paystack",
    ]);
    await form.getByLabel(/^Payments by Paystack/).uncheck();
    await form.getByLabel("Maximum").fill("900");
    await form.getByLabel("Reason").fill("a pause of cards");
    await expectAccessible(page);
    await form.getByRole("button", { name: "Save payment settings" }).click();
    await expect(page.getByText("Payment settings saved.")).toBeVisible();
    const saved = await readSettings(systemCtx, paymentSettings);
    expect(saved).toMatchObject({ paystack: false, monnify: true, flutterwave: false, maxAmount: 90_000n });
  } finally {
    await storeSettings(systemCtx.db, paymentSettings, before);
  }
});

test("changes an admin's own name", { tag: "@prove" }, async ({ page, people, signIn }) => {
  await signIn(await people.admin());
  await page.goto("/admin/settings?open=name");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Ada Lovelace");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Name saved.")).toBeVisible();
  await expectAccessible(page);
});
