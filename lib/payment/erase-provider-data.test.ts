import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openPaymentScene } from "#lib/payment/testing/open-payment-scene";
import { eraseOldProviderData, eraseProviderDataOf } from "./erase-provider-data.ts";
import { startFunding } from "./start-funding.ts";
import { syncPayment } from "./sync-payment.ts";
import { handleProviderWebhook } from "./webhook/provider-webhook-route.ts";

const { at, provider, admin, booksHold } = await openPaymentScene();
let made = 0;

/** A payment that was confirmed, with a webhook of it that names its payer. */
async function paid(payer: string) {
  made += 1;
  const { ctx } = await at.reseller("affiliate", 0n);
  const input = { ref: `r${made}`, amount: 500_000n, provider: "paystack" as const };
  const { reference } = await startFunding(ctx, input, provider.providers);
  const money = { transaction: `t${made}`, reference, amount: 500_000n, fee: 7_500n, currency: "NGN" };
  const raw = JSON.stringify({ customer: payer, card: "4242" });
  provider.setPayment(reference, { state: "paid", paidAt: new Date(), raw, ...money });
  const { raw: body, headers } = provider.webhook({ reference, id: payer });
  const request = new Request("http://x/", { method: "POST", body: Buffer.from(body), headers });
  expect((await handleProviderWebhook(request, "paystack", provider.providers)).status).toBe(200);
  await syncPayment(at.system, "paystack", { reference }, provider.providers);
  return { reference, email: ctx.actor.kind === "reseller" ? ctx.actor.email : "", body, headers };
}

/** The data that is left of a payment: of the webhook, its headers, and the provider's response. */
async function toldOf(reference: string) {
  const [row] = await at.system.db.execute<{ body: string; headers: object; raw: string }>(sql`
    select encode(n.body, 'escape') as body, n.headers, t.raw from provider_webhooks n
    join provider_transactions t using (reference) where n.reference = ${reference}`);
  return row;
}
const GONE = { body: "", headers: {}, raw: "" };

test("erases old provider data and keeps the money", async () => {
  const [old, fresh] = [await paid("ada@payer.example"), await paid("bola@payer.example")];
  const age = (table: ReturnType<typeof sql>, column: ReturnType<typeof sql>) =>
    at.system.db.execute(
      sql`update ${table} set ${column} = now() - interval '181 days' where reference = ${old.reference}`,
    );
  await age(sql`provider_webhooks`, sql`received_at`);
  await age(sql`provider_transactions`, sql`seen_at`);
  expect(await eraseOldProviderData(at.system)).toBe(2);
  expect(await toldOf(old.reference)).toEqual(GONE);
  expect(await toldOf(fresh.reference)).toMatchObject({ raw: expect.stringContaining("bola@payer.example") });
  expect(await eraseOldProviderData(at.system)).toBe(0);
  await booksHold();

  // The same webhook again is still known.
  const request = new Request("http://x/", {
    method: "POST",
    body: Buffer.from(old.body),
    headers: old.headers,
  });
  expect((await handleProviderWebhook(request, "paystack", provider.providers)).status).toBe(200);
  expect(await toldOf(old.reference)).toEqual(GONE);
});

test("erases a person's provider data: a payer's by name, a reseller's by their payments", async () => {
  const [one, two, other] = [
    await paid("chi@payer.example"),
    await paid("dayo@payer.example"),
    await paid("x@x.example"),
  ];
  expect(await eraseProviderDataOf(admin, { email: "CHI@payer.example", reason: "she asked" })).toBe(2);
  expect(await toldOf(one.reference)).toEqual(GONE);
  expect(await eraseProviderDataOf(admin, { email: two.email, reason: "requested" })).toBe(2);
  expect(await toldOf(two.reference)).toEqual(GONE);
  expect(await eraseProviderDataOf(admin, { email: "nobody@payer.example", reason: "requested" })).toBe(0);
  expect(await toldOf(other.reference)).not.toEqual(GONE);
  await booksHold();
});

test("allows provider data to be erased, but not changed", async () => {
  const { reference } = await paid("eze@payer.example");
  const change = sql`update provider_transactions set raw = 'other words' where reference = ${reference}`;
  await expect(at.system.db.execute(change)).rejects.toMatchObject({ cause: { code: "23001" } });
});
