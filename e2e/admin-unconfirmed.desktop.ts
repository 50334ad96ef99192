import { sql } from "drizzle-orm";
import { approvalSettings } from "#lib/audit/approval-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import { reconcileSettings } from "#lib/reconcile/reconcile-settings";
import { storeSettings } from "#lib/testing/store-settings";
import type { SandboxControl } from "#sandbox/control-client";
import { expect, expectAccessible, test } from "./fixtures.ts";
import {
  buyTestPlan,
  displayTestPhone,
  findTestPlan,
  nextTestPhone,
  testResellerCtx,
} from "./test-purchases.ts";

type Page = import("playwright/test").Page;
type TestStage = Parameters<typeof findTestPlan>[0];

/** The list item of a number on an admin page. */
const listItemOf = (page: Page, phone: string) =>
  page.getByRole("listitem").filter({ hasText: displayTestPhone(phone) });

/** A purchase with a clear answer: five unclear ones in a row, of whatever test, would stop sending. */
async function openUnconfirmed(
  ctx: Parameters<typeof buyTestPlan>[0],
  plan: Parameters<typeof buyTestPlan>[1],
  sandbox: SandboxControl,
) {
  const phone = nextTestPhone();
  const { ident } = await buyTestPlan(ctx, plan, phone);
  await sandbox.waitForPurchase({ phone }, { until: "answered" });
  return ident;
}

/** Sets the price from which two admins are needed. */
async function setSingleAdminLimit({ database }: TestStage, singleAdminLimit: bigint) {
  await storeSettings(database.systemCtx.db, approvalSettings, { singleAdminLimit: singleAdminLimit });
}

test("resolves an overdue unconfirmed purchase with a reason, after showing its buyer the deadline", async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const ada = await people.reseller();
  const plan = await findTestPlan(stage, testResellerCtx(stage, ada));
  const phone = nextTestPhone();
  await openUnconfirmed(testResellerCtx(stage, ada), plan, sandbox);
  await sandbox.order("reset", { phone });
  const { ident } = await buyTestPlan(testResellerCtx(stage, ada), plan, phone);
  await signIn(ada);
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByText(/^Sent .*, but .* hasn’t confirmed delivery/)).toBeVisible();
  await expect(
    page.getByText(/It ends as Delivered or refunded, by .* \d\d:\d\d at the latest\./),
  ).toBeVisible();
  await stage.database.systemCtx.db.execute(sql`
    update attempts a set claimed_at = claimed_at - interval '25 hours' from purchases p
    where p.id = a.purchase_id and p.ident = ${ident}`);
  await page.reload();
  await expect(page.getByText(/taking longer than we promised, until .* \d\d:\d\d\./)).toBeVisible();
  await expect(page.getByText(/at the latest/)).toHaveCount(0);
  await expectAccessible(page);

  await signIn(await people.admin());
  await page.goto("/admin");
  await page.getByRole("link", { name: /overdue/ }).click();
  await expect(page).toHaveURL(/\/review\/queue\?kind=unconfirmed/);
  await expect(page.getByRole("heading", { level: 2 }).first()).toContainText("Unconfirmed");
  await page.goto("/admin/review?state=overdue");
  const row = listItemOf(page, phone);
  await expect(row.getByText(/^Overdue since/)).toBeVisible();
  await expect(row.getByText("Unconfirmed")).toBeVisible();
  await expectAccessible(page);
  const resolve = page.getByRole("button", { name: "Resolve" });
  await expect(resolve).toBeHidden();
  const all = page.getByRole("checkbox", { name: "Select all on this page" });
  await all.check();
  await expect(row.getByRole("checkbox")).toBeChecked();
  await expect(resolve).toBeVisible();
  await expect(page.getByText(/^\d+ selected$/)).toBeVisible();
  await all.uncheck();
  await expect(resolve).toBeHidden();
  await row.getByRole("checkbox").check();
  await page.getByLabel("Outcome of selected").selectOption("failed");
  await page.locator("form#resolve").getByLabel("Reason").fill("Asked the upstream");
  await page.getByRole("button", { name: "Resolve" }).click();
  await expect(page.getByText(displayTestPhone(phone))).toHaveCount(0);
  await expect(page.locator(":focus")).toContainText("1 resolved.");
  await page.goto(`/admin/purchases/${ident}`);
  await expect(page.getByText("Asked the upstream").first()).toBeVisible();
  await expect(page.getByText("Refunded", { exact: true })).toBeVisible();
  // Its response was unclear, so the supplier may have charged it.
  await expect(page.getByText("Not charged")).toHaveCount(0);
});

