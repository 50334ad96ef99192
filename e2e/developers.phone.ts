import type { Page } from "playwright/test";
import { createToken } from "#lib/account/token/create-token";
import { listUpgradeOffers, setUpgradeOffer } from "#lib/upgrade/upgrade-offer";
import { expect, expectAccessible, test } from "./fixtures.ts";

test("creates a working token, renews it with a grace period and at once, and revokes it", async ({
  page,
  people,
  signIn,
}) => {
  await signIn(await people.reseller({ level: "api" }));
  await page.goto("/settings/api");
  await page.getByLabel("Name").fill("My shop");
  await page.getByRole("button", { name: "Create token" }).click();
  const first = await readSecret(page);
  expect(await (await callTokenApi(page, first)).json()).toEqual({
    data: { balance: "100,000.00", held: "0.00" },
  });

  await page.reload();
  await expect(page.getByText(first)).toHaveCount(0);
  await expect(page.getByText(/Last used/)).toBeVisible();
  await page.getByRole("button", { name: "Renew" }).click();
  await page.getByRole("button", { name: "Renew token" }).click();
  await expect(page.getByText("Token “My shop” renewed")).toBeVisible();
  const second = await readSecret(page);
  expect((await callTokenApi(page, first)).status()).toBe(200);
  await expectAccessible(page);

  const old = page.getByRole("listitem").filter({ hasText: "Works until" });
  await old.getByRole("button", { name: "Revoke", exact: true }).click();
  await old.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText("1 expired token")).toBeVisible();
  expect((await callTokenApi(page, first)).status()).toBe(401);

  await page.reload();
  await page.getByRole("button", { name: "Renew" }).click();
  const asking = page.getByRole("dialog", { name: "Renew “My shop”?" });
  await asking.getByLabel("Old token works for").selectOption("No longer, end it now");
  await asking.getByRole("button", { name: "Renew token" }).click();
  await expect(page.getByText("Token “My shop” renewed")).toBeInViewport();
  const third = await readSecret(page);
  expect([(await callTokenApi(page, second)).status(), (await callTokenApi(page, third)).status()]).toEqual([
    401, 200,
  ]);
});

test("lists API requests with their purchases, and finds one by its ID", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
}) => {
  await signIn(await people.reseller({ level: "api" }));
  await page.goto("/settings/api/requests");
  await expect(page.getByText("No requests yet")).toBeVisible();
  await page.goto("/settings/api");
  await page.getByLabel("Name").fill("My shop");
  await page.getByRole("button", { name: "Create token" }).click();
  const token = await readSecret(page);
  const headers = { Authorization: `Bearer ${token}` };
  const read = await page.request.get("/api/balance", { headers });
  const wrong = await page.request.post("/api/data/order-7", { headers, data: {} });
  const id = wrong.headers()["x-request-id"] ?? "none";
  const rows = page.getByRole("list", { name: "Requests" }).getByRole("listitem");
  await expect(async () => {
    await page.goto("/settings/api/requests");
    expect(await rows.count()).toBe(2);
  }).toPass();
  await expect(rows.first()).toContainText("422");
  await expect(rows.first()).toContainText("The plan field is required.");
  await expect(rows.last()).toContainText(read.headers()["x-request-id"] ?? "none");
  await expectAccessible(page);
  await page.goto(`/settings/api/requests?q=${id}`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("POST /api/data/order-7");
});

test("shows the test balance, which test purchases move, and resets it", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
}) => {
  await signIn(await people.reseller({ level: "api" }));
  await page.goto("/settings/api");
  await expect(page.getByRole("heading", { name: "Test balance" })).toHaveCount(0);
  await page.getByLabel("Name").fill("My shop");
  await page.getByLabel("Type").selectOption("Test purchases: nothing is charged or sent");
  await page.getByRole("button", { name: "Create token" }).click();
  const token = (await page.getByText(/^kiosk_test_/).textContent()) ?? "";
  const balance = page.getByRole("definition");
  await expect(balance.filter({ hasText: "₦100,000" })).toBeVisible();
  const bought = await page.request.post("/api/data/try-1", {
    headers: { Authorization: `Bearer ${token}` },
    data: { plan: 1, network: 1, mobile_number: "08031230019" },
  });
  const { amount } = (await bought.json()).data;
  await page.reload();
  await expect(balance.filter({ hasText: `₦${amount.replace(".00", "")}` })).toBeVisible();
  await page.getByLabel("New balance").fill("-5");
  await page.getByRole("button", { name: "Reset test balance" }).click();
  await expect(page.getByText("Enter an amount from ₦0.01 to")).toBeVisible();
  await page.getByLabel("New balance").fill("1,500");
  await page.getByRole("button", { name: "Reset test balance" }).click();
  await expect(page.getByText("Test balance reset to ₦1,500.")).toBeVisible();
  expect(await (await callTokenApi(page, token)).json()).toEqual({
    data: { balance: "1,500.00", held: "0.00" },
  });
  await expectAccessible(page);
});

test("shows an error at the field of an invalid limit, and enforces valid limits", { tag: "@prove" }, async ({
  page,
  people,
  signIn,
}) => {
  await signIn(await people.reseller({ level: "api" }));
  await page.goto("/settings/api");
  await page.getByLabel("Name").fill("My shop");
  await page.getByText("Limit where it works").click();
  await page.getByLabel("IP addresses").first().fill("300.1.1.1");
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("“300.1.1.1” isn’t an address")).toBeVisible();
  await page.getByLabel("IP addresses").first().fill("203.0.113.7");
  await page.getByRole("button", { name: "Create token" }).click();
  expect((await callTokenApi(page, await readSecret(page))).status()).toBe(403);
});

