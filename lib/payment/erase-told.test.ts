import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLedger } from "#lib/ledger/check";
import { type Scene, scene } from "#lib/testing/scene";
import { eraseOldTold, eraseToldOf } from "./erase-told.ts";
import { takeNotice } from "./notice-route.ts";
import { startFunding } from "./start-funding.ts";
import { startTestProvider, type TestProvider } from "./testing/test-provider.ts";
import { verifyPayment } from "./verify-payment.ts";

let at: Scene;
let provider: TestProvider;
let made = 0;

beforeAll(async () => {
  [at, provider] = await Promise.all([scene(), startTestProvider()]);
});
afterAll(async () => {
  await provider.close();
  await at.close();
});

/** A payment that was confirmed, with a notice of it that names its payer. */
async function paid(payer: string) {
  made += 1;
  const { ctx } = await at.reseller("affiliate", 0n);
  const input = { ref: `r${made}`, amount: 500_000n, provider: "paystack" as const };
  const { reference } = await startFunding(ctx, input, provider.using);
  const money = { transaction: `t${made}`, reference, amount: 500_000n, fee: 7_500n, currency: "NGN" };
  const raw = JSON.stringify({ customer: payer, card: "4242" });
  provider.says(reference, { state: "paid", paidAt: new Date(), raw, ...money });
  const { raw: body, headers } = provider.notice({ reference, id: payer });
  const request = new Request("http://x/", { method: "POST", body: Buffer.from(body), headers });
  expect((await takeNotice(request, "paystack", provider.using)).status).toBe(200);
  await verifyPayment(at.system, "paystack", { reference }, provider.using);
  return { reference, email: ctx.actor.kind === "reseller" ? ctx.actor.email : "", body, headers };
}

/** What is left of what was told of a payment: of the notice, its headers, and the answer. */
async function toldOf(reference: string) {
  const [row] = await at.system.db.execute<{ body: string; headers: object; raw: string }>(sql`
    select encode(n.body, 'escape') as body, n.headers, t.raw from payment_notices n
    join provider_transactions t using (reference) where n.reference = ${reference}`);
  return row;
}
const GONE = { body: "", headers: {}, raw: "" };
const booksHold = async () => expect((await checkLedger(at.system)).findings).toEqual([]);

test("what providers told is erased after its days, and the money stays as it was", async () => {
  const [old, fresh] = [await paid("ada@payer.example"), await paid("bola@payer.example")];
  const age = (table: ReturnType<typeof sql>, column: ReturnType<typeof sql>) =>
    at.system.db.execute(
      sql`update ${table} set ${column} = now() - interval '181 days' where reference = ${old.reference}`,
    );
  await age(sql`payment_notices`, sql`received_at`);
  await age(sql`provider_transactions`, sql`seen_at`);
  expect(await eraseOldTold(at.system)).toBe(2);
  expect(await toldOf(old.reference)).toEqual(GONE);
  expect(await toldOf(fresh.reference)).toMatchObject({ raw: expect.stringContaining("bola@payer.example") });
  expect(await eraseOldTold(at.system)).toBe(0);
  await booksHold();

  // The same notice again is still known.
  const request = new Request("http://x/", {
    method: "POST",
    body: Buffer.from(old.body),
    headers: old.headers,
  });
  expect((await takeNotice(request, "paystack", provider.using)).status).toBe(200);
  expect(await toldOf(old.reference)).toEqual(GONE);
});

test("what was told of a person is erased: of a payer by name, of a reseller by their payments", async () => {
  const admin = await at.admin();
  const [one, two, other] = [
    await paid("chi@payer.example"),
    await paid("dayo@payer.example"),
    await paid("x@x.example"),
  ];
  expect(await eraseToldOf(admin, { email: "CHI@payer.example", reason: "she asked" })).toBe(2);
  expect(await toldOf(one.reference)).toEqual(GONE);
  expect(await eraseToldOf(admin, { email: two.email, reason: "asked" })).toBe(2);
  expect(await toldOf(two.reference)).toEqual(GONE);
  expect(await eraseToldOf(admin, { email: "nobody@payer.example", reason: "asked" })).toBe(0);
  expect(await toldOf(other.reference)).not.toEqual(GONE);
  await booksHold();
});

test("what was told can be erased, and not be changed", async () => {
  const { reference } = await paid("eze@payer.example");
  const change = sql`update provider_transactions set raw = 'other words' where reference = ${reference}`;
  await expect(at.system.db.execute(change)).rejects.toMatchObject({ cause: { code: "23001" } });
});
