import { expect, expectAccessible, test } from "./fixtures.ts";
import { buyNow, freshPhone, onSale, shopper } from "./shopping.ts";

test("an admin adds a reseller, who chooses a password by the link, once", async ({
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
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Level").selectOption("top_user");
  await page.getByLabel("Why").fill("She came by with her papers");
  await page.getByRole("button", { name: "Add and make the link" }).click();
  const link = await page.locator("code").textContent();
  await page.getByRole("link", { name: "Open the reseller" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ngozi Data");
  await expect(page.getByText("“She came by with her papers”")).toBeVisible();

  const theirs = await browser.newContext({ baseURL: stage.member.url });
  const there = await theirs.newPage();
  await there.goto(link ?? "");
  await expectAccessible(there);
  await there.getByLabel("New password").fill("seven");
  await there.getByRole("button", { name: "Keep this password" }).click();
  await expect(there.getByText("Use at least 10 characters.")).toBeVisible();
  await there.getByLabel("New password").fill("lantern field seven bread");
  await there.getByRole("button", { name: "Keep this password" }).click();
  await expect(there).toHaveURL(/\/home$/);
  await there.goto(link ?? "");
  await expect(there.getByRole("heading", { name: "This link is over" })).toBeVisible();
  await theirs.close();
  allow(/404/);
  await page.goto("/admin/resellers?q=ngozi");
  await expect(page.getByRole("link", { name: "Ngozi Data" })).toBeVisible();
});

test("restricting cancels what waits, stops the next purchase, and is lifted again", async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const reseller = await people.reseller();
  const ctx = shopper(stage, reseller);
  const [plan] = await onSale(stage, ctx);
  if (!plan) throw new Error("Nothing is on sale.");
  await signIn(await people.admin());
  await page.goto(`/admin/resellers/${reseller.id}`);
  await page.getByRole("button", { name: "Restrict", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Restrict/ });
  await dialog.getByRole("button", { name: "Restrict" }).click();
  await expect(dialog.getByText("Say why, in a few words.")).toBeVisible();
  await dialog.getByLabel("Why").fill("KYC is missing");
  await dialog.getByRole("button", { name: "Restrict" }).click();
  await expect(page.getByRole("button", { name: "Lift the restriction" })).toBeVisible();
  await expect(buyNow(ctx, plan, freshPhone())).rejects.toMatchObject({ code: "restricted" });
  await page.getByRole("button", { name: "Lift the restriction" }).click();
  const lifting = page.getByRole("dialog", { name: /buy again/ });
  await lifting.getByLabel("Why").fill("KYC came");
  await lifting.getByRole("button", { name: "Lift it" }).click();
  await expect(page.getByRole("button", { name: "Restrict", exact: true })).toBeVisible();
  await buyNow(ctx, plan, freshPhone());
  await expect(page.getByText("“KYC came”")).toBeVisible();
});

test("the second of two admins is told what the first changed", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
  context,
}) => {
  const reseller = await people.reseller();
  await signIn(await people.admin());
  const second = await context.newPage();
  for (const desk of [page, second]) {
    await desk.goto(`/admin/resellers/${reseller.id}`);
    await desk.getByRole("button", { name: "Level", exact: true }).click();
  }
  const set = async (desk: typeof page, level: string, why: string) => {
    const dialog = desk.getByRole("dialog", { name: "Change the level" });
    await dialog.getByLabel("Level").selectOption(level);
    await dialog.getByLabel("Why").fill(why);
    await dialog.getByRole("button", { name: "Change" }).click();
    return dialog;
  };
  await expect((await set(page, "top_user", "sells a lot")).getByText("new level")).toBeVisible();
  const refused = await set(second, "smart_earner", "sells little");
  await expect(refused.getByText(/changed this.*“sells a lot”.*Nothing of yours was saved/)).toBeVisible();
  await second.reload();
  await expect(second.getByText("Top user", { exact: false }).first()).toBeVisible();
});