test(
  "limits what a token spends, per purchase, network and number, and says so when a call is denied",
  { tag: "@prove" },
  async ({ page, people, signIn }, info) => {
    await signIn(await people.reseller({ level: "api" }));
    await page.goto("/settings/api");
    await page.getByLabel("Name").fill("My shop");
    await page.getByText("Limit what it spends").click();
    await page.getByLabel("Limit per day").fill("twenty");
    await page.getByLabel("Mobile numbers").fill("0803 123 0019\n0803 123 0029");
    await page.getByRole("button", { name: "Create token" }).click();
    await expect(page.getByText("Enter an amount from ₦0.01 to")).toBeVisible();
    await page.getByLabel("Limit per day").fill("20,000");
    await page.getByRole("button", { name: "Create token" }).click();
    const token = await readSecret(page);
    await expect(page.getByText("Spends only ₦20,000 a day, for 2 numbers")).toBeVisible();
    const buy = async (mobile_number: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      const response = await page.request.post("/api/data", {
        headers,
        data: { plan: 1, network: 1, mobile_number },
      });
      return { status: response.status(), errors: (await response.json()).errors };
    };
    expect(await buy("08031230030")).toEqual({
      status: 422,
      errors: { mobile_number: ["This token may not buy for this number. Nothing was charged."] },
    });
    await page.getByRole("button", { name: "Limits" }).click();
    const limits = page.getByRole("dialog");
    await expect(limits.getByLabel("Mobile numbers")).toHaveValue("0803 123 0019\n0803 123 0029");
    await limits.getByLabel("Mobile numbers").fill("");
    await limits.getByLabel("Limit per purchase").fill("0.01");
    await limits.getByLabel("MTN").check();
    await expectAccessible(page);
    await info.attach("limits", { body: await page.screenshot(), contentType: "image/png" });
    await limits.getByRole("button", { name: "Save limits" }).click();
    await expect(page.getByText("Token limits saved.")).toBeVisible();
    await expect(page.getByText("Spends only ₦20,000 a day, ₦0.01 a purchase, on 1 network")).toBeVisible();
    expect((await buy("08031230030")).errors).toEqual({
      amount: ["This token may spend up to ₦0.01 in one purchase. Nothing was charged."],
    });
  },
);

test("asks for the password in place after a sign-in by the form, keeps the inputs, and doesn't ask again", {
  tag: "@prove",
}, async ({ page, people }) => {
  const person = await people.reseller({ level: "api" });
  await page.goto("/sign-in?next=/settings/api");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Name").fill("My shop");
  await page.getByLabel("Type").selectOption("Test purchases: nothing is charged or sent");
  await page.getByRole("button", { name: "Create token" }).click();
  const password = page.getByLabel("Your password");
  await expect(password).toBeFocused();
  await expect(page.getByText("Enter your password again to continue.")).toBeVisible();
  await expect(page.getByLabel("Your password", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Your password", { exact: true })).not.toHaveAttribute("aria-invalid");
  await expectAccessible(page);
  await password.fill("wrong words here");
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("This isn’t your current password.")).toBeVisible();
  await password.fill(person.password);
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("Token “My shop” created")).toBeVisible();
  await expect(page.getByText(/^kiosk_test_/)).toBeVisible();
  await page.getByRole("button", { name: "Renew" }).click();
  await page.getByRole("button", { name: "Renew token" }).click();
  await expect(page.getByText("Token “My shop” renewed")).toBeVisible();
});

test("tells a reseller of another level what the API level costs, and leads to it", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  await signIn(await people.reseller({ level: "top_user" }));
  const offers = await listUpgradeOffers(stage.database.systemCtx);
  const version = offers.find(({ level }) => level === "api")?.version ?? 0;
  const offer = { level: "api", volume: "", reason: "for the test" } as const;
  await setUpgradeOffer(stage.database.systemCtx, { ...offer, open: "yes", price: "5,000", version });
  try {
    await page.goto("/settings/api");
    await expect(page.getByText("The API level costs ₦5,000 once.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Get API" }).click();
    await expect(page.getByRole("heading", { name: "Buy API" })).toBeVisible();
  } finally {
    const closed = { ...offer, open: "no", price: "", version: version + 1 } as const;
    await setUpgradeOffer(stage.database.systemCtx, closed);
  }
});

test("other levels read how to get one, what it can do, and may end what the operator made for them", {
  tag: "@prove",
}, async ({ page, people, signIn, stage }) => {
  const person = await signIn(await people.reseller({ level: "top_user" }));
  await page.goto("/settings/api");
  await expect(page.getByText("With the API level")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create token" })).toHaveCount(0);
  await page.getByRole("link", { name: "View API reference" }).click();
  await expect(page.getByRole("heading", { name: "Buy data" })).toBeVisible();
  await expectAccessible(page);

  await createToken(stage.database.systemCtx, { resellerId: person.id, name: "Their app" });
  await page.goto("/settings/api");
  await expect(page.getByText("Your account needs the API level")).toBeVisible();
  await expect(page.getByRole("button", { name: "Renew" })).toHaveCount(0);
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByText("Token revoked. No purchases were queued.")).toBeVisible();
  await expect(page.getByText("No tokens yet.", { exact: true })).toBeVisible();
});

/** Reads the secret that the page shows once. */
const readSecret = async (page: Page) => (await page.getByText(/^kiosk_live_/).textContent()) ?? "";

/** Calls the API with a token. */
const callTokenApi = (page: Page, token: string) =>
  page.request.get("/api/balance", { headers: { Authorization: `Bearer ${token}` } });
