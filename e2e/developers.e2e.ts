import { expect, expectAccessible, test } from "./fixtures.ts";

test("a reseller makes a token that works, renews it, and revokes it", async ({ page, people, signIn }) => {
  await signIn(await people.reseller({ level: "api" }));
  await page.goto("/developers");
  await page.getByLabel("Name").fill("My shop");
  await page.getByRole("button", { name: "Make token" }).click();
  const token = (await page.getByText(/^kiosk_live_/).textContent()) ?? "";
  const call = () => page.request.get("/api/balance", { headers: { Authorization: `Bearer ${token}` } });
  expect(await (await call()).json()).toEqual({ data: { balance: "100,000.00", held: "0.00" } });

  await page.reload();
  await expect(page.getByText(token)).toHaveCount(0);
  await expect(page.getByText(/Last used/)).toBeVisible();
  await page.getByRole("button", { name: "Renew" }).click();
  await page.getByRole("button", { name: "Renew token" }).click();
  await expect(page.getByText("The new token “My shop” is ready")).toBeVisible();
  expect((await call()).status()).toBe(200);
  await expectAccessible(page);

  const old = page.getByRole("listitem").filter({ hasText: "Works until" });
  await old.getByRole("button", { name: "Revoke", exact: true }).click();
  await old.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText("One that ended")).toBeVisible();
  expect((await call()).status()).toBe(401);
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
  const token = (await page.getByText(/^kiosk_live_/).textContent()) ?? "";
  const told = await page.request.get("/api/balance", { headers: { Authorization: `Bearer ${token}` } });
  expect(told.status()).toBe(403);
});

test("other levels read how to get it, and what it can do", async ({ page, signIn }) => {
  await signIn();
  await page.goto("/developers");
  await expect(page.getByText("This comes with the API level")).toBeVisible();
  await expect(page.getByRole("button", { name: "Make token" })).toHaveCount(0);
  await page.getByRole("link", { name: "See what it can do" }).click();
  await expect(page.getByRole("heading", { name: "Buy data" })).toBeVisible();
  await expectAccessible(page);
});

test("webhooks go to public addresses only", async ({ page, people, signIn }) => {
  await signIn(await people.reseller({ level: "api" }));
  await page.goto("/developers/webhooks");
  for (const [address, words] of [
    ["http://shop.example/hook", "must begin with https"],
    ["https://127.0.0.1/hook", "inside a private network"],
    ["https://localhost/hook", "inside a private network"],
  ] as const) {
    await page.getByLabel("Address").fill(address);
    await page.getByRole("button", { name: "Add address" }).click();
    await expect(page.getByText(words)).toBeVisible();
  }
  await expectAccessible(page);
});
