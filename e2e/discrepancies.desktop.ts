import { sql } from "drizzle-orm";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, buyNow, freshPhone, shopper } from "./shopping.ts";

/** Something that does not fit, at a purchase, older than the chain looks back. */
async function finding(
  { database }: Parameters<typeof aPlan>[0],
  ident: string,
  kind: string,
  detail: string,
  amount = 0n,
) {
  await database.systemCtx.db.execute(sql`
    insert into discrepancies (key, kind, attempt_id, amount, earliest, latest, detail)
    select ${`${kind} ${ident}`}, ${kind}, a.id, ${amount}::bigint, now() - interval '5 days', now() - interval '4 days', ${detail}
    from attempts a join purchases p on p.id = a.purchase_id where p.ident = ${ident}`);
}

test("what does not fit is acknowledged, a rise recorded as a top-up, each with its reason", {
  tag: "@prove",
}, async ({ page, people, signIn, stage, sandbox }) => {
  const ada = shopper(stage, await people.reseller());
  const phone = freshPhone();
  const { ident } = await buyNow(ada, await aPlan(stage, ada), phone);
  await sandbox.waitForPurchase({ phone }, { until: "answered" });
  await finding(stage, ident, "fall", `The balance fell at ${ident}.`, -777n);
  await finding(stage, ident, "rise", `The balance rose at ${ident}.`, 500_000n);
  await signIn(await people.admin());
  await page.goto("/admin/unconfirmed/discrepancies");
  await page.getByRole("checkbox", { name: `Choose: The balance fell at ${ident}.` }).check();
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByText("Say why, in a few words.")).toBeVisible();
  await page.getByLabel("Why it is so").fill("Fees of the bank");
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByText(`The balance fell at ${ident}.`)).toHaveCount(0);

  const rise = page.getByRole("listitem").filter({ hasText: `The balance rose at ${ident}.` });
  await rise.getByLabel("Amount").fill("5,000");
  await rise.getByLabel("What for").fill(`Transfer for ${ident}`);
  await rise.getByRole("button", { name: "Record top-up" }).click();
  await expect(rise).toHaveCount(0);

  await page.goto(`/admin/unconfirmed/discrepancies?state=closed&q=${ident}`);
  await expect(page.getByText("“Fees of the bank”")).toBeVisible();
  await expectAccessible(page);
  const csv = await (
    await page.request.get(`/admin/unconfirmed/discrepancies/export?state=closed&q=${ident}`)
  ).text();
  expect(csv.trim().split("\r\n")).toHaveLength(3);
  await page.goto("/admin/unconfirmed/top-ups");
  await expect(page.getByRole("row").filter({ hasText: `Transfer for ${ident}` })).toContainText(
    "+₦5,000.00",
  );
});

test("of two admins who write the same top-up down, the second is told, and it counts once", async ({
  page,
  people,
  signIn,
  context,
}, info) => {
  await signIn(await people.admin());
  const second = await context.newPage();
  const transfer = `Transfer 88 ${info.project.name} ${Date.now()}`;
  for (const desk of [page, second]) {
    await desk.goto("/admin/unconfirmed/top-ups");
    await desk.getByLabel("Amount").fill("2,500");
    await desk.getByLabel("When").fill(new Date().toISOString().slice(0, 16));
    await desk.getByLabel("What for").fill(transfer);
  }
  await page.getByRole("button", { name: "Record top-up" }).click();
  await expect(page.getByRole("row").filter({ hasText: transfer })).toContainText("+₦2,500.00");
  await expectAccessible(page);
  await second.getByRole("button", { name: "Record top-up" }).click();
  await expect(second.getByText(/changed this.*Nothing of yours was saved/)).toBeVisible();
  await expect(second.getByRole("row").filter({ hasText: transfer })).toHaveCount(1);
});
