import { sql } from "drizzle-orm";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

/** Creates a discrepancy at a purchase that is older than the chain's period. */
async function createDiscrepancy(
  { database }: Parameters<typeof findTestPlan>[0],
  ident: string,
  kind: string,
  detail: string,
  amount = 0n,
) {
  await database.systemCtx.db.execute(sql`
    insert into discrepancies (supplier_id, key, kind, attempt_id, amount, earliest, latest, detail)
    select 1, ${`${kind} ${ident}`}, ${kind}, a.id, ${amount}::bigint, now() - interval '5 days', now() - interval '4 days', ${detail}
    from attempts a join purchases p on p.id = a.purchase_id where p.ident = ${ident}`);
}

test("acknowledges a discrepancy and records a rise as an upstream deposit, each with a reason", {
  tag: "@prove",
}, async ({ page, people, signIn, stage, sandbox }) => {
  const ada = testResellerCtx(stage, await people.reseller());
  const phone = nextTestPhone();
  const { ident } = await buyTestPlan(ada, await findTestPlan(stage, ada), phone);
  await sandbox.waitForPurchase({ phone }, { until: "answered" });
  await createDiscrepancy(stage, ident, "fall", `The balance fell at ${ident}.`, -777n);
  await createDiscrepancy(stage, ident, "rise", `The balance rose at ${ident}.`, 500_000n);
  await signIn(await people.admin());
  await page.goto("/admin/review/discrepancies");
  await page.getByRole("checkbox", { name: `Select: The balance fell at ${ident}.` }).check();
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByText("Enter a reason in a few words.")).toBeVisible();
  await page.getByLabel("Reason").last().fill("Fees of the bank");
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByText(`The balance fell at ${ident}.`)).toHaveCount(0);

  const rise = page.getByRole("listitem").filter({ hasText: `The balance rose at ${ident}.` });
  await rise.getByLabel("Amount").fill("5,000");
  await rise.getByLabel("Reason").fill(`Transfer for ${ident}`);
  await rise.getByRole("button", { name: "Record deposit" }).click();
  await expect(rise).toHaveCount(0);

  await page.goto(`/admin/review/discrepancies?state=closed&q=${ident}`);
  await expect(page.getByText("“Fees of the bank”")).toBeVisible();
  await expectAccessible(page);
  const csv = await (
    await page.request.get(`/admin/review/discrepancies/export?state=closed&q=${ident}`)
  ).text();
  expect(csv.trim().split("\r\n")).toHaveLength(4);
  await page.goto("/admin/wallets/adjustments/upstream");
  await expect(page.getByRole("row").filter({ hasText: `Transfer for ${ident}` })).toContainText(
    "+₦5,000.00",
  );
});

test(
  "rejects the second of two admins who record the same deposit",
  { tag: "@prove" },
  async ({ page, people, signIn, context }, info) => {
    await signIn(await people.admin());
    const second = await context.newPage();
    const transfer = `Transfer 88 ${info.project.name} ${Date.now()}`;
    for (const adminPage of [page, second]) {
      await adminPage.goto("/admin/wallets/adjustments/upstream");
      await adminPage.getByLabel("Amount").fill("2,500");
      await adminPage.getByLabel("Date and time").fill(new Date().toISOString().slice(0, 16));
      await adminPage.getByLabel("Reason").fill(transfer);
    }
    await page.getByRole("button", { name: "Record deposit" }).click();
    await expect(page.getByRole("row").filter({ hasText: transfer })).toContainText("+₦2,500.00");
    await expectAccessible(page);
    await second.getByRole("button", { name: "Record deposit" }).click();
    await expect(second.getByText(/changed this.*Your changes weren’t saved/)).toBeVisible();
    await expect(second.getByRole("row").filter({ hasText: transfer })).toHaveCount(1);
  },
);
