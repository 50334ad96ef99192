import type { Page } from "playwright/test";
import { issueToken } from "#lib/account/token/issue";
import { expect, expectAccessible, test } from "./fixtures.ts";

test("a reseller makes a token that works, renews it in time and at once, and revokes it", async ({
  page,
  people,
  signIn,
}) => {
  await signIn(await people.reseller({ level: "api" }));
  await page.goto("/developers");
  await page.getByLabel("Name").fill("My shop");
  await page.getByRole("button", { name: "Make token" }).click();
  const first = await secretOf(page);
  expect(await (await call(page, first)).json()).toEqual({ data: { balance: "100,000.00", held: "0.00" } });

  await page.reload();
  await expect(page.getByText(first)).toHaveCount(0);
  await expect(page.getByText(/Last used/)).toBeVisible();
  await page.getByRole("button", { name: "Renew" }).click();
  await page.getByRole("button", { name: "Renew token" }).click();
  await expect(page.getByText("The new token “My shop” is ready")).toBeVisible();
  const second = await secretOf(page);
  expect((await call(page, first)).status()).toBe(200);
  await expectAccessible(page);

  const old = page.getByRole("listitem").filter({ hasText: "Works until" });
  await old.getByRole("button", { name: "Revoke", exact: true }).click();
  await old.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText("One that ended")).toBeVisible();
  expect((await call(page, first)).status()).toBe(401);

  await page.reload();
  await page.getByRole("button", { name: "Renew" }).click();
  const asking = page.getByRole("dialog", { name: "Renew “My shop”?" });
  await asking.getByLabel("The old one works for").selectOption("No longer, end it now");
  await asking.getByRole("button", { name: "Renew token" }).click();
  await expect(page.getByText("The new token “My shop” is ready")).toBeInViewport();
  const third = await secretOf(page);
  expect([(await call(page, second)).status(), (await call(page, third)).status()]).toEqual([401, 200]);
});

test("limits that cannot be read are said at their field, and right ones hold", async ({
  page,
  people,
  signIn,
}) => {
  await signIn(await people.reseller({ level: "api" }));
  await page.goto("/developers");
  await page.getByLabel("Name").fill("My shop");
  await page.getByText("Limit where it works").click();
  await page.getByLabel("IP addresses").first().fill("300.1.1.1");
  await page.getByRole("button", { name: "Make token" }).click();
  await expect(page.getByText("“300.1.1.1” is no address")).toBeVisible();
  await page.getByLabel("IP addresses").first().fill("203.0.113.7");
  await page.getByRole("button", { name: "Make token" }).click();
  expect((await call(page, await secretOf(page))).status()).toBe(403);
});

test("who came in by the form is asked for the password in place, keeps what was typed, and is not asked again", {
  tag: "@prove",
}, async ({ page, people }) => {
  const person = await people.reseller({ level: "api" });
  await page.goto("/sign-in?next=/developers");
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Name").fill("My shop");
  await page.getByLabel("For").selectOption("Testing: nothing is charged or sent");
  await page.getByRole("button", { name: "Make token" }).click();
  const asked = page.getByLabel("Your password");
  await expect(asked).toBeFocused();
  await expect(page.getByText("Type your password once more. Then it is done.")).toBeVisible();
  await expectAccessible(page);
  await asked.fill("wrong words here");
  await page.getByRole("button", { name: "Make token" }).click();
  await expect(page.getByText("This is not the password you have now.")).toBeVisible();
  await asked.fill(person.password);
  await page.getByRole("button", { name: "Make token" }).click();
  await expect(page.getByText("The token “My shop” is ready")).toBeVisible();
  await expect(page.getByText(/^kiosk_test_/)).toBeVisible();
  await page.getByRole("button", { name: "Renew" }).click();
  await page.getByRole("button", { name: "Renew token" }).click();
  await expect(page.getByText("The new token “My shop” is ready")).toBeVisible();
});

test("other levels read how to get one, what it can do, and may end what the operator made for them", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  const person = await signIn(await people.reseller({ level: "top_user" }));
  await page.goto("/developers");
  await expect(page.getByText("This comes with the API level")).toBeVisible();
  await expect(page.getByRole("button", { name: "Make token" })).toHaveCount(0);
  await page.getByRole("link", { name: "See what it can do" }).click();
  await expect(page.getByRole("heading", { name: "Buy data" })).toBeVisible();
  await expectAccessible(page);

  await issueToken(stage.database.systemCtx, { resellerId: person.id, name: "Their app" });
  await page.goto("/developers");
  await expect(page.getByText("your account needs the API level")).toBeVisible();
  await expect(page.getByRole("button", { name: "Renew" })).toHaveCount(0);
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText("The token is revoked. Nothing was waiting to be sent.")).toBeVisible();
  await expect(page.getByText("None works now.", { exact: true })).toBeVisible();
});

/** The secret that the page shows once. */
const secretOf = async (page: Page) => (await page.getByText(/^kiosk_live_/).textContent()) ?? "";

/** A program's call with it. */
const call = (page: Page, token: string) =>
  page.request.get("/api/balance", { headers: { Authorization: `Bearer ${token}` } });
