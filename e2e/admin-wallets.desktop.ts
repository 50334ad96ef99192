import { requestFunding } from "#lib/funding/request-funding";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { shopper } from "./shopping.ts";

type Page = import("playwright/test").Page;

async function move(page: Page, what: string, amount: string, why: string) {
  await page.getByRole("button", { name: what, exact: true }).click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByLabel("Amount").fill(amount);
  await dialog.getByLabel("Why").fill(why);
  await dialog.getByRole("button", { name: what, exact: true }).click();
  return dialog;
}

test("money is credited, debited, clawed back below zero, and an entry reversed, each with its reason", async ({
  page,
  people,
  signIn,
}) => {
  const reseller = await people.reseller({ money: 0n });
  await signIn(await people.admin());
  await page.goto(`/admin/wallets/${reseller.id}`);
  const credited = await move(page, "Credit", "500", "transfer 771");
  await expect(credited.getByText("The wallet has ₦500.00 now.")).toBeVisible();
  await credited.getByRole("button", { name: "Done" }).click();
  const refused = await move(page, "Debit", "900", "fee");
  await expect(refused.getByText(/Only ₦500.00 is in the wallet/)).toBeVisible();
  await refused.getByLabel("Amount").fill("100");
  await refused.getByRole("button", { name: "Debit", exact: true }).click();
  await expect(refused.getByText("The wallet has ₦400.00 now.")).toBeVisible();
  await refused.getByRole("button", { name: "Done" }).click();
  const clawed = await move(page, "Claw back", "500", "the transfer bounced");
  await expect(clawed.getByText("The wallet has -₦100.00 now.")).toBeVisible();
  await clawed.getByRole("button", { name: "Done" }).click();
  await expectAccessible(page);
  const row = page.getByRole("row").filter({ hasText: "fee" });
  await row.getByRole("button", { name: /^Reverse/ }).click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByLabel("Why").fill("charged by mistake");
  await dialog.getByRole("button", { name: "Reverse it" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Corrected" })).toContainText("+₦100.00");
  await expect(row.getByText(/Reversed by/)).toBeVisible();
  await page.goto("/admin/wallets");
  await expect(page.getByText("They balance")).toBeVisible();
});

test("two admins who credit the same transfer: the second is told, and nothing is added twice", async ({
  page,
  people,
  signIn,
  context,
}) => {
  const reseller = await people.reseller({ money: 0n });
  await signIn(await people.admin());
  const second = await context.newPage();
  for (const desk of [page, second]) await desk.goto(`/admin/wallets/${reseller.id}`);
  await second.getByRole("button", { name: "Credit", exact: true }).click();
  const form = second.locator("dialog[open]");
  await form.getByLabel("Amount").fill("5,000");
  await form.getByLabel("Why").fill("transfer 771");
  const first = await move(page, "Credit", "5,000", "transfer 771");
  await expect(first.getByText("The wallet has ₦5,000.00 now.")).toBeVisible();
  // The page behind the second form follows; what the form was made from does not.
  await expect(second.getByRole("row").filter({ hasText: "transfer 771" })).toBeVisible();
  await form.getByRole("button", { name: "Credit", exact: true }).click();
  await expect(form.getByText(/changed this.*“transfer 771”.*Nothing of yours was saved/)).toBeVisible();
  await second.reload();
  await expect(second.getByText("₦5,000.00").first()).toBeVisible();
});

test("above the set sum nothing moves until a second admin confirms it", async ({
  page,
  people,
  signIn,
  browser,
  stage,
}) => {
  const reseller = await people.reseller({ money: 0n });
  const other = await people.admin();
  await signIn(await people.admin());
  await page.goto(`/admin/wallets/${reseller.id}`);
  const form = await move(page, "Credit", "5,000.01", "transfer 990");
  await expect(form.getByText("Nothing moved yet. Another admin has to confirm it")).toBeVisible();
  await page.goto("/admin/wallets/waiting");
  const waiting = (desk: Page) => desk.getByRole("listitem").filter({ hasText: "transfer 990" });
  await expect(waiting(page).getByText("Take it back").first()).toBeVisible();
  await expect(waiting(page).getByRole("button", { name: "Confirm" })).toHaveCount(0);
  await expectAccessible(page);

  const theirs = await browser.newContext();
  await people.signIn(theirs, other, stage.member.url);
  const second = await theirs.newPage();
  await second.goto(`${stage.member.url}/admin`);
  await second.getByRole("link", { name: /proposal waits/ }).click();
  await waiting(second).getByRole("button", { name: "Confirm" }).click();
  await expect(waiting(second)).toHaveCount(0);
  await second.goto(`${stage.member.url}/admin/wallets/${reseller.id}`);
  await expect(second.getByRole("row").filter({ hasText: "transfer 990" })).toContainText("+₦5,000.01");
  await theirs.close();
});

test("a payment is approved in two clicks and shows to its reseller by itself; another is refused", async ({
  page,
  people,
  signIn,
  browser,
  stage,
}, info) => {
  const reseller = await people.reseller({ money: 0n });
  const ctx = shopper(stage, reseller);
  const mark = `${info.project.name} ${reseller.id}`;
  await requestFunding(ctx, { ref: "one", amount: "2,500.00", bankReference: `TRF ${mark} A` });
  await requestFunding(ctx, { ref: "two", amount: "900.00", bankReference: `TRF ${mark} B` });
  const theirs = await browser.newContext({ baseURL: stage.member.url });
  await people.signIn(theirs, reseller, stage.member.url);
  const there = await theirs.newPage();
  await there.goto("/wallet");
  await expect(there.getByText("Being looked at")).toHaveCount(2);

  await signIn(await people.admin());
  await page.goto("/admin/wallets");
  const asked = (letter: string) => page.getByRole("listitem").filter({ hasText: `TRF ${mark} ${letter}` });
  await asked("A").getByRole("button", { name: "Approve" }).click();
  await page.getByRole("button", { name: "Add it" }).click();
  await expect(asked("A")).toHaveCount(0);
  await asked("B").getByRole("button", { name: "Refuse" }).click();
  await page.getByRole("button", { name: "Refuse it" }).click();
  await expect(asked("B")).toHaveCount(0);
  await page.goto(`/admin/wallets/funding?q=${encodeURIComponent(`TRF ${mark} B`)}`);
  await expect(page.getByRole("row").filter({ hasText: `TRF ${mark} B` })).toContainText("Refused");
  await expectAccessible(page);
  const csv = await (await page.request.get(`/admin/wallets/funding/export?q=${reseller.email}`)).text();
  expect(csv.trim().split("\r\n")).toHaveLength(3);

  await expect(there.getByText("+₦2,500.00").first()).toBeVisible();
  await there.goto("/wallet/fund");
  await expect(there.getByText("Not added")).toBeVisible();
  await expect(there.getByText(/did not find this payment/)).toBeVisible();
  await theirs.close();
});

test("shows resellers new payment instructions after a second owner approves", async ({
  page,
  people,
  signIn,
}) => {
  const approver = await people.admin();
  await signIn(await people.admin());
  await page.goto("/admin/wallets");
  const words = `First Bank 0123456789, ${Date.now()}`;
  const form = page.locator("form").filter({ has: page.getByLabel("What they read") });
  await form.getByLabel("What they read").fill(words);
  await form.getByLabel("Why").fill("a new account");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Nothing changed yet. Another owner has to confirm it")).toBeVisible();
  await signIn(approver);
  await page.goto("/admin/wallets/waiting");
  const request = page.getByRole("listitem").filter({ hasText: words });
  await request.getByRole("button", { name: "Confirm" }).click();
  await expect(request).toHaveCount(0);
  await signIn(await people.reseller());
  await page.goto("/wallet/fund");
  await expect(page.getByText(words)).toBeVisible();
});

test("an admin keeps their own name, password and devices", async ({ page, people, signIn }) => {
  await signIn(await people.admin());
  await page.goto("/admin/settings");
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Your name is saved.")).toBeVisible();
  await expectAccessible(page);
});
