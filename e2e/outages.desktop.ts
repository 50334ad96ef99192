import { formatLineName } from "#lib/outage/line";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

test("an admin pauses a plan type, a reseller reads it on Buy, and buys again once it is resumed", {
  tag: "@prove",
}, async ({ page, people, signIn, stage, browser }) => {
  const ada = await people.reseller();
  const ctx = testResellerCtx(stage, ada);
  const plan = await findTestPlan(stage, ctx);
  const name = formatLineName(plan.networkName, plan.typeName);
  await buyTestPlan(ctx, plan, nextTestPhone());
  await signIn(await people.admin());
  await page.goto("/admin/networks");
  await expectAccessible(page);
  await page.getByRole("button", { name: `Change ${name}, Main supplier` }).click();
  const dialog = page.getByRole("dialog", { name: `Change ${name}` });
  await expect(dialog.getByLabel("Reason")).toHaveValue("Network problem");
  await dialog.getByLabel("End").selectOption("120");
  await dialog.getByRole("button", { name: `Change ${name}` }).click();
  await expect(page.getByText("“Network problem”").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Alarms" })).toContainText(`Not sold: ${name}`);
  await expectAccessible(page);

  const buyer = await browser.newPage({ baseURL: stage.member.url });
  await people.signIn(buyer.context(), ada, stage.member.url);
  for (const path of ["/buy", "/prices"]) {
    await buyer.goto(path);
    await expect(buyer.getByText(`${name} isn’t being delivered right now`)).toBeVisible();
    await expectAccessible(buyer);
  }
  await buyer.goto(`/buy?plan=${plan.id}&phone=${nextTestPhone()}`);
  await expect(buyer.getByText("This plan isn’t for sale right now").first()).toBeVisible();
  await expect(buyTestPlan(ctx, plan, nextTestPhone())).rejects.toMatchObject({ code: "outage" });
  // The networks' states are counted at most every half minute, also for a visitor before.
  await expect(async () => {
    await buyer.goto("/status");
    await expect(buyer.getByText(`${name} hasn’t been sold since`)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await buyer.close();

  await page.getByRole("button", { name: `Resume ${name}, Main supplier` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Resume ${name}` })
    .click();
  await expect(page.getByRole("region", { name: "Alarms" })).toHaveCount(0);
  await buyTestPlan(ctx, plan, nextTestPhone());
});
