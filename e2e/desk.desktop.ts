import { sql } from "drizzle-orm";
import { readSecondAdminRules } from "#lib/audit/second-admin-rules";
import type { SandboxControl } from "#sandbox/control-client";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { aPlan, buyNow, freshPhone, shopper, shown } from "./shopping.ts";

type Page = import("playwright/test").Page;
type Stage = Parameters<typeof aPlan>[0];

/** The desk's row of a number. */
const rowOf = (page: Page, phone: string) => page.getByRole("listitem").filter({ hasText: shown(phone) });

/** A purchase with a clear answer: five unclear ones in a row, of whatever test, would stop sending. */
async function answered(
  ctx: Parameters<typeof buyNow>[0],
  plan: Parameters<typeof buyNow>[1],
  sandbox: SandboxControl,
) {
  const phone = freshPhone();
  const { ident } = await buyNow(ctx, plan, phone);
  await sandbox.waitForPurchase({ phone }, { until: "answered" });
  return ident;
}

/** From which price on two admins are needed. */
async function twoAdminsAbove({ database }: Stage, secondAdminAbove: bigint) {
  await database.systemCtx.db.execute(sql`update reconciling set second_admin_above = ${secondAdminAbove}`);
}

test("the desk shows what nobody knows, and settles it with a reason; its buyer knows until when", async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const ada = await people.reseller();
  const plan = await aPlan(stage, shopper(stage, ada));
  const phone = freshPhone();
  await answered(shopper(stage, ada), plan, sandbox);
  await sandbox.order("reset", { phone });
  const { ident } = await buyNow(shopper(stage, ada), plan, phone);
  await signIn(ada);
  await page.goto(`/purchases/${ident}`);
  await expect(page.getByText(/^Sent .*, but .* gave no clear answer/)).toBeVisible();
  await expect(page.getByText(/money back in your wallet, by .* \d\d:\d\d at the latest\./)).toBeVisible();
  await stage.database.systemCtx.db.execute(sql`
    update attempts a set claimed_at = claimed_at - interval '25 hours' from purchases p
    where p.id = a.purchase_id and p.ident = ${ident}`);
  await page.reload();
  await expect(page.getByText(/takes longer than the day we promised, until .* \d\d:\d\d\./)).toBeVisible();
  await expect(page.getByText(/at the latest/)).toHaveCount(0);
  await expectAccessible(page);

  await signIn(await people.admin());
  await page.goto("/admin");
  await page.getByRole("link", { name: /overdue/ }).click();
  await expect(page).toHaveURL(/state=overdue/);
  const row = rowOf(page, phone);
  await expect(row.getByText(/^Overdue since/)).toBeVisible();
  await expect(row.getByText("Not clear")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Settle" }).click();
  await expect(page.getByText("Choose at least one purchase.")).toBeVisible();
  await row.getByRole("checkbox").check();
  await page.getByLabel("The chosen ones are").selectOption("failed");
  await page.getByLabel("Why", { exact: true }).last().fill("Asked the upstream");
  await page.getByRole("button", { name: "Settle" }).click();
  await expect(page.getByText(shown(phone))).toHaveCount(0);
  await page.goto(`/admin/purchases/${ident}`);
  await expect(page.getByText("Asked the upstream").first()).toBeVisible();
});

test("a pending one is found by the upstream's id, and decided from its own page", async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
}) => {
  const ada = await people.reseller();
  const plan = await aPlan(stage, shopper(stage, ada));
  const phone = freshPhone();
  await sandbox.order("pending", { phone });
  const { ident } = await buyNow(shopper(stage, ada), plan, phone);
  const sent = await sandbox.waitForPurchase({ phone }, { until: "answered" });
  const upstreamId = String(sent.transaction?.id);
  await signIn(await people.admin());
  await page.goto("/admin/purchases");
  for (const called of [upstreamId, String(sent.transaction?.ident)]) {
    await page.getByRole("searchbox").fill(called);
    await page.getByRole("searchbox").press("Enter");
    await expect(page.getByRole("table").getByRole("link", { name: shown(phone) })).toBeVisible();
  }
  await page.goto(`/admin/purchases/${ident}`);
  await expect(page.getByText(upstreamId).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: ada.name }).first()).toHaveAttribute(
    "href",
    `/admin/resellers/${ada.id}`,
  );
  await expectAccessible(page);
  await page.getByRole("link", { name: "Decide it" }).click();
  await expect(page.getByRole("checkbox", { name: `Choose ${ident}` })).toBeChecked();
  await page.getByLabel("The chosen ones are").selectOption("successful");
  await page.getByLabel("Why", { exact: true }).last().fill("It arrived");
  await page.getByRole("button", { name: "Settle" }).click();
  await expect(page.getByText("Nothing matches")).toBeVisible();
});

