import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { readSettings } from "#lib/audit/settings/read-settings";
import { changeSettings } from "#lib/audit/settings/save-settings";
import { formatMoney } from "#lib/core/money/money";
import { handleEvents } from "#lib/event/testing/handle-events";
import { requestFunding } from "#lib/funding/request-funding";
import { approveFunding } from "#lib/funding/review-funding";
import { payRewards } from "#lib/referral/pay-rewards";
import { recordRewards } from "#lib/referral/record-rewards";
import { referralSettings } from "#lib/referral/referral-settings";
import { asReseller } from "#lib/testing/scene";
import { expect, expectAccessible, test } from "./fixtures.ts";
import type { TestSystem } from "./harness.ts";
import { leaveSignedOut } from "./leave-signed-out.ts";

async function offer({ database: { systemCtx } }: TestSystem, kind: "off" | "first_funding") {
  await changeSettings(systemCtx, referralSettings, { kind, reward: "500", minimum: "5,000" });
  await changeSettings(systemCtx, signUpSettings, { open: kind !== "off" });
}

test.afterEach(({ stage }) => offer(stage, "off"));

test(
  "brings a reseller by a link that survives other pages, and shows both what it earns",
  { tag: "@prove" },
  async ({ page, people, signIn, stage }, info) => {
    await offer(stage, "first_funding");
    const referrer = await signIn();
    await page.goto("/earn");
    await expect(page.getByText(/^You earn ₦500 when a new reseller joins and tops up /)).toBeVisible();
    await expectAccessible(page);
    const link = await page.getByText(/\/r\/[2-9A-Z]{8}$/).textContent();
    const { pathname } = new URL(`http://${link}`);

    await leaveSignedOut(page);
    await page.goto(pathname);
    await expect(page.getByText(`Referred by ${referrer.name}.`)).toBeVisible();
    await expectAccessible(page);
    for (const start of ["/", "/sign-in"]) {
      await page.goto(start);
      await page.getByRole("link", { name: "Sign up" }).click();
      await expect(page.getByText(`Referred by ${referrer.name}.`)).toBeVisible();
    }
    const email = `brought-${info.project.name}@example.com`;
    await page.getByLabel("Your name or business").fill("Brought Data");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Phone number").fill("12");
    await page.getByRole("button", { name: "Request account" }).click();
    await expect(page.getByLabel("Phone number")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Phone number").fill("0803 765 4321");
    await page.getByRole("button", { name: "Request account" }).click();
    await expect(page.getByText(`We emailed a link to ${email}.`)).toBeVisible();

    await signIn(await people.admin());
    await page.goto("/admin/resellers/sign-ups");
    const card = page.getByRole("region").or(page.locator("section")).filter({ hasText: email }).last();
    await expect(card).toContainText(referrer.name);
    await card.getByRole("button", { name: "Approve" }).click();
    const dialog = page.getByRole("dialog", { name: /^Approve/ });
    await dialog.getByLabel("Reason").fill("Papers are fine");
    await dialog.getByRole("button", { name: "Approve request" }).click();
    await expect(page.getByText(email)).toHaveCount(0);

    const { systemCtx, sql } = stage.database;
    await handleEvents(systemCtx);
    const [brought] = await sql<{ id: string }[]>`select id from accounts where email = ${email}`;
    const ctx = await asReseller(systemCtx, Number(brought?.id));
    const transfer = { ref: "first", amount: "5,000.00", bankReference: "TRF 1" };
    await approveFunding(systemCtx, { id: await requestFunding(ctx, transfer), reason: "seen at the bank" });
    await recordRewards(systemCtx);
    await payRewards(systemCtx);
    await signIn(referrer);
    await page.goto("/earn");
    const row = page.getByRole("list", { name: "Resellers you referred" });
    await expect(row).toContainText("Brought Data");
    await expect(row).toContainText(`${formatMoney(50_000n)} comes`);
    await expectAccessible(page);
    await page.goto("/notifications");
    await expect(page.getByText("A new reseller joined by your link")).toBeVisible();
  },
);

test("leads to an ordinary sign-up where a link isn’t valid, and to none while referrals are off", {
  tag: "@prove",
}, async ({ page, stage, signIn, allow }) => {
  allow(/404/);
  await offer(stage, "first_funding");
  await page.goto("/r/nonsense");
  await expect(page.getByRole("heading", { name: "Sign up" })).toBeVisible();
  await expect(page.getByText("Referred by")).toHaveCount(0);
  await offer(stage, "off");
  await signIn();
  await page.goto("/earn");
  await expect(page.getByRole("heading", { name: "No referrals yet" })).toBeVisible();
  await expectAccessible(page);
});

test("sets referral settings with another owner’s approval", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const second = await people.admin();
  await signIn(await people.admin());
  await page.goto("/admin/resellers/referrals");
  const form = page.locator("#referral-settings form");
  await form.getByLabel("A referral earns").selectOption("share");
  await form.getByLabel("Share of margin (%)").fill("10.5");
  await form.getByLabel("Reason").fill("A try for the season");
  await form.getByRole("button", { name: "Save referral settings" }).click();
  await expect(form.getByText("Enter the maximum per reseller.")).toBeVisible();
  await expect(form.getByLabel("Share of margin (%)")).toHaveValue("10.5");
  await form.getByLabel("Maximum per reseller").fill("10,000");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save referral settings" }).click();
  await expect(form.getByText(/^Approval requested\. Nothing changed yet/)).toBeVisible();
  await signIn(second);
  await page.goto("/admin/review/approvals");
  await expect(page.getByText("Change referral settings")).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Change referral settings")).toHaveCount(0);
  await page.goto("/admin/resellers/referrals");
  await expect(
    page.getByText("A referral earns: 10.5% of the margin, up to ₦10,000, 6 months."),
  ).toBeVisible();
  await expect(page.getByText("Sign-up page is off")).toBeVisible();
  const saved = await readSettings(stage.database.systemCtx, referralSettings);
  expect(saved).toMatchObject({ kind: "share", share: 1050 });
});
