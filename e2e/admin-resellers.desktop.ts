import { expect, expectAccessible, test } from "./fixtures.ts";
import { waitForMailedLink } from "./mailed-link.ts";
import { buyTestPlan, listTestPlans, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

test("invites a reseller, whose link sets a password once", async ({
  page,
  people,
  signIn,
  browser,
  stage,
  allow,
}, info) => {
  await signIn(await people.admin());
  await page.goto("/admin/resellers/new");
  const email = `ngozi-${info.project.name}@example.com`;
  await page.getByLabel("Name").fill("Ngozi Data");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Level").selectOption("top_user");
  await page.getByLabel("Reason").fill("She came by with her papers");
  await page.getByRole("button", { name: "Create invitation link" }).click();
  const link = await page.locator("code").textContent();
  await page.getByRole("link", { name: "Open reseller" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ngozi Data");
  await expect(page.getByText("“She came by with her papers”")).toBeVisible();

  const resellerContext = await browser.newContext({ baseURL: stage.member.url });
  const there = await resellerContext.newPage();
  await there.goto(link ?? "");
  await expectAccessible(there);
  await there.getByLabel("New password").fill("seven");
  await there.getByRole("button", { name: "Save password" }).click();
  await expect(there.getByText("Use at least 10 characters.")).toBeVisible();
  await there.getByLabel("New password").fill("lantern field seven bread");
  await there.getByRole("button", { name: "Save password" }).click();
  await expect(there).toHaveURL(/\/home$/);
  await there.goto(link ?? "");
  await expect(there.getByRole("heading", { name: "Link expired" })).toBeVisible();
  await resellerContext.close();
  allow(/404/);
  await page.goto("/admin/resellers?q=ngozi");
  await expect(page.getByRole("link", { name: "Ngozi Data" })).toBeVisible();
});

test("restricts a reseller, rejects their purchases, and lifts the restriction", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const reseller = await people.reseller();
  const ctx = testResellerCtx(stage, reseller);
  const [plan] = await listTestPlans(stage, ctx);
  if (!plan) throw new Error("Nothing is on sale.");
  await signIn(await people.admin());
  await page.goto(`/admin/resellers/${reseller.id}`);
  const more = page.locator("summary", { hasText: "More actions" });
  const restrict = page.getByRole("button", { name: "Restrict", exact: true });
  await more.click();
  await expect(restrict).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(restrict).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press("Escape");
  await expect(restrict).toBeHidden();
  await expect(more).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(restrict).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(restrict).toBeHidden();
  await page.goto("about:blank");
  await page.goto(`/admin/resellers/${reseller.id}#restrict`);
  const dialog = page.getByRole("dialog", { name: /^Restrict/ });
  await dialog.getByRole("button", { name: "Restrict" }).click();
  await expect(dialog.getByText("Enter a reason in a few words.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("KYC is missing");
  await dialog.getByRole("button", { name: "Restrict" }).click();
  await expect(page.getByRole("button", { name: "Lift restriction", exact: true })).toBeVisible();
  await expect(buyTestPlan(ctx, plan, nextTestPhone())).rejects.toMatchObject({ code: "restricted" });
  await page.getByRole("button", { name: "Lift restriction", exact: true }).click();
  const lifting = page.getByRole("dialog", { name: /^Lift the restriction/ });
  await lifting.getByLabel("Reason").fill("KYC came");
  await lifting.getByRole("button", { name: "Lift restriction" }).click();
  await expect(page.getByRole("button", { name: "Restrict", exact: true })).toBeVisible();
  await buyTestPlan(ctx, plan, nextTestPhone());
  await expect(page.getByText("“KYC came”")).toBeVisible();
});

test("rejects a reseller change that conflicts with another admin's and shows that change", {
  tag: "@prove",
}, async ({ page, people, signIn, context }) => {
  const reseller = await people.reseller();
  await signIn(await people.admin());
  const second = await context.newPage();
  for (const adminPage of [page, second]) {
    await adminPage.goto(`/admin/resellers/${reseller.id}`);
    await adminPage.getByText("More actions").click();
    await adminPage.getByRole("button", { name: "Level", exact: true }).click();
  }
  const set = async (adminPage: typeof page, level: string, reason: string) => {
    const dialog = adminPage.getByRole("dialog", { name: "Change level" });
    await dialog.getByLabel("Level").selectOption(level);
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByRole("button", { name: "Change level" }).click();
    return dialog;
  };
  await expect((await set(page, "top_user", "sells a lot")).getByText("new level")).toBeVisible();
  const rejected = await set(second, "smart_earner", "sells little");
  await expect(rejected.getByText(/changed this.*“sells a lot”.*Your changes weren’t saved/)).toBeVisible();
  await second.reload();
  await expect(second.getByText("Top user", { exact: false }).first()).toBeVisible();
});

test("creates, renews and revokes tokens, signs out devices, adds notes", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  browser,
  stage,
}) => {
  const reseller = await people.reseller({ level: "api" });
  await signIn(await people.admin());
  await page.goto(`/admin/resellers/${reseller.id}`);
  await page.getByRole("button", { name: "New token" }).click();
  const making = page.getByRole("dialog", { name: "New token" });
  await making.getByLabel("Name").fill("Website");
  await making.getByLabel("Type").selectOption("Test purchases: nothing is charged or sent");
  await making.getByText("Limit where it works").click();
  await making.getByLabel("IP addresses").fill("10.0.0.0/8");
  await making.getByRole("button", { name: "Create token" }).click();
  await expect(making.getByText("Enter a reason in a few words.")).toBeVisible();
  await making.getByLabel("Reason").fill("asked for it");
  await making.getByRole("button", { name: "Create token" }).click();
  const first = await making.getByText(/^kiosk_test_/).textContent();
  const call = (token: string | null) =>
    page.request.get("/api/balance", { headers: { Authorization: `Bearer ${token}` } });
  expect((await call(first)).status()).toBe(401);
  await making.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByText("Only from 10.0.0.0/8")).toBeVisible();
  const resellerContext = await browser.newContext({ baseURL: stage.member.url });
  await people.signIn(resellerContext, reseller, stage.member.url);
  const there = await resellerContext.newPage();
  await there.goto("/settings/api");
  await there.getByRole("button", { name: "Confirm", exact: true }).click();
  await there.getByRole("button", { name: "Confirm token" }).click();
  await expect(there.getByText("Token confirmed. It works from its next call.")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Renew" }).click();
  const renewing = page.getByRole("dialog", { name: /Renew “Website”/ });
  await renewing.getByRole("button", { name: "Renew token" }).click();
  await expect(renewing.getByText("Enter a reason in a few words.")).toBeVisible();
  await renewing.getByLabel("Reason").fill("was in a mail");
  await renewing.getByLabel("Old token works for").selectOption("No longer, end it now");
  await renewing.getByRole("button", { name: "Renew token" }).click();
  const shown = page.getByRole("status").filter({ hasText: "Token “Website” renewed" });
  const fresh = await shown.getByText(/^kiosk_test_/).textContent();
  expect((await call(fresh)).status()).toBe(401);
  await there.reload();
  await there.getByRole("button", { name: "Confirm", exact: true }).click();
  await there.getByRole("button", { name: "Confirm token" }).click();
  await expect(there.getByText("Token confirmed. It works from its next call.")).toBeVisible();
  expect((await call(fresh)).status()).toBe(200);
  await expect(page.getByText("1 expired token")).toBeVisible();
  await page.getByRole("button", { name: "Revoke" }).click();
  const ending = page.getByRole("dialog", { name: /Revoke “Website”/ });
  await ending.getByLabel("Reason").fill("leaked");
  await ending.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("No tokens yet.")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Sign out all", exact: true }).click();
  const out = page.getByRole("dialog", { name: "Sign out of all devices?" });
  await out.getByLabel("Reason").fill("lost the phone");
  await out.getByRole("button", { name: "Sign out all devices" }).click();
  await expect(page.getByText("No active sessions.")).toBeVisible();
  await there.goto("/home");
  await expect(there).toHaveURL(/\/sign-in/);
  await resellerContext.close();
  await page.getByLabel("New note").fill("Called, wants a new shop");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByText("Called, wants a new shop").first()).toBeVisible();
});

test("enforces a daily limit, then closes the account", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const reseller = await people.reseller();
  const ctx = testResellerCtx(stage, reseller);
  const [plan] = await listTestPlans(stage, ctx);
  if (!plan) throw new Error("Nothing is on sale.");
  await signIn(await people.admin());
  await page.goto(`/admin/resellers/${reseller.id}`);
  await page.getByText("More actions").click();
  await page.getByRole("button", { name: "Daily limit" }).click();
  const limit = page.getByRole("dialog", { name: "Change daily limit" });
  await limit.getByLabel("Daily limit").fill("1.00");
  await limit.getByLabel("Reason").fill("new here");
  await limit.getByRole("button", { name: "Change daily limit" }).click();
  await expect(limit.getByRole("status").or(limit.getByText(/limit/i)).first()).toBeVisible();
  await limit.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByText("“new here”")).toBeVisible();
  await expect(buyTestPlan(ctx, plan, nextTestPhone())).rejects.toMatchObject({ code: "daily_limit" });

  await page.getByRole("button", { name: "Close", exact: true }).click();
  const closing = page.getByRole("dialog", { name: /^Close the account/ });
  await closing.getByRole("button", { name: "Close account" }).click();
  await expect(closing.getByText("Enter a reason in a few words.")).toBeVisible();
  await closing.getByLabel("Reason").fill("left the business");
  await closing.getByRole("button", { name: "Close account" }).click();
  await expect(page.getByText("“left the business”").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Close", exact: true })).toHaveCount(0);
  await expect(buyTestPlan(ctx, plan, nextTestPhone())).rejects.toMatchObject({ code: "not_found" });
});