test("tokens are made and revoked, devices signed out, notes kept", { tag: "@prove" }, async ({
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
  const making = page.getByRole("dialog", { name: "A token for them" });
  await making.getByLabel("Name").fill("Website");
  await making.getByLabel("For").selectOption("Testing: nothing is charged or sent");
  await making.getByText("Limit where it works").click();
  await making.getByLabel("IP addresses").fill("10.0.0.0/8");
  await making.getByRole("button", { name: "Make the token" }).click();
  await expect(making.getByText("Say why, in a few words.")).toBeVisible();
  await making.getByLabel("Why").fill("asked for it");
  await making.getByRole("button", { name: "Make the token" }).click();
  await expect(making.getByText(/kiosk_test_/)).toBeVisible();
  await making.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Only from 10.0.0.0/8")).toBeVisible();
  await page.getByRole("button", { name: "Renew" }).click();
  const renewing = page.getByRole("dialog", { name: /Renew “Website”/ });
  await renewing.getByRole("button", { name: "Renew token" }).click();
  await expect(renewing.getByText("Say why, in a few words.")).toBeVisible();
  await renewing.getByLabel("Why").fill("was in a mail");
  await renewing.getByLabel("The old one works for").selectOption("No longer, end it now");
  await renewing.getByRole("button", { name: "Renew token" }).click();
  const shown = page.getByRole("status").filter({ hasText: "The new token “Website” is ready" });
  const fresh = await shown.getByText(/^kiosk_test_/).textContent();
  const told = await page.request.get("/api/balance", { headers: { Authorization: `Bearer ${fresh}` } });
  expect(told.status()).toBe(200);
  await expect(page.getByText("One that ended")).toBeVisible();
  await page.getByRole("button", { name: "Revoke" }).click();
  const ending = page.getByRole("dialog", { name: /Revoke “Website”/ });
  await ending.getByLabel("Why").fill("leaked");
  await ending.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("No program has a token.")).toBeVisible();
  const theirs = await browser.newContext({ baseURL: stage.member.url });
  await people.signIn(theirs, reseller, stage.member.url);
  await page.reload();
  await page.getByRole("button", { name: "End all" }).click();
  const out = page.getByRole("dialog", { name: "Sign them out everywhere?" });
  await out.getByLabel("Why").fill("lost the phone");
  await out.getByRole("button", { name: "Sign them out" }).click();
  await expect(page.getByText("Nowhere right now.")).toBeVisible();
  const there = await theirs.newPage();
  await there.goto("/home");
  await expect(there).toHaveURL(/\/sign-in/);
  await theirs.close();
  await page.getByLabel("A note").fill("Called, wants a new shop");
  await page.getByRole("button", { name: "Keep it" }).click();
  await expect(page.getByText("Called, wants a new shop").first()).toBeVisible();
});

test("a daily limit is set and refuses what goes above it; then the account is closed for good", async ({
  page,
  people,
  signIn,
  stage,
}) => {
  const reseller = await people.reseller();
  const ctx = shopper(stage, reseller);
  const [plan] = await onSale(stage, ctx);
  if (!plan) throw new Error("Nothing is on sale.");
  await signIn(await people.admin());
  await page.goto(`/admin/resellers/${reseller.id}`);
  await page.getByRole("button", { name: "Daily limit" }).click();
  const limit = page.getByRole("dialog", { name: "Change the daily limit" });
  await limit.getByLabel("The most they may spend").fill("1.00");
  await limit.getByLabel("Why").fill("new here");
  await limit.getByRole("button", { name: "Change" }).click();
  await expect(limit.getByRole("status").or(limit.getByText(/limit/i)).first()).toBeVisible();
  await limit.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("“new here”")).toBeVisible();
  await expect(buyNow(ctx, plan, freshPhone())).rejects.toMatchObject({ code: "daily_limit" });

  await page.getByRole("button", { name: "Close", exact: true }).click();
  const closing = page.getByRole("dialog", { name: /for good\?$/ });
  await closing.getByRole("button", { name: "Close for good" }).click();
  await expect(closing.getByText("Say why, in a few words.")).toBeVisible();
  await closing.getByLabel("Why").fill("left the business");
  await closing.getByRole("button", { name: "Close for good" }).click();
  await expect(page.getByText("“left the business”").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Close", exact: true })).toHaveCount(0);
  await expect(buyNow(ctx, plan, freshPhone())).rejects.toMatchObject({ code: "not_found" });
});

