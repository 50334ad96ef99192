import { sql } from "drizzle-orm";
import { setSwitch, switches } from "#lib/catalogue/switches";
import { requestFunding } from "#lib/funding/request-funding";
import { startDispatching, stopDispatching } from "#lib/purchase/send/control";
import { failingWork } from "#lib/testing/failing-work";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, buyNow, freshPhone, shopper } from "./shopping.ts";

type Stage = Parameters<typeof aPlan>[0];

async function sale({ database }: Stage, to: "on" | "off"): Promise<void> {
  const { systemCtx } = database;
  const version = (await switches(systemCtx))[0]?.version ?? 0;
  const words = { message: "Back at noon.", reason: "for the test" };
  await setSwitch(systemCtx, { networkId: null, typeId: null, to, version, ...words });
}

test("home lists each thing that needs a hand, and leads to where it is done", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const reseller = await people.reseller();
  const ada = shopper(stage, reseller);
  const plan = await aPlan(stage, ada);
  const [sure, unsure] = [freshPhone(), freshPhone()];
  const { ident } = await buyNow(ada, plan, sure);
  await sandbox.waitForPurchase({ phone: sure }, { until: "answered" });
  await sandbox.order("reset", { phone: unsure });
  await buyNow(ada, plan, unsure);
  const { systemCtx } = stage.database;
  const [rules] = await systemCtx.db.execute<{ low_balance: string }>(
    sql`select low_balance from reconciling`,
  );
  await systemCtx.db.execute(sql`update reconciling set low_balance = 99999999999999`);
  await systemCtx.db.execute(sql`
    insert into discrepancies (key, kind, attempt_id, detail) select ${`answer ${ident}`}, 'answer', a.id, 'Odd.'
    from attempts a join purchases p on p.id = a.purchase_id where p.ident = ${ident}`);
  await requestFunding(ada, {
    ref: `need-${reseller.id}`,
    amount: "100.00",
    bankReference: `N ${reseller.id}`,
  });
  await failingWork(systemCtx, "no list came");
  await sale(stage, "off");
  await stopDispatching(systemCtx, { reason: "The float is moved." });

  await signIn(await people.admin());
  await page.goto("/admin");
  const places: [RegExp, RegExp][] = [
    [/^Sending is stopped/, /\/admin\/system$/],
    [/^The balance at the upstream is low: ₦/, /\/admin\/unconfirmed$/],
    [/asks? for money to be added|requests for money/, /\/admin\/wallets$/],
    [/not confirmed$/, /\/admin\/unconfirmed$/],
    [/do(es)? not fit$/, /\/admin\/unconfirmed\/discrepancies$/],
    [/^Everything is switched off/, /\/admin\/catalogue\/switches$/],
    [/of background work (is|are) stuck$/, /\/admin\/system\/jobs$/],
  ];
  for (const [name, address] of places) {
    await page.goto("/admin");
    await page.getByRole("list", { name: "What needs a hand" }).getByRole("link", { name }).click();
    await expect(page).toHaveURL(address);
  }

  await startDispatching(systemCtx, { reason: "The float is back." });
  await sale(stage, "on");
  await systemCtx.db.execute(sql`update reconciling set low_balance = ${rules?.low_balance ?? "0"}::bigint`);
  await systemCtx.db.execute(
    sql`update discrepancies set closed_at = now() where key = ${`answer ${ident}`}`,
  );
});

test("runs failing background work now, with a reason, and records it", async ({
  page,
  people,
  signIn,
  stage,
}, info) => {
  const error = `broken on ${info.project.name} ${Date.now()}`;
  await failingWork(stage.database.systemCtx, error);
  await signIn(await people.admin());
  await page.goto(`/admin/system/jobs?q=${encodeURIComponent(error)}`);
  await expect(page.getByText(error, { exact: true })).toBeVisible();
  await expectAccessible(page);
  const csv = await (
    await page.request.get(`/admin/system/jobs/export?q=${encodeURIComponent(error)}`)
  ).text();
  expect(csv).toContain(error);
  await page.getByText("Run now", { exact: true }).click();
  await page.getByRole("button", { name: "Run it now" }).click();
  await expect(page.getByText("Say why, in a few words.")).toBeVisible();
  await page.getByLabel("Why").fill("The list is back");
  await page.getByRole("button", { name: "Run it now" }).click();
  await expect(page.getByText("It runs now.")).toBeVisible();
  const records = await (await page.request.get("/admin/audit/export?action=job.run_again")).text();
  expect(records).toContain("The list is back");
});
