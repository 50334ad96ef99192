import { sql } from "drizzle-orm";
import { startDispatching, stopDispatching } from "#lib/dispatch/dispatch-control";
import { requestFunding } from "#lib/funding/request-funding";
import { seedFailingJob } from "#lib/testing/scene";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { buyTestPlan, findTestPlan, nextTestPhone, setSale, testResellerCtx } from "./test-purchases.ts";

test("lists each action item on the dashboard and links to its page", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const reseller = await people.reseller();
  const ada = testResellerCtx(stage, reseller);
  const plan = await findTestPlan(stage, ada);
  const [sure, unsure] = [nextTestPhone(), nextTestPhone()];
  const { ident } = await buyTestPlan(ada, plan, sure);
  await sandbox.waitForPurchase({ phone: sure }, { until: "answered" });
  await sandbox.order("reset", { phone: unsure });
  await buyTestPlan(ada, plan, unsure);
  const { systemCtx } = stage.database;
  const [rules] = await systemCtx.db.execute<{ low_balance: string }>(
    sql`select low_balance from suppliers where id = 1`,
  );
  await systemCtx.db.execute(sql`update suppliers set low_balance = 99999999999999 where id = 1`);
  await systemCtx.db.execute(sql`
    insert into discrepancies (supplier_id, key, kind, attempt_id, detail) select 1, ${`answer ${ident}`}, 'answer', a.id, 'Odd.'
    from attempts a join purchases p on p.id = a.purchase_id where p.ident = ${ident}`);
  await requestFunding(ada, {
    ref: `need-${reseller.id}`,
    amount: "100.00",
    bankReference: `N ${reseller.id}`,
  });
  await seedFailingJob(systemCtx, "no list came");
  await setSale(stage, "off");
  await stopDispatching(systemCtx, { reason: "The float is moved." });

  await signIn(await people.admin());
  await page.goto("/admin");
  const places: [RegExp, RegExp][] = [
    [/^Sending is stopped/, /\/admin\/records\/system$/],
    [/^Low balance: Main supplier, ₦/, /\/admin\/networks\/suppliers\/1$/],
    [/^\d+ bank transfers? to review/, /\/admin\/review\/queue\?kind=transfer&item=transfer\.\d+/],
    [/^\d+ unconfirmed purchases?$/, /\/admin\/review\/queue\?kind=unconfirmed&item=unconfirmed\.DT/],
    [/^\d+ open discrepanc(y|ies)$/, /\/admin\/review\/discrepancies$/],
    [/^All sales are turned off/, /\/admin\/networks$/],
    [/^Failing background work: \d+$/, /\/admin\/records\/system\/failures$/],
  ];
  for (const [name, address] of places) {
    await page.goto("/admin");
    await page.getByRole("list", { name: "Action required" }).getByRole("link", { name }).click();
    await expect(page).toHaveURL(address);
  }

  await startDispatching(systemCtx, { reason: "The float is back." });
  await setSale(stage, "on");
  await systemCtx.db.execute(
    sql`update suppliers set low_balance = ${rules?.low_balance ?? "0"}::bigint where id = 1`,
  );
  await systemCtx.db.execute(
    sql`update discrepancies set closed_at = now() where key = ${`answer ${ident}`}`,
  );
});

test(
  "retries failing background work with a reason and records it",
  { tag: "@prove" },
  async ({ page, people, signIn, stage }, info) => {
    const error = `broken on ${info.project.name} ${Date.now()}`;
    await seedFailingJob(stage.database.systemCtx, error);
    await signIn(await people.admin());
    await page.goto(`/admin/records/system/failures?q=${encodeURIComponent(error)}`);
    await expect(page.getByText(error, { exact: true })).toBeVisible();
    await expectAccessible(page);
    const csv = await (
      await page.request.get(`/admin/records/system/failures/export?q=${encodeURIComponent(error)}`)
    ).text();
    expect(csv).toContain(error);
    await page.getByText("Retry now", { exact: true }).click();
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await expect(page.getByText("Enter a reason in a few words.")).toBeVisible();
    await page.getByLabel("Reason").fill("The list is back");
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await expect(page.getByText("Retry started.")).toBeVisible();
    const records = await (await page.request.get("/admin/records/audit/export?action=job.run_again")).text();
    expect(records).toContain("The list is back");
  },
);
