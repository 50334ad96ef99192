import { requestFunding } from "#lib/funding/request-funding";
import { openDeliveryIssue } from "#lib/issue/open-delivery-issue";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

test("decides one item after the other by keys, and names each result with its way back", async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const reseller = await people.reseller();
  const ctx = testResellerCtx(stage, reseller);
  const plan = await findTestPlan(stage, ctx);
  const idents = [];
  for (const _ of [1, 2]) {
    const { ident } = await buyTestPlan(ctx, plan, nextTestPhone());
    await expect
      .poll(async () => {
        const [row] = await stage.database.sql`select state from purchases where ident = ${ident}`;
        return row?.state;
      })
      .toBe("successful");
    await openDeliveryIssue(ctx, { ident, symptom: "nothing", details: "" });
    idents.push(ident);
  }
  const transfer = await requestFunding(ctx, { ref: "queue", amount: "1,500", bankReference: "TRF QUEUE" });
  const admin = await people.admin();
  await signIn(admin);
  await page.goto(`/admin/review/queue?item=issue.${idents[0]}`);
  const heading = page.getByRole("heading", { level: 2 }).first();
  await expect(heading).toContainText("Delivery issue");
  await expect(page.locator(":focus")).toContainText("Delivery issue");
  await expect(page.getByRole("button", { name: "Send reply" })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);

  await page.keyboard.press("m");
  await expect(page.getByText(`Assigned to ${admin.name}.`)).toBeVisible();
  await page.keyboard.press("u");
  await expect(page.getByText("Released.")).toBeVisible();

  await page.getByText(/^Saved replies/).click();
  await page.getByLabel("Text", { exact: true }).fill("The data arrived on {number}.");
  await page.getByRole("button", { name: "Save reply" }).click();
  await expect(page.getByText("Saved for all admins.")).toBeVisible();
  await page.getByLabel("Text", { exact: true }).press("Escape");

  const hours = page.getByLabel("Next update in (hours)");
  const refund = page.getByText(/is credited to the wallet once/);
  await expect(hours).toBeHidden();
  const message = page.getByLabel(/^Message to /);
  for (const [key, shown] of [
    ["a", hours],
    ["r", refund],
  ] as const) {
    await page.keyboard.press(key);
    await expect(message).toBeFocused();
    await expect(shown).toBeVisible();
    await message.press("Escape");
  }
  await page.keyboard.press("d");
  await expect(message).toBeFocused();
  await expect(hours.or(refund).filter({ visible: true })).toHaveCount(0);
  await message.press("Escape");
  await page.keyboard.press("1");
  await expect(message).toHaveValue(/^The data arrived on 0\d{3} \d{3} \d{4}\.$/);
  await message.press("Control+Enter");
  await expect(page.getByText("Enter a reason in a few words.")).toBeVisible();
  await expect(page.getByLabel("Internal note")).toBeFocused();
  await page.keyboard.type("Seen in the network’s records");
  await page.keyboard.press("Enter");
  await expect(page.locator(":focus")).toContainText("Closed as delivered");
  await expectAccessible(page);
  await expect(page).toHaveURL(new RegExp(`done=issue.${idents[0]}`));

  await page.goto(`/admin/review/queue?item=issue.${idents[1]}`);
  // The dialog lists the keys that the page has when it opens, and a key before the page has its script does nothing.
  await expect(page.getByRole("radio", { name: "Failed: refund" })).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toContainText("Failed: refund", { timeout: 1_000 });
  }).toPass();
  const help = page.getByRole("dialog");
  await expect(help.getByRole("heading")).toBeFocused();
  await expect(help.getByText(/^j\b/)).toHaveText("j");
  await page.getByLabel("Single-key shortcuts").uncheck();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("d");
  await expect(page.getByRole("radio", { name: "Delivered: close" })).not.toBeChecked();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByLabel("Single-key shortcuts").check();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("j");
  await expect(page).not.toHaveURL(new RegExp(`item=issue.${idents[1]}`));
  await page.goto(`/admin/review/queue?kind=transfer&item=transfer.${transfer}`);
  await expect(page.getByText("TRF QUEUE").first()).toBeVisible();
  // The heading has the focus once the page has its script.
  await expect(page.locator(":focus")).toContainText("Bank transfer");
  await page.keyboard.press("a");
  await expect(page.getByRole("button", { name: "Credit ₦1,500" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(":focus")).toContainText(`₦1,500 credited to ${reseller.name}`);
  await expect(page.getByRole("link", { name: "Correct in the wallet" })).toBeVisible();
});

test("says that another admin decided the open item meanwhile", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const ctx = testResellerCtx(stage, await people.reseller());
  const id = await requestFunding(ctx, { ref: "gone", amount: "900", bankReference: "TRF GONE" });
  await stage.database.sql`
    update funding_requests set state = 'rejected', decided_at = now(), decided_by = 'admin:1' where id = ${id}`;
  await signIn(await people.admin());
  await page.goto(`/admin/review/queue?item=transfer.${id}&due=0`);
  await expect(page.getByText("Rejected. No money moved")).toBeVisible();
});