test("finds a pending purchase by the supplier’s ID and resolves it from its page", {
  tag: "@prove",
}, async ({ page, people, signIn, stage, sandbox }) => {
  const ada = await people.reseller();
  const plan = await findTestPlan(stage, testResellerCtx(stage, ada));
  const phone = nextTestPhone();
  await sandbox.order("pending", { phone });
  const { ident } = await buyTestPlan(testResellerCtx(stage, ada), plan, phone);
  const sent = await sandbox.waitForPurchase({ phone }, { until: "answered" });
  const upstreamId = String(sent.transaction?.id);
  await signIn(await people.admin());
  await page.goto("/admin/purchases");
  for (const called of [upstreamId, String(sent.transaction?.ident)]) {
    await page.getByRole("searchbox").fill(called);
    await page.getByRole("searchbox").press("Enter");
    await expect(page.getByRole("table").getByRole("link", { name: displayTestPhone(phone) })).toBeVisible();
  }
  await page.goto(`/admin/purchases/${ident}`);
  await expect(page.getByText(upstreamId).filter({ visible: true }).first()).toBeVisible();
  const headings = await page.getByRole("heading", { level: 2 }).allTextContents();
  expect(headings.filter((text) => /^(Attempt|Notes)/.test(text))).toEqual(["Attempt", "Notes"]);
  await expect(page.getByRole("link", { name: ada.name }).first()).toHaveAttribute(
    "href",
    `/admin/resellers/${ada.id}`,
  );
  await expectAccessible(page);
  await page.getByRole("link", { name: "Resolve purchase" }).click();
  await expect(page).toHaveURL(new RegExp(`item=unconfirmed\\.${ident}`));
  await page.getByRole("radio", { name: /^Delivered: keep payment/ }).check();
  await page.getByLabel("Reason", { exact: true }).fill("It arrived");
  await page.getByRole("button", { name: "Resolve purchase" }).click();
  await expect
    .poll(async () => {
      const [row] = await stage.database.sql`select state from purchases where ident = ${ident}`;
      return row?.state;
    })
    .toBe("successful");
});

test("needs another admin to approve or reject resolutions above the daily limit", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
  browser,
}) => {
  const ada = testResellerCtx(stage, await people.reseller());
  const plan = await findTestPlan(stage, ada);
  const phones = [nextTestPhone(), nextTestPhone()] as const;
  await openUnconfirmed(ada, plan, sandbox);
  for (const phone of phones) {
    await sandbox.order("reset", { phone });
    await buyTestPlan(ada, plan, phone);
  }
  const { singleAdminLimit: before } = await readSettings(stage.database.systemCtx, approvalSettings);
  await setSingleAdminLimit(stage, 1n);
  const colleague = await people.admin();
  await signIn(await people.admin());
  await page.goto("/admin/review");
  for (const phone of phones) await listItemOf(page, phone).getByRole("checkbox").check();
  await page.getByLabel("Outcome of selected").selectOption("failed");
  await page.locator("form#resolve").getByLabel("Reason").fill("Nobody saw it");
  await page.getByRole("button", { name: "Resolve" }).click();
  await expect(page.getByRole("heading", { name: "Approval requested" })).toBeVisible();
  await expect(listItemOf(page, phones[0]).getByText("You requested: refund")).toBeVisible();
  await expect(listItemOf(page, phones[0]).getByRole("button", { name: "Approve" })).toHaveCount(0);

  const approverContext = await browser.newContext({ baseURL: stage.member.url });
  await people.signIn(approverContext, colleague, stage.member.url);
  const second = await approverContext.newPage();
  await second.goto("/admin/review");
  await expectAccessible(second);
  await listItemOf(second, phones[0]).getByRole("button", { name: "Approve" }).click();
  await expect(second.getByText(displayTestPhone(phones[0]))).toHaveCount(0);
  await expect(second.getByRole("heading", { name: "Approval requested" })).toBeFocused();
  const otherItem = listItemOf(second, phones[1]);
  await otherItem.getByText("Reject request").first().click();
  await otherItem.getByRole("button", { name: "Reject request" }).click();
  await expect(otherItem.getByText("Enter a reason in a few words.")).toBeVisible();
  await otherItem.getByLabel("Reason").fill("The customer has it");
  await otherItem.getByRole("button", { name: "Reject request" }).click();
  await expect(listItemOf(second, phones[1]).getByRole("checkbox")).toBeVisible();
  await listItemOf(second, phones[1]).getByRole("link").first().click();
  await expect(second.getByText("“The customer has it”")).toBeVisible();
  await approverContext.close();
  await setSingleAdminLimit(stage, before);
});