test("exports filtered resellers and statements", { tag: "@prove" }, async ({ page, people, signIn }) => {
  const reseller = await people.reseller({ money: 123_400n });
  const otherReseller = await people.reseller({ money: 0n });
  await signIn(await people.admin());
  const get = async (path: string) => (await page.request.get(path)).text();
  const all = await get(`/admin/resellers/export?q=${reseller.email}`);
  expect(all).toContain("1234.00");
  expect(all).not.toContain(otherReseller.email);
  await page.goto(`/admin/wallets/${reseller.id}?kind=credit`);
  const href = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
  expect(await get(href ?? "")).toContain("1234.00");
  const none = await get(`/admin/wallets/${reseller.id}/export?kind=debit`);
  expect(none.trim().split("\r\n")).toHaveLength(2);
  await page.goto(`/admin/wallets/adjustments/wallets?q=${reseller.email}`);
  await expect(page.getByRole("row").filter({ hasText: reseller.name })).toContainText("+₦1,234.00");
  await expectAccessible(page);
  expect(
    (await get(`/admin/wallets/adjustments/wallets/export?q=${reseller.email}`)).trim().split("\r\n"),
  ).toHaveLength(3);
});

test(
  "turns on the sign-up page, approves and rejects requests, and turns it off",
  { tag: "@prove" },
  async ({ page, people, signIn, browser, stage, allow }, info) => {
    allow(/404/);
    const resellerContext = await browser.newContext({ baseURL: stage.member.url });
    const there = await resellerContext.newPage();
    await signIn(await people.admin());
    await page.goto("/admin/resellers/sign-ups");
    const on = page.getByRole("button", { name: "Turn on page" });
    const switching = page
      .locator("form")
      .filter({ has: page.getByRole("button", { name: /^Turn o.* page$/ }) });
    await switching.getByLabel("Reason").fill("we take new resellers");
    await on.click();
    await expect(page.getByRole("button", { name: "Turn off page" })).toBeVisible();

    await there.goto("/sign-up");
    await expectAccessible(there);
    const email = `sade-${info.project.name}@example.com`;
    await there.getByLabel("Your name").fill("Sade Kiosk");
    await there.getByLabel("Email").fill(email);
    await there.getByLabel("Phone").fill("0803 123 4567");
    await there.getByRole("button", { name: "Request account" }).click();
    await expect(there.locator(":focus")).toContainText(`We emailed a link to ${email}.`);
    await expect(there.getByText("We review each request.")).toBeHidden();
    await there.goto(await waitForMailedLink(stage, email));
    await expect(there.getByRole("heading", { name: "Request received" })).toBeVisible();

    await page.reload();
    await page.getByRole("button", { name: "Approve" }).first().click();
    const dialog = page.getByRole("dialog", { name: /^Approve/ });
    await dialog.getByLabel("Reason").fill("KYC is fine");
    await dialog.getByRole("button", { name: "Approve request" }).click();
    await expect(page.getByText("No sign-up requests")).toBeVisible();
    await there.reload();
    await there.getByLabel("New password").fill("lantern field seven bread");
    await there.getByRole("button", { name: "Save password" }).click();
    await expect(there).toHaveURL(/\/home$/);
    await resellerContext.close();

    const another = await resellerContext.browser()?.newPage({ baseURL: stage.member.url });
    if (!another) throw new Error("The browser is gone.");
    await another.goto("/sign-up");
    await another.getByLabel("Your name").fill("Nobody Known");
    const unknown = `nobody-${info.project.name}@example.com`;
    await another.getByLabel("Email").fill(unknown);
    await another.getByLabel("Phone").fill("0803 123 4568");
    await another.getByRole("button", { name: "Request account" }).click();
    await another.goto(await waitForMailedLink(stage, unknown));
    await expect(another.getByRole("heading", { name: "Request received" })).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Reject" }).first().click();
    const rejecting = page.getByRole("dialog", { name: "Reject Nobody Known?" });
    await rejecting.getByLabel("Reason").fill("No papers");
    await rejecting.getByRole("button", { name: "Reject request" }).click();
    await expect(page.getByText("No sign-up requests")).toBeVisible();
    await another.reload();
    await expect(another.getByText("No papers")).toBeVisible();
    await another.context().close();
    await page.goto("/admin/resellers/sign-ups?state=rejected");
    await expect(page.getByText("No papers").first()).toBeVisible();
    await expectAccessible(page);
    await page.goto("/admin/resellers/sign-ups");

    await switching.getByLabel("Reason").fill("enough for now");
    await page.getByRole("button", { name: "Turn off page" }).click();
    await expect(page.getByRole("button", { name: "Turn on page" })).toBeVisible();
    expect((await page.request.get("/sign-up")).status()).toBe(404);
  },
);
