import { decimalText } from "#lib/core/money";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, buyNow, freshPhone, onSale, shopper } from "./shopping.ts";

test("an admin sets a markup: sees every price that changes, saves it, and buyers pay it", async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const ada = shopper(stage, await people.reseller());
  const plan = await aPlan(stage, ada);
  await signIn(await people.admin());
  await page.goto("/admin/catalogue/rules");
  await page.getByLabel("Or one plan").fill(String(plan.id));
  await page.getByLabel("Level").selectOption("affiliate");
  await page.getByLabel("How much").fill("40");
  await page.getByRole("button", { name: "See what changes" }).click();
  await expect(page.getByText("1 price changes, of 1 plan.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Why").fill("Wholesale rose");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/admin\/catalogue\/rules$/);
  await expect(page.getByRole("table").getByText("+40 %")).toBeVisible();

  const after = (await onSale(stage, ada)).find(({ id }) => id === plan.id) ?? plan;
  expect(after.price).toBeGreaterThan(plan.price);
  await page.goto(`/admin/catalogue/${plan.id}`);
  await expect(page.getByText(decimalText(after.price)).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
  await expectAccessible(page);

  await page.goto("/admin/catalogue/rules");
  await page.getByRole("link", { name: /^Remove / }).click();
  await page.getByLabel("Why").fill("Over");
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No price rules yet")).toBeVisible();
  const again = (await onSale(stage, ada)).find(({ id }) => id === plan.id);
  expect(again?.price).toBe(plan.price);
});

test("a hidden plan is sold to nobody, until it is shown again", async ({ page, people, signIn, stage }) => {
  const ada = shopper(stage, await people.reseller());
  const plan = await aPlan(stage, ada, 2);
  await signIn(await people.admin());
  await page.goto(`/admin/catalogue/${plan.id}`);
  const set = async (shown: "yes" | "no", why: string) => {
    await page.getByLabel("On the price lists").selectOption(shown);
    await page.getByLabel("Why").fill(why);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`“${why}”`)).toBeVisible();
  };
  await set("no", "Complaints about it");
  await expect(buyNow(ada, plan, freshPhone())).rejects.toMatchObject({ code: "invalid" });
  await set("yes", "It works again");
  await buyNow(ada, plan, freshPhone());
});

test("of two admins at one plan, the second is told what the first changed, and nothing is overwritten", {
  tag: "@prove",
}, async ({ page, people, signIn, stage, browser }) => {
  const plan = await aPlan(stage, shopper(stage, await people.reseller()));
  const [first, second] = [await people.admin(), await people.admin()];
  await signIn(first);
  const other = await browser.newPage({ baseURL: stage.member.url });
  await people.signIn(other.context(), second, stage.member.url);
  for (const one of [page, other]) await one.goto(`/admin/catalogue/${plan.id}`);
  const rename = async (one: typeof page, name: string, why: string) => {
    await one.getByLabel("Called").fill(name);
    await one.getByLabel("Why").fill(why);
    await one.getByRole("button", { name: "Save" }).click();
  };
  await rename(page, "Weekend", "A better name");
  await expect(page.getByText("Saved.")).toBeVisible();
  await rename(other, "Holiday", "Mine is better");
  const told = other.getByRole("alert").filter({ hasText: "changed this" });
  await expect(told).toContainText(`${first.name} changed this`);
  await expect(told).toContainText("A better name");
  await expect(other.getByRole("heading", { level: 1 })).toContainText("Weekend");
  await rename(other, "", "Back to the listed name");
  await expect(other.getByText("Saved.")).toBeVisible();
  await other.close();
});

test("a network that is switched off is not sold, buyers read why, and it comes back", {
  tag: "@prove",
}, async ({ page, people, signIn, stage, browser }) => {
  const ada = await people.reseller();
  const plan = await aPlan(stage, shopper(stage, ada));
  await signIn(await people.admin());
  await page.goto("/admin/catalogue/switches");
  await page.locator("summary", { hasText: plan.networkName }).first().click();
  await page.getByLabel("What buyers read").filter({ visible: true }).fill("Back at five.");
  await page.getByLabel("Why").filter({ visible: true }).fill("They are down");
  await page.getByRole("button", { name: `Switch ${plan.networkName} off` }).click();
  await expect(page.getByText("“Back at five.”").first()).toBeVisible();
  await expectAccessible(page);

  const buyer = await browser.newPage({ baseURL: stage.member.url });
  await people.signIn(buyer.context(), ada, stage.member.url);
  for (const path of ["/buy", "/plans"]) {
    await buyer.goto(path);
    await expect(buyer.getByText(`${plan.networkName} cannot be bought right now`)).toBeVisible();
    await expect(buyer.getByText("Back at five.")).toBeVisible();
  }
  await expect(buyNow(shopper(stage, ada), plan, freshPhone())).rejects.toMatchObject({
    code: "plan_off",
  });
  await buyer.close();

  await page.reload();
  await page.locator("summary", { hasText: plan.networkName }).first().click();
  await page.getByLabel("Why").filter({ visible: true }).fill("They are back");
  await page.getByRole("button", { name: `Switch ${plan.networkName} on` }).click();
  await expect(page.getByText("“Back at five.”")).toHaveCount(0);
  await buyNow(shopper(stage, ada), plan, freshPhone());
});

test("the list of plans is narrowed, shows what is below its cost, and goes along as CSV", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  const plan = await aPlan(stage, shopper(stage, await people.reseller()));
  await signIn(await people.admin());
  await page.goto(`/admin/catalogue?words=%23${plan.id}`);
  await expectAccessible(page);
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
  const csv = await (await page.request.get(`/admin/catalogue/export?words=%23${plan.id}`)).text();
  expect(csv.trim().split("\r\n")).toHaveLength(2);
  await page.goto(`/admin/catalogue/rules/preview?planId=${plan.id}&level=affiliate&kind=flat&value=-1`);
  await expect(page.getByText("1 would not be sold any more")).toBeVisible();
  await page.goto("/admin/catalogue?state=below_cost");
  await expect(page.getByText("No plan fits")).toBeVisible();
});