test("above the set amount a second admin confirms or turns down, and the late one is told", async ({
  page,
  people,
  signIn,
  stage,
  sandbox,
  browser,
}) => {
  const ada = shopper(stage, await people.reseller());
  const plan = await aPlan(stage, ada);
  const phones = [freshPhone(), freshPhone()] as const;
  await answered(ada, plan, sandbox);
  for (const phone of phones) {
    await sandbox.order("reset", { phone });
    await buyNow(ada, plan, phone);
  }
  const { above: before } = await readSecondAdminRules(stage.database.systemCtx);
  await twoAdminsAbove(stage, 1n);
  const colleague = await people.admin();
  await signIn(await people.admin());
  await page.goto("/admin/unconfirmed");
  for (const phone of phones) await rowOf(page, phone).getByRole("checkbox").check();
  await page.getByLabel("The chosen ones are").selectOption("failed");
  await page.getByLabel("Why", { exact: true }).last().fill("Nobody saw it");
  await page.getByRole("button", { name: "Settle" }).click();
  await expect(page.getByRole("heading", { name: "Waiting for a second admin" })).toBeVisible();
  await expect(rowOf(page, phones[0]).getByText("You propose: money back")).toBeVisible();
  await expect(rowOf(page, phones[0]).getByRole("button", { name: "Confirm" })).toHaveCount(0);

  const theirs = await browser.newContext({ baseURL: stage.member.url });
  await people.signIn(theirs, colleague, stage.member.url);
  const second = await theirs.newPage();
  await second.goto("/admin/unconfirmed");
  await expectAccessible(second);
  await rowOf(second, phones[0]).getByRole("button", { name: "Confirm" }).click();
  await expect(second.getByText(shown(phones[0]))).toHaveCount(0);
  await expect(second.getByRole("heading", { name: "Waiting for a second admin" })).toBeFocused();
  const other = rowOf(second, phones[1]);
  await other.getByText("Turn it down").first().click();
  await other.getByRole("button", { name: "Turn it down" }).click();
  await expect(other.getByText("Say why, in a few words.")).toBeVisible();
  await other.getByLabel("Why").fill("The customer has it");
  await other.getByRole("button", { name: "Turn it down" }).click();
  await expect(rowOf(second, phones[1]).getByRole("checkbox")).toBeVisible();
  await rowOf(second, phones[1]).getByRole("link").first().click();
  await expect(second.getByText("“The customer has it”")).toBeVisible();
  await theirs.close();
  await twoAdminsAbove(stage, before);
});

test("the rules are changed with a reason, and show in their own history", async ({
  page,
  people,
  signIn,
}) => {
  await signIn(await people.admin());
  await page.goto("/admin/unconfirmed/rules");
  const minutes = page.getByLabel("May still be executed");
  const before = await minutes.inputValue();
  const save = async (value: string, why: string) => {
    await minutes.fill(value);
    await page.getByLabel("Why they change").fill(why);
    await page.getByRole("button", { name: "Save rules" }).click();
  };
  await save("12", "");
  await expect(page.getByText("Say why, in a few words.")).toBeVisible();
  await save("12", "Slow this week");
  await expect(page.getByText("“Slow this week”").first()).toBeVisible();
  await save(before, "Quick again");
  await expect(page.getByText("“Quick again”").first()).toBeVisible();
});

test("an admin stops sending with a reason and starts it again; the other one is told", async ({
  page,
  people,
  signIn,
  context,
}) => {
  await signIn(await people.admin());
  const second = await context.newPage();
  for (const desk of [page, second]) {
    await desk.goto("/admin/unconfirmed");
    await expect(desk.getByText("Running")).toBeVisible();
    await desk.getByText("Stop sending", { exact: true }).first().click();
  }
  const stop = async (desk: Page, why: string) => {
    await desk.getByLabel("Why", { exact: true }).first().fill(why);
    await desk.getByRole("button", { name: "Stop sending" }).click();
  };
  await stop(page, "The float is moved");
  await expect(page.getByText("The float is moved", { exact: true })).toBeVisible();
  await page.getByLabel("Why it may run again").fill("The float is back");
  await page.getByRole("button", { name: "Start sending" }).click();
  await expect(page.getByText("Running")).toBeVisible();
  await page.getByText("History").first().click();
  await expect(page.getByText("“The float is back”").first()).toBeVisible();
  await second.close();
});
