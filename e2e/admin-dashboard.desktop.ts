import { startDispatching, stopDispatching } from "#lib/dispatch/dispatch-control";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

test("shows figures and action items on the dashboard, and updates the plan list on the System page", async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const ada = testResellerCtx(stage, await people.reseller());
  const phone = nextTestPhone();
  await buyTestPlan(ada, await findTestPlan(stage, ada), phone);
  await sandbox.waitForPurchase({ phone }, { until: "answered" });
  const { systemCtx: system } = stage.database;
  await stopDispatching(system, { reason: "The float is moved." });
  await signIn(await people.admin());
  await page.goto("/admin");
  await expect(page.getByRole("heading", { level: 2 })).toContainText([
    "Action required",
    "Finish setting up",
    "Sales today",
    "Margin today",
    "Wallets",
    "Main supplier’s balance",
    "Last 30 days",
  ]);
  await page.getByRole("link", { name: "Sending is stopped" }).click();
  await expect(page).toHaveURL(/\/admin\/records\/system$/);
  await expect(page.getByText("The float is moved.", { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await startDispatching(system, { reason: "The float is back." });
  await expect(page.getByText("Running", { exact: true }).first()).toBeVisible();
  await page.locator("summary", { hasText: "Catalogue" }).click();
  await page.getByRole("button", { name: "Update now" }).click();
  await expect(page.getByText(/^\d+ plans, none changed\.$/)).toBeVisible();
});

test("folds the steps of the first day into one line once there is a backup", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const { sql } = stage.database;
  await signIn(await people.admin());
  await page.goto("/admin");
  const steps = page.getByRole("list", { name: "Setup steps" });
  await expect(steps.getByRole("link", { name: "Create an encrypted backup" })).toBeVisible();
  const [run] = await sql`
    insert into maintenance_runs (kind, began_at, ok, summary) values ('backup', now(), true, '') returning id`;
  await page.reload();
  await expect(page.getByText(/^\d steps? left of 7$/)).toBeVisible();
  await expect(steps).toBeHidden();
  await page.getByRole("heading", { name: "Finish setting up" }).click();
  await expect(steps.getByRole("link", { name: "Create an encrypted backup" })).toBeVisible();
  await expectAccessible(page);
  await sql`delete from maintenance_runs where id = ${run?.id}`;
});

test("reverses a delivered purchase once, with a reason, and refunds it", async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const ada = await people.reseller();
  const phone = nextTestPhone();
  const { ident } = await buyTestPlan(
    testResellerCtx(stage, ada),
    await findTestPlan(stage, testResellerCtx(stage, ada)),
    phone,
  );
  await sandbox.waitForPurchase({ phone }, { until: "answered" });
  await signIn(await people.admin());
  await page.goto(`/admin/purchases/${ident}`);
  await page.getByText("Reverse purchase").click();
  await expectAccessible(page);
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: /^Refund / }) });
  await form.getByRole("button").click();
  await expect(form.getByText("Enter a reason in a few words.")).toBeVisible();
  await form.getByLabel("Reason").fill("The network took it back");
  await form.getByRole("button").click();
  await expect(page.getByText("Reversed").first()).toBeVisible();
  await expect(
    page.getByText("Reversed by the network. The money was refunded to the wallet."),
  ).toBeVisible();
  await page.getByLabel("New note").fill("Ticket 31 at the network.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Ticket 31 at the network.").first()).toBeVisible();
  await page.goto(`/admin/records/audit?id=${ident}`);
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "reversed a purchase" })).toBeVisible();
  const csv = await (await page.request.get(`/admin/records/audit/export?id=${ident}`)).text();
  expect(csv).toContain("The network took it back");
});
