import { sql } from "drizzle-orm";
import { inTransaction } from "#db/client";
import type { PlanView } from "#lib/catalogue/plan-view";
import type { Ctx } from "#lib/core/context";
import { formatMoney } from "#lib/core/money/money";
import { advanceUnconfirmed } from "#lib/purchase/advance/advance-unconfirmed";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

/** Places a purchase that has been unconfirmed for a day, and is never sent. */
async function leaveUnconfirmed(ctx: Ctx, plan: PlanView): Promise<{ id: number; ident: string }> {
  return inTransaction(ctx, async (tx) => {
    const { id, ident } = await buyTestPlan(tx, plan, nextTestPhone());
    await tx.db.execute(sql`update purchases set state = 'sending' where id = ${id}`);
    await tx.db.execute(sql`
      insert into attempts (supplier_id, purchase_id, worker, claimed_at, answered_at, result, cost)
      select 1, id, 'test', now() - interval '25 hours', now() - interval '25 hours', 'unconfirmed', cost
      from purchases where id = ${id}`);
    await tx.db.execute(sql`update purchases set state = 'unconfirmed' where id = ${id}`);
    return { id, ident };
  });
}

test("two owners turn credits on; a reseller returns one that was delivered, an admin writes another off", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  const [ada, ben, buyer] = [await people.admin(), await people.admin(), await people.reseller()];
  const ctx = testResellerCtx(stage, buyer);
  const system = stage.database.systemCtx;
  const plan = await findTestPlan(stage, ctx);
  const price = formatMoney(plan.price);

  await signIn(ada);
  await page.goto("/admin/settings/purchases#advances");
  await page.getByText("Turn on credits").first().click();
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Turn on credits" }) });
  await form.getByLabel("Reason").fill("Agreed with the regulator");
  await form.getByRole("button").click();
  await expect(page.getByText(/approv/).first()).toBeVisible();
  await signIn(ben);
  await page.goto("/admin/review/approvals");
  const request = page.getByRole("listitem").filter({ hasText: "Turn on credits of unconfirmed purchases" });
  await request.getByRole("button", { name: "Approve" }).click();
  await expect(request).toHaveCount(0);

  const [returned, unanswered] = [await leaveUnconfirmed(ctx, plan), await leaveUnconfirmed(ctx, plan)];
  await advanceUnconfirmed(system);
  await signIn(buyer);
  await page.goto(`/purchases/${returned.ident}`);
  await expect(page.getByText(`so we credited ${price} to your wallet`)).toBeVisible();
  await expectAccessible(page);
  for (const { id: purchaseId } of [returned, unanswered])
    await settlePurchase(system, {
      purchaseId,
      from: ["unconfirmed"],
      to: "successful",
      by: "chain",
      outcome: null,
    });
  await page.goto("/notifications");
  await page
    .getByRole("button", { name: /Delivered after all/ })
    .last()
    .click();
  await expect(page).toHaveURL(`/purchases/${returned.ident}`);
  await expectAccessible(page);
  await page.getByRole("button", { name: `Return ${price}` }).click();
  await expect(page.getByText(`You returned the ${price} that we had credited`)).toBeVisible();
  await expect(page.getByRole("button", { name: `Return ${price}` })).toHaveCount(0);

  await signIn(ada);
  await page.goto("/admin/settings/purchases#advances");
  await page.getByText("Buyers to answer", { exact: true }).click();
  await page.getByRole("link", { name: `${buyer.name}, ${price}` }).click();
  await page.getByText("Write off credit", { exact: true }).click();
  await expectAccessible(page);
  await page.locator("#write-off").getByLabel("Reason").fill("No answer came");
  await page.getByRole("button", { name: `Write off ${price}` }).click();
  await expect(page.getByText("kept by the reseller, borne by the operator")).toBeVisible();
  await expect(page.getByText("No answer came").first()).toBeVisible();
  await page.goto("/admin/settings/purchases#advances");
  await expect(page.getByText("Buyers to answer", { exact: true })).toHaveCount(0);
});
