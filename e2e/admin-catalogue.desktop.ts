import { formatMoney } from "#lib/core/money/money";
import { formatNetworkName } from "#lib/core/text/display-name";
import { expect, expectAccessible, test } from "./fixtures.ts";
import {
  buyTestPlan,
  findTestPlan,
  listTestPlans,
  nextTestPhone,
  testResellerCtx,
} from "./test-purchases.ts";

test("previews and saves a markup that buyers then pay", async ({ page, people, signIn, stage }) => {
  const ada = testResellerCtx(stage, await people.reseller());
  const plan = await findTestPlan(stage, ada);
  await signIn(await people.admin());
  await page.goto("/admin/catalogue/rules");
  await page.getByLabel("Plan number").fill(String(plan.id));
  await page.getByLabel("Level").selectOption("affiliate");
  await page.getByLabel("Value").fill("40");
  await page.getByRole("button", { name: "Preview changes" }).click();
  await expect(page.getByText("1 price changes, of 1 plan.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Reason").fill("Wholesale rose");
  await page.getByRole("button", { name: "Save rule" }).click();
  await expect(page).toHaveURL(/\/admin\/catalogue\/rules$/);
  await expect(page.getByRole("table").getByText("+40%")).toBeVisible();

  const after = (await listTestPlans(stage, ada)).find(({ id }) => id === plan.id) ?? plan;
  expect(after.price).toBeGreaterThan(plan.price);
  await page.goto(`/admin/catalogue/${plan.id}`);
  await expect(page.getByText(formatMoney(after.price)).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
  await expectAccessible(page);

  await page.goto("/admin/catalogue/rules");
  await page.getByRole("link", { name: /^Remove / }).click();
  await page.getByLabel("Reason").fill("Over");
  await page.getByRole("button", { name: "Remove rule" }).click();
  await expect(page.getByText("No price rules yet")).toBeVisible();
  const again = (await listTestPlans(stage, ada)).find(({ id }) => id === plan.id);
  expect(again?.price).toBe(plan.price);
});

test("rejects purchases of a hidden plan until it is shown again", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const ada = testResellerCtx(stage, await people.reseller());
  const plan = await findTestPlan(stage, ada, 2);
  await signIn(await people.admin());
  await page.goto(`/admin/catalogue/${plan.id}`);
  const set = async (shown: "yes" | "no", reason: string) => {
    await page.getByLabel("Visibility").selectOption(shown);
    await page.getByLabel("Reason").fill(reason);
    await page.getByRole("button", { name: "Save plan" }).click();
    await expect(page.getByText(`“${reason}”`)).toBeVisible();
  };
  await set("no", "Complaints about it");
  await expect(buyTestPlan(ada, plan, nextTestPhone())).rejects.toMatchObject({ code: "invalid" });
  await set("yes", "It works again");
  await buyTestPlan(ada, plan, nextTestPhone());
});

test("rejects a plan change that conflicts with another admin's and shows that change", {
  tag: "@prove",
}, async ({ page, people, signIn, stage, browser }) => {
  const plan = await findTestPlan(stage, testResellerCtx(stage, await people.reseller()));
  const [first, second] = [await people.admin(), await people.admin()];
  await signIn(first);
  const secondPage = await browser.newPage({ baseURL: stage.member.url });
  await people.signIn(secondPage.context(), second, stage.member.url);
  for (const admin of [page, secondPage]) await admin.goto(`/admin/catalogue/${plan.id}`);
  const rename = async (admin: typeof page, name: string, reason: string) => {
    await admin.getByLabel("Display name").fill(name);
    await admin.getByLabel("Reason").fill(reason);
    await admin.getByRole("button", { name: "Save plan" }).click();
  };
  await rename(page, "Weekend", "A better name");
  await expect(page.getByText("Saved.")).toBeVisible();
  await rename(secondPage, "Holiday", "Mine is better");
  const alert = secondPage.getByRole("alert").filter({ hasText: "changed this" });
  await expect(alert).toContainText(`${first.name} changed this`);
  await expect(alert).toContainText("A better name");
  await expect(secondPage.getByRole("heading", { level: 1 })).toContainText("Weekend");
  await rename(secondPage, "", "Back to the listed name");
  await expect(secondPage.getByText("Saved.")).toBeVisible();
  await secondPage.close();
});

test("stops selling a network that is turned off, shows buyers the message, and turns it on again", {
  tag: "@prove",
}, async ({ page, people, signIn, stage, browser }) => {
  const ada = await people.reseller();
  const plan = await findTestPlan(stage, testResellerCtx(stage, ada));
  await signIn(await people.admin());
  const name = formatNetworkName(plan.networkName);
  await page.goto("/admin/networks");
  await page.getByRole("button", { name: `Turn off ${name}`, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `Turn off ${name}` });
  await expect(dialog.getByLabel("Reason")).toHaveValue("Network problem");
  await dialog.getByLabel("Message to buyers").fill("Back at five.");
  await dialog.getByRole("button", { name: `Turn off ${name}` }).click();
  await expect(page.getByText("“Back at five.”").first()).toBeVisible();
  await expectAccessible(page);

  const buyer = await browser.newPage({ baseURL: stage.member.url });
  await people.signIn(buyer.context(), ada, stage.member.url);
  for (const path of ["/buy", "/prices"]) {
    await buyer.goto(path);
    await expect(buyer.getByText(`${name} isn’t available right now`)).toBeVisible();
    await expect(buyer.getByText("Back at five.")).toBeVisible();
  }
  await buyer.goto("/buy");
  await buyer.getByRole("radio", { name: `${name} off` }).check();
  await expect(buyer.getByText(`No ${name} plan is for sale right now.`)).toBeVisible();
  await expect(buyTestPlan(testResellerCtx(stage, ada), plan, nextTestPhone())).rejects.toMatchObject({
    code: "plan_off",
  });
  await buyer.close();

  await page.reload();
  await page.getByRole("button", { name: `Turn on ${name}`, exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Turn on ${name}` })
    .click();
  await expect(page.getByText("“Back at five.”")).toHaveCount(0);
  await buyTestPlan(testResellerCtx(stage, ada), plan, nextTestPhone());
});

test("filters plans, shows those below cost and exports them", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  const plan = await findTestPlan(stage, testResellerCtx(stage, await people.reseller()));
  await signIn(await people.admin());
  await page.goto(`/admin/catalogue?words=%23${plan.id}`);
  await expectAccessible(page);
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
  const csv = await (await page.request.get(`/admin/catalogue/export?words=%23${plan.id}`)).text();
  expect(csv.trim().split("\r\n")).toHaveLength(3);
  await page.goto(`/admin/catalogue/rules/preview?planId=${plan.id}&level=affiliate&kind=flat&value=-1`);
  await expect(page.getByText("1 price would no longer be sold")).toBeVisible();
  await page.goto("/admin/catalogue?state=below_cost");
  await expect(page.getByText("No results")).toBeVisible();
});
