import type { Page } from "playwright/test";
import { setPin } from "#lib/account/pin/set-pin";
import { agentSettings } from "#lib/account/reseller/agent-settings";
import { inviteAgent } from "#lib/agent/invite-agent";
import { listAgents } from "#lib/agent/list-agents";
import { makeAgent, turnAgentsOn } from "#lib/agent/testing/make-agent";
import { formatDecimal, formatMoney } from "#lib/core/money/money";
import { formatDaySpan } from "#lib/core/time/time";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { saveMarkup } from "#lib/price-list/save-markup";
import { waitUntilSettled } from "#lib/purchase/read/watch-purchases";
import { getReportPeriod } from "#lib/sales/supplier-report";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import { asReseller } from "#lib/testing/scene";
import { storeSettings } from "#lib/testing/store-settings";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForMailedLink } from "./mailed-link.ts";
import {
  buyTestPlan,
  changePlanPrice,
  displayTestPhone,
  findTestPlan,
  nextTestPhone,
  setSale,
  testResellerCtx,
} from "./test-purchases.ts";

test.use({ viewport: { width: 360, height: 640 } });

test.afterEach(({ stage }) => storeSettings(stage.database.systemCtx.db, agentSettings, { enabled: false }));

test("a parent and an agent: invitation, price, sale, commission, money there and back", async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
  browser,
}) => {
  const system = stage.database.systemCtx;
  await turnAgentsOn(system);
  const parent = await people.reseller();
  await setPin(await asReseller(system, parent.id), { pin: "4711" });
  const ctx = testResellerCtx(stage, parent);
  const { id: planId } = await findTestPlan(stage, ctx);
  await changePlanPrice(stage, sandbox, planId, 1_317n);
  const { price } = await findTestPlan(stage, ctx);
  const agentPrice = price + 1_100n;

  await signIn(parent);
  await page.goto("/home");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: "Earn more" }).last().click();
  await expect(page.getByRole("heading", { name: "1. Choose what you earn" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Add to your price").fill("4");
  await page.getByRole("button", { name: "Set prices" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Agents’ prices" })).toContainText("+ 4%");

  const form = page.locator("form", { has: page.getByRole("button", { name: "Invite agent" }) });
  await form.getByLabel("Name").fill("Bisi");
  await form.getByLabel("Phone number").fill("0803 555 12");
  await form.getByRole("button", { name: "Invite agent" }).click();
  await expect(form.getByLabel("Phone number")).toHaveAttribute("aria-invalid", "true");
  await form.getByLabel("Phone number").fill("0803 555 1234");
  await form.getByRole("button", { name: "Invite agent" }).click();
  await expect(page.getByText("Send this link")).toBeVisible();
  await expectAccessible(page);
  const link = (await page.locator("code").textContent()) ?? "";
  const shared = new URL(
    (await page.getByRole("link", { name: "Share on WhatsApp" }).getAttribute("href")) ?? "",
  );
  expect(shared.pathname).toBe("/2348035551234");
  expect(shared.searchParams.get("text")).toContain(link);
  await page.getByRole("link", { name: "Bisi" }).click();
  await expect(page.getByText("0803 555 1234")).toBeVisible();
  await expectAccessible(page);

  const context = await browser.newContext({ viewport: page.viewportSize(), baseURL: stage.member.url });
  const shop = await context.newPage();
  const { pathname, search } = new URL(link);
  await shop.goto(pathname + search);
  await expect(shop.getByText(`${parent.name} invites you to sell data`)).toBeVisible();
  await expect(shop.getByLabel("Your name or business")).toHaveValue("Bisi");
  await expect(shop.getByLabel("Phone number")).toHaveValue("0803 555 1234");
  await expectAccessible(shop);
  const email = `bisi-${parent.id}@example.com`;
  await shop.getByLabel("Email").fill(email);
  await shop.getByRole("button", { name: "Request account" }).click();
  await expect(shop.getByText(`We emailed a link to ${email}.`)).toBeVisible();
  await shop.goto(pathname + search);
  await expect(shop.getByText("This invitation can’t be used")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Support reviews the request.")).toBeVisible();

  await signIn(await people.admin());
  await page.goto("/admin/resellers/sign-ups");
  const card = page.locator("section").filter({ hasText: email }).last();
  await expect(card.getByRole("link", { name: parent.name })).toBeVisible();
  await card.getByRole("button", { name: "Approve" }).click();
  const dialog = page.getByRole("dialog", { name: /^Approve/ });
  await dialog.getByRole("button", { name: "Approve request" }).click();
  await expect(page.getByText(email)).toHaveCount(0);
  await page.goto(`/admin/resellers/${parent.id}`);
  await expect(page.getByRole("list", { name: "Agents" })).toContainText("Bisi");
  await page.goto("/admin/resellers/agents?q=bisi");
  await expect(page.getByRole("row").filter({ hasText: "Bisi" })).toContainText(parent.name);
  await expectAccessible(page);
  const [account] = await stage.database.sql<
    { id: string }[]
  >`select id from accounts where email = ${email}`;
  const agent = { ...parent, id: Number(account?.id), email, name: "Bisi" };
  await postCredit(system, { resellerId: agent.id, amount: 8_000_000n, reason: "To begin with" });

  await signIn(parent);
  await page.goto("/earn/agents");
  await page.getByRole("link", { name: "Agents’ prices" }).click();
  await expect(page.getByText("At most 20% above your price.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Find a plan").fill("nothing like it");
  await page.getByLabel("Find a plan").press("Enter");
  await expect(page).toHaveURL(/\/earn\/agents\/prices\?words=nothing/);
  await expect(page.getByText("No matching plans")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/earn/agents/prices/${planId}`);
  await page.getByRole("radio", { name: "Its own amount" }).check();
  await page.locator("#flat").fill(formatDecimal(1_100n));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/earn\/agents\/prices\?network=/);

  await shop.goto(new URL(await waitForMailedLink(stage, email)).pathname);
  await shop.getByLabel("New password", { exact: true }).fill("seven yellow canoes");
  await shop.getByRole("button", { name: "Save password" }).click();
  await shop.waitForURL("**/home");
  const phone = nextTestPhone();
  const texts = collectTexts(shop);
  await shop.goto("/prices");
  await expect(shop.getByText(`You buy at the prices of ${parent.name}.`)).toBeVisible();
  await shop.goto(`/buy?${new URLSearchParams({ plan: String(planId), phone })}`);
  await expect(shop.getByRole("main")).toContainText(formatMoney(agentPrice).replace(/^\D+/, ""));
  await shop.getByLabel("Selling price").fill(formatDecimal(agentPrice + 4_321n));
  await shop.getByRole("button", { name: /^Send / }).click();
  await expect(shop.getByRole("heading", { name: "Delivered" })).toBeVisible();
  await shop.goto("/wallet");
  await expect(shop.getByRole("table", { name: "Statement" })).toContainText(`-${formatMoney(agentPrice)}`);
  const seen = (await Promise.all(texts)).join("\n");
  expect(seen).toContain(formatDecimal(agentPrice).split(".")[0]);
  for (const hidden of [formatMoney(price).replace(/^\D+/, ""), formatDecimal(price), `"${price}"`])
    expect(seen.includes(hidden), hidden).toBe(false);

  await page.goto("/earn/agents");
  const row = page.getByRole("list", { name: "Your agents" }).getByRole("listitem");
  await expect(row).toContainText("1 sale");
  await expect(row).toContainText("₦11");
  await expect(page.getByRole("region", { name: "Earned by agents today" })).toContainText("₦11");
  await expectAccessible(page);
  await page.getByRole("link", { name: agent.name }).click();
  const main = page.getByRole("main");
  await expect(main).toContainText(`1 sale, ${formatMoney(agentPrice)}`);
  await expect(main).not.toContainText(displayTestPhone(phone));
  await expect(main).not.toContainText(formatMoney(agentPrice + 4_321n));
  await expectAccessible(page);

  const send = page.locator("#send");
  await send.getByLabel("Your PIN").fill("4711");
  await send.getByRole("button", { name: "₦5,000", exact: true }).click();
  await send.getByRole("button", { name: `Send ₦5,000 to ${agent.name}` }).click();
  await expect(page.getByText("Sent ₦5,000. It’s in their wallet now.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Transfers" })).toContainText("₦5,000");
  await page.getByText("Request money", { exact: true }).click();
  const ask = page.locator("#request");
  await expect(
    ask.getByText(`You can request up to ₦5,000. ${agent.name} accepts or declines.`),
  ).toBeVisible();
  await ask.getByLabel("Amount").fill("6,000");
  await ask.getByRole("button", { name: `Request ₦6,000 from ${agent.name}` }).click();
  await expect(ask.getByText(/^You can request up to ₦5,000: what you sent/)).toBeVisible();
  await ask.getByLabel("Amount").fill("2,000");
  await ask.getByText("Add a note").click();
  await ask.getByLabel("Note").fill("too much");
  await ask.getByRole("button", { name: `Request ₦2,000 from ${agent.name}` }).click();
  await expect(ask.getByText("Requested ₦2,000. It moves when they accept.")).toBeVisible();
  await expectAccessible(page);
  const all = ask.getByRole("group", { name: "All you can request" });
  await all.getByRole("button", { name: "₦3,000", exact: true }).click();
  await ask.getByRole("button", { name: `Request ₦3,000 from ${agent.name}` }).click();
  await expect(ask.getByText("Requested ₦3,000. It moves when they accept.")).toBeVisible();
  await expect(ask.getByText("You already requested all you sent.")).toBeVisible();
  await expect(ask.getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Withdraw the request for ₦3,000" }).click();
  await expect(ask.getByLabel("Amount")).toBeVisible();

  await shop.goto("/home");
  await expect(shop.getByRole("heading", { name: `${parent.name} requests money` })).toBeVisible();
  await expect(shop.getByText("too much")).toBeVisible();
  await expectAccessible(shop);
  await shop.getByRole("button", { name: `Send ₦2,000 to ${parent.name}` }).click();
  await expect(shop.getByText("Money sent")).toBeVisible();
  await expect(shop.getByRole("heading", { name: /requests money/ })).toHaveCount(0);
  const statement = shop.getByRole("table", { name: "Statement" });
  await expect(statement.getByRole("row").filter({ hasText: "-₦2,000" })).toContainText(parent.name);
  await expect(statement.getByRole("row").filter({ hasText: "+₦5,000" })).toContainText(parent.name);
  await expectAccessible(shop);
  await shop.goto("/help");
  await expect(shop.getByText(`You’re an agent of ${parent.name}`)).toBeVisible();
  await page.goto("/wallet");
  await expect(
    page.getByRole("table", { name: "Statement" }).getByRole("row").filter({ hasText: "Commission" }),
  ).toContainText(agent.name);

  await shop.goto("/settings?open=parent");
  await shop.getByText(`Leave ${parent.name}`).first().click();
  await expectAccessible(shop);
  await shop.getByRole("button", { name: `Leave ${parent.name}` }).click();
  await expect(shop.getByText("You left")).toBeVisible();
  await expect(shop.getByText(`You buy at the prices of ${parent.name}.`)).toHaveCount(0);
  await context.close();
  await page.goto("/earn/agents");
  await page.getByRole("list", { name: "Ended" }).getByRole("link", { name: agent.name }).click();
  await expect(page.getByText("The agent left.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Transfers" })).toContainText("₦2,000");
  await expectAccessible(page);
});

test("ends an agent after a notice, which can be withdrawn; an admin explains a price and ends at once", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  const system = stage.database.systemCtx;
  await turnAgentsOn(system);
  const [parent, agent] = [await people.reseller(), await people.reseller()];
  const ctx = testResellerCtx(stage, parent);
  await saveMarkup(ctx, { kind: "flat", value: "7", audience: "agents" });
  const agentCtx = await makeAgent({ system }, parent.id, agent.id);
  const [{ price }, plan] = [await findTestPlan(stage, ctx), await findTestPlan(stage, agentCtx)];
  const { ident } = await buyTestPlan(agentCtx, plan, nextTestPhone());
  await waitUntilSettled(agentCtx, ident, TEST_TIMEOUT_MS);
  const [pair] = await listAgents(ctx);
  await signIn(parent);
  await page.goto(`/earn/agents/${pair?.id}`);
  await page.getByRole("button", { name: "End agent" }).click();
  const dialog = page.getByRole("dialog", { name: `End ${agent.name} as your agent?` });
  await dialog.getByLabel("Reason").fill("We go separate ways");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "End agent" }).click();
  await expect(page.getByText(`${agent.name} is your agent until`)).toBeVisible();
  await page.goto(`/earn/agents/${pair?.id}`);
  await expect(page.getByText("We go separate ways")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep agent" }).click();
  await expect(page.getByRole("button", { name: "End agent" })).toBeVisible();

  await signIn(await people.admin());
  await page.goto(`/admin/resellers/${agent.id}`);
  await page.getByRole("link", { name: "Explain a price" }).click();
  await page.getByLabel("Plan").selectOption(String(plan.id));
  await page.getByRole("button", { name: "Explain price" }).click();
  const main = page.getByRole("main");
  await expect(main.getByText(`Agent of ${parent.name}, whose prices apply.`)).toBeVisible();
  await expect(main).toContainText(formatMoney(price));
  await expect(main).toContainText(formatMoney(plan.price));
  await expectAccessible(page);
  await page.goto("/admin/resellers/agents");
  await page.getByRole("link", { name: "Report by parent" }).click();
  await expect(page.getByRole("row").filter({ hasText: parent.name })).toContainText("₦7");
  await expect(page.getByText(`Paid by agents, ${formatDaySpan(getReportPeriod({}))}`)).toBeVisible();
  await expect(page.getByRole("link", { name: "CSV" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/admin/resellers/agents?reseller=${agent.id}`);
  await expect(page.getByLabel("Parent or agent")).toHaveValue(String(agent.id));
  await page.getByRole("button", { name: "End" }).click();
  const end = page.getByRole("dialog", { name: `End ${agent.name} as agent of ${parent.name}?` });
  await end.getByLabel("Reason").fill("Both asked for it");
  await end.getByRole("button", { name: "End agent" }).click();
  const row = page.getByRole("row").filter({ hasText: agent.name });
  await expect(row).toContainText("Both asked for it");
  await expect(row.getByRole("button", { name: "End" })).toHaveCount(0);
  expect((await listAgents(ctx)).map(({ state }) => state)).toEqual(["ended"]);
});

test("opens an agent to their parent alone", async ({ page, people, signIn, stage, allow }) => {
  allow(/status of 404/);
  const system = stage.database.systemCtx;
  await turnAgentsOn(system);
  const [parent, agent] = [await people.reseller(), await people.reseller()];
  await makeAgent({ system }, parent.id, agent.id);
  const [pair] = await listAgents(testResellerCtx(stage, parent));
  await signIn(parent);
  await page.goto(`/earn/agents/${pair?.id}`);
  await expect(page.getByRole("button", { name: `Send money to ${agent.name}` })).toBeVisible();
  await signIn();
  await page.goto("/earn/agents");
  await expect(page.getByRole("main")).not.toContainText(agent.name);
  await expectNotFound(page, `/earn/agents/${pair?.id}`);
  await signIn(agent);
  for (const path of ["/earn/agents", `/earn/agents/${pair?.id}`, "/earn/agents/prices"])
    await expectNotFound(page, path);
  await storeSettings(system.db, agentSettings, { enabled: false });
  await signIn();
  await expectNotFound(page, "/earn/agents");
  await signIn(parent);
  await page.goto("/earn/agents");
  await expect(page.getByText("Your agents pay their own level’s price now")).toBeVisible();
  await expect(page.getByRole("button", { name: "Invite agent" })).toHaveCount(0);
  await page.goto(`/earn/agents/${pair?.id}`);
  await expect(page.getByRole("button", { name: `Send money to ${agent.name}` })).toBeVisible();
});

test("withdraws an invitation, whose link then leads nowhere", { tag: "@prove" }, async ({
  page,
  signIn,
  stage,
}) => {
  const system = stage.database.systemCtx;
  await turnAgentsOn(system);
  const ctx = await asReseller(system, (await signIn()).id);
  const { id, secret } = await inviteAgent(ctx, { name: "Chidi", phone: "0803 555 4321" });
  await page.goto(`/earn/agents/${id}`);
  await page.getByRole("button", { name: "Withdraw invitation" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw invitation" }).click();
  await expect(page).toHaveURL(/\/earn\/agents$/);
  await expect(page.getByRole("link", { name: "Chidi" })).toHaveCount(0);
  await page.goto(`/sign-up?agent=${secret}`);
  await expect(page.getByText("This invitation can’t be used")).toBeVisible();
  await expectAccessible(page);
});

test("says on the agents' prices that nothing is sold now", async ({ page, signIn, stage }) => {
  await turnAgentsOn(stage.database.systemCtx);
  await signIn();
  await setSale(stage, "off");
  try {
    await page.goto("/earn/agents/prices");
    await expect(page.getByText("Buying is paused right now")).toBeVisible();
    await expect(page.getByText("Back at noon.")).toBeVisible();
    await expectAccessible(page);
  } finally {
    await setSale(stage, "on");
  }
});

async function expectNotFound(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Page not found" }), path).toBeVisible();
}

/** Collects the bodies that a page receives: HTML, page data, results of actions. */
function collectTexts(page: Page): Promise<string>[] {
  const texts: Promise<string>[] = [];
  page.on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (/html|x-component|json/.test(type)) texts.push(response.text().catch(() => ""));
  });
  return texts;
}
