import { startDispatching, stopDispatching } from "#lib/purchase/send/control";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, buyNow, freshPhone, shopper } from "./shopping.ts";

test("home says what needs a hand and leads there, and how today goes; there the list is asked for now", async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const ada = shopper(stage, await people.reseller());
  const phone = freshPhone();
  await buyNow(ada, await aPlan(stage, ada), phone);
  await sandbox.waitForPurchase({ phone }, { until: "answered" });
  const { systemCtx: system } = stage.database;
  await stopDispatching(system, { reason: "The float is moved." });
  await signIn(await people.admin());
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Sales today" })).toBeVisible();
  await page.getByRole("link", { name: "Sending is stopped" }).click();
  await expect(page).toHaveURL(/\/admin\/system$/);
  await expect(page.getByText("The float is moved.", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await startDispatching(system, { reason: "The float is back." });
  await expect(page.getByText("Alive").first()).toBeVisible();
  await page.getByRole("button", { name: "Ask for it now" }).click();
  await expect(page.getByText(/^\d+ plans, and nothing changed\.$/)).toBeVisible();
});

test("a delivered purchase is reversed with a reason, once, and its money is back", async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const ada = await people.reseller();
  const phone = freshPhone();
  const { ident } = await buyNow(shopper(stage, ada), await aPlan(stage, shopper(stage, ada)), phone);
  await sandbox.waitForPurchase({ phone }, { until: "answered" });
  await signIn(await people.admin());
  await page.goto(`/admin/purchases/${ident}`);
  await page.getByText("Reverse this purchase").click();
  await expectAccessible(page);
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: /^Give .* back$/ }) });
  await form.getByRole("button").click();
  await expect(form.getByText("Say why, in a few words.")).toBeVisible();
  await form.getByLabel("Why").fill("The network took it back");
  await form.getByRole("button").click();
  await expect(page.getByText("Reversed").first()).toBeVisible();
  await expect(page.getByText("Taken back by the network. The money is back in the wallet.")).toBeVisible();
  await page.getByLabel("New note").fill("Ticket 31 at the network.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Ticket 31 at the network.").first()).toBeVisible();
  await page.goto(`/admin/audit?id=${ident}`);
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "reversed a purchase" })).toBeVisible();
  const csv = await (await page.request.get(`/admin/audit/export?id=${ident}`)).text();
  expect(csv).toContain("The network took it back");
});