test("resolves all that match as they were listed, and none that came later", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const reseller = await people.reseller();
  const ada = testResellerCtx(stage, reseller);
  const plan = await findTestPlan(stage, ada);
  await openUnconfirmed(ada, plan, sandbox);
  const buyUnconfirmed = async () => {
    const phone = nextTestPhone();
    await sandbox.order("reset", { phone });
    const { ident } = await buyTestPlan(ada, plan, phone);
    await expect.poll(async () => (await stateOf(ident)).state).toBe("unconfirmed");
    return ident;
  };
  const stateOf = async (ident: string) => {
    const [row] = await stage.database.sql`select id, state from purchases where ident = ${ident}`;
    return { id: String(row?.id), state: row?.state };
  };
  const seen = [await buyUnconfirmed(), await buyUnconfirmed()] as const;
  // Its response names the balance after them.
  await openUnconfirmed(ada, plan, sandbox);
  await signIn(await people.admin());
  await page.goto(`/admin/purchases/${seen[1]}`);
  await expect(page.getByText(/^Balance (fell by ₦|didn’t change)/)).toBeVisible();
  const { id } = await stateOf(seen[0]);
  await page.goto(`/admin/review?q=${encodeURIComponent(reseller.email)}&after=${id}`);
  const all = page.getByRole("form", { name: "All matching" });
  await expect(all.getByText("Select all 2 matching")).toBeVisible();
  await expectAccessible(page);
  await all.getByLabel("With all matching").selectOption({ label: "Resolve as failed, refund" });
  await all.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Resolve as failed, refund: 2 purchases" })).toBeVisible();
  const later = await buyUnconfirmed();
  await page.getByLabel("Reason").fill("Asked the upstream");
  await page.getByRole("button", { name: "Resolve as failed, refund: 2 purchases" }).click();
  await expect(page.getByText("Done", { exact: true })).toHaveCount(2);
  for (const ident of seen) expect((await stateOf(ident)).state).toBe("failed");
  expect((await stateOf(later)).state).toBe("unconfirmed");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("says that nothing was changed where the reason and the button are always shown", {
    tag: "@prove",
  }, async ({ page, people, signIn }) => {
    await signIn(await people.admin());
    await page.goto("/admin/settings/purchases");
    await page.getByRole("button", { name: "Save delivery issue settings" }).click();
    await expect(page.getByText("Nothing was changed.")).toBeVisible();
    await expect(page.getByText("Enter a reason in a few words.")).toHaveCount(0);
  });
});

test("changes reconciliation settings with a reason and another owner, and shows it in their history", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  const approver = await people.admin();
  await signIn(await people.admin());
  await page.goto("/admin/settings/purchases#unconfirmed-purchases");
  const form = page.locator("form#unconfirmed-purchases-form");
  const minutes = page.getByLabel("Late delivery window");
  const before = await minutes.inputValue();
  await expect(form.getByLabel("Reason")).toBeHidden();
  await minutes.fill("12");
  await minutes.fill(before);
  await form.getByRole("button", { name: "Save reconciliation settings" }).click();
  await expect(form.getByText("Nothing was changed.")).toBeVisible();
  const save = async (value: string, reason: string) => {
    await minutes.fill(value);
    await form.getByLabel("Reason").fill(reason);
    await form.getByRole("button", { name: "Save reconciliation settings" }).click();
  };
  await save("12", "");
  await expect(page.getByText("Enter a reason in a few words.")).toBeVisible();
  await save("12", "Slow this week");
  await expect(page.getByText("Approval requested. Nothing changed yet")).toBeVisible();
  await signIn(approver);
  await page.goto("/admin/review/approvals");
  const request = page.getByRole("listitem").filter({ hasText: "Slow this week" });
  await request.getByRole("button", { name: "Approve" }).click();
  await expect(request).toHaveCount(0);
  await page.goto("/admin/settings/purchases");
  const history = page.locator("#unconfirmed-purchases details").last();
  await history.getByText("History").click();
  await expect(history.getByText("“Slow this week”").first()).toBeVisible();
  await expect(minutes).toHaveValue("12");
  // Turning automatic decisions off needs no other owner.
  await page.getByLabel("Resolve automatically from balances").uncheck();
  await save("12", "A second portal");
  await expect(history.getByText("“A second portal”").first()).toBeVisible();
  await storeSettings(stage.database.systemCtx.db, reconcileSettings, {
    automatic: true,
    lateSeconds: Number(before) * 60,
  });
});

test("stops sending with a reason and starts it again", async ({ page, people, signIn, context }) => {
  await signIn(await people.admin());
  const second = await context.newPage();
  for (const adminPage of [page, second]) {
    await adminPage.goto("/admin/review");
    await expect(adminPage.getByText("Running")).toBeVisible();
    await adminPage.getByText("Stop sending", { exact: true }).first().click();
  }
  const stop = async (adminPage: Page, reason: string) => {
    await adminPage.locator("form#stop").getByLabel("Reason").fill(reason);
    await adminPage.getByRole("button", { name: "Stop sending" }).click();
  };
  await stop(page, "The float is moved");
  const alarm = page.getByRole("region", { name: "Alarms" }).getByText("The float is moved");
  await expect(alarm).toBeVisible();
  await page.getByLabel("Reason for starting").fill("The float is back");
  await page.getByRole("button", { name: "Start sending" }).click();
  await expect(page.getByText("Running")).toBeVisible();
  await expect(alarm).toBeHidden();
  await page.getByText("History").first().click();
  await expect(page.getByText("“The float is back”").first()).toBeVisible();
  await second.close();
});
