import { sql } from "drizzle-orm";
import { createToken } from "#lib/account/token/create-token";
import { expect, test } from "./fixtures.ts";
import { findTestPlan, nextTestPhone, testResellerCtx } from "./test-purchases.ts";

test.use({ server: "plain next" });

test("signs in and buys through pages and API where only `next start` serves them", async ({
  page,
  people,
  stage,
}) => {
  const person = await people.reseller({ level: "api" });
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/home$/);

  const ctx = testResellerCtx(stage, person);
  const plan = await findTestPlan(stage, ctx);
  await page.goto(`/buy?${new URLSearchParams({ plan: String(plan.id), phone: nextTestPhone() })}`);
  await page.getByRole("button", { name: /^Send / }).click();
  await expect(page).toHaveURL(/\/purchases\/DT\w+$/);
  await expect(page.getByRole("heading", { name: "Delivered" })).toBeVisible();

  const { db, systemCtx } = stage.database;
  const { token } = await createToken(systemCtx, { resellerId: person.id, name: "Program" });
  const bought = await fetch(`${stage.member.url}/api/data/order-1`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      "X-Forwarded-For": "198.51.100.1, 203.0.113.7",
      "X-Peer-Address": "192.0.2.1",
      "X-Sent-Url": "/api/data/order-2",
    },
    body: JSON.stringify({ plan: plan.id, network: plan.networkId, mobile_number: nextTestPhone() }),
  });
  expect([bought.status, (await bought.json()).data?.Status]).toEqual([200, "successful"]);
  expect(bought.headers.get("x-ref")).toBe("order-1");
  const logged = () =>
    db.execute(sql`select ref, address, request_id from api_requests where reseller_id = ${person.id}`);
  await expect
    .poll(logged)
    .toEqual([{ ref: "order-1", address: "203.0.113.7", request_id: bought.headers.get("x-request-id") }]);
});