test("resellers and a statement are exported as they are filtered", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
}) => {
  const reseller = await people.reseller({ money: 123_400n });
  const other = await people.reseller({ money: 0n });
  await signIn(await people.admin());
  const get = async (path: string) => (await page.request.get(path)).text();
  const all = await get(`/admin/resellers/export?q=${reseller.email}`);
  expect(all).toContain("1234.00");
  expect(all).not.toContain(other.email);
  await page.goto(`/admin/wallets/${reseller.id}?kind=credit`);
  const href = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
  expect(await get(href ?? "")).toContain("1234.00");
  const none = await get(`/admin/wallets/${reseller.id}/export?kind=debit`);
  expect(none.trim().split("\r\n")).toHaveLength(1);
  await page.goto(`/admin/wallets/moves?q=${reseller.email}`);
  await expect(page.getByRole("row").filter({ hasText: reseller.name })).toContainText("+₦1,234.00");
  await expectAccessible(page);
  expect((await get(`/admin/wallets/moves/export?q=${reseller.email}`)).trim().split("\r\n")).toHaveLength(2);
});

test(
  "the page to ask for an account is switched on, used, and answered",
  { tag: "@prove" },
  async ({ page, people, signIn, browser, stage, allow }, info) => {
    allow(/404/);
    const theirs = await browser.newContext({ baseURL: stage.member.url });
    const there = await theirs.newPage();
    await signIn(await people.admin());
    await page.goto("/admin/resellers/sign-ups");
    const on = page.getByRole("button", { name: "Switch it on" });
    const switching = page.locator("form").filter({ has: page.getByRole("button", { name: /^Switch it/ }) });
    await switching.getByLabel("Why").fill("we take new resellers");
    await on.click();
    await expect(page.getByRole("button", { name: "Switch it off" })).toBeVisible();

    await there.goto("/sign-up");
    await expectAccessible(there);
    await there.getByLabel("Your name").fill("Sade Kiosk");
    await there.getByLabel("E-mail").fill(`sade-${info.project.name}@example.com`);
    await there.getByLabel("Phone").fill("0803 123 4567");
    await there.getByRole("button", { name: "Ask for an account" }).click();
    await expect(there.getByRole("heading", { name: "We have your request" })).toBeVisible();

    await page.reload();
    await page.getByRole("button", { name: "Approve" }).first().click();
    const dialog = page.getByRole("dialog", { name: /^Approve/ });
    await dialog.getByLabel("Why").fill("KYC is fine");
    await dialog.getByRole("button", { name: "Approve" }).click();
    await expect(page.getByText("Nobody waits")).toBeVisible();
    await there.reload();
    await there.getByLabel("New password").fill("lantern field seven bread");
    await there.getByRole("button", { name: "Keep this password" }).click();
    await expect(there).toHaveURL(/\/home$/);
    await theirs.close();

    const another = await theirs.browser()?.newPage({ baseURL: stage.member.url });
    if (!another) throw new Error("The browser is gone.");
    await another.goto("/sign-up");
    await another.getByLabel("Your name").fill("Nobody Known");
    await another.getByLabel("E-mail").fill(`nobody-${info.project.name}@example.com`);
    await another.getByLabel("Phone").fill("0803 123 4568");
    await another.getByRole("button", { name: "Ask for an account" }).click();
    await expect(another.getByRole("heading", { name: "We have your request" })).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Refuse" }).first().click();
    const refusing = page.getByRole("dialog", { name: "Refuse Nobody Known?" });
    await refusing.getByLabel("Why").fill("No papers");
    await refusing.getByRole("button", { name: "Refuse" }).click();
    await expect(page.getByText("Nobody waits")).toBeVisible();
    await another.reload();
    await expect(another.getByText("No papers")).toBeVisible();
    await another.context().close();
    await page.goto("/admin/resellers/sign-ups?state=refused");
    await expect(page.getByText("No papers").first()).toBeVisible();
    await expectAccessible(page);
    await page.goto("/admin/resellers/sign-ups");

    await switching.getByLabel("Why").fill("enough for now");
    await page.getByRole("button", { name: "Switch it off" }).click();
    await expect(page.getByRole("button", { name: "Switch it on" })).toBeVisible();
    expect((await page.request.get("/sign-up")).status()).toBe(404);
  },
);
