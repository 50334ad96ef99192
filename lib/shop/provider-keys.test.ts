import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { eraseOldProviderData } from "#lib/payment/erase-provider-data";
import {
  eraseRemovedKeys,
  listProviderKeys,
  removeProviderKeys,
  setProviderKeys,
} from "#lib/payment/keys/provider-keys";
import { listResellerProviders } from "#lib/payment/keys/reseller-providers";
import { recheckPayment } from "#lib/payment/recheck-payment";
import { startFunding } from "#lib/payment/start-funding";
import {
  listUnmatchedPayments,
  refundUnmatched,
  resolveUnmatched,
} from "#lib/payment/suspense/unmatched-payments";
import { syncPayment } from "#lib/payment/sync-payment";
import { toWebhookRequest } from "#lib/payment/testing/open-provider-scene";
import { runPaymentLanes } from "#lib/payment/testing/run-payment-lanes";
import {
  handleProviderWebhook,
  handleResellerProviderWebhook,
} from "#lib/payment/webhook/provider-webhook-route";
import { advanceUnconfirmed } from "#lib/purchase/advance/advance-unconfirmed";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { openOnlineOrders } from "#lib/shop/testing/online-orders";
import { placeTestOrder } from "#lib/shop/testing/test-shop";
import { NEXT_SHOP_KEY, SANDBOX_KEYS, SHOP_KEY } from "#sandbox/payments/keys";

const {
  at,
  bank,
  inbox,
  run,
  row,
  booksHold,
  begin,
  pay,
  look,
  walletOf,
  orderOf,
  soon,
  follow,
  sent,
  openShop,
} = await openOnlineOrders();

/** Creates a shop with its own Paystack key, and an order whose payment was started. */
async function begun(phone = "08037654321") {
  const { owner, slug } = await openShop(10_000_000n);
  await setProviderKeys(owner.ctx, { provider: "paystack", secretKey: SHOP_KEY });
  const of = { slug, code: await placeTestOrder(at.system, slug, { phone }) };
  const reference = await begin(of);
  return { owner, of, price: (await orderOf(of)).price, reference };
}
type Begun = Awaited<ReturnType<typeof begun>>;

/** Returns the shop's webhook address, and the received webhooks as requests. */
async function webhooksOf({ owner }: Pick<Begun, "owner">) {
  await bank.control.waitForLog((log) =>
    log.some((entry) => entry.what === "webhook" && entry.status === 200),
  );
  const webhooks = (await listProviderKeys(owner.ctx))[0]?.set?.webhooks ?? "";
  const webhook = inbox.got.at(-1);
  const request = () => toWebhookRequest(webhook);
  return { webhooks, address: webhooks.split("/").at(-1) ?? "", request, path: webhook?.path };
}

test("verifies keys with the provider, seals them, and shows only their last four characters", async () => {
  const owner = await at.reseller();
  const wrong = setProviderKeys(owner.ctx, {
    provider: "paystack",
    secretKey: "sk_test_nobody_has_this_one",
  });
  await expect(wrong).rejects.toMatchObject({ code: "invalid", fields: { secretKey: [expect.any(String)] } });
  await bank.control.do("order", { fault: "server-error", provider: "paystack", route: "verify" });
  const silent = setProviderKeys(owner.ctx, { provider: "paystack", secretKey: SHOP_KEY });
  await expect(silent).rejects.toMatchObject({ code: "unavailable" });
  expect(
    await row(sql`select count(*)::int as n from provider_keys where reseller_id = ${owner.id}`),
  ).toEqual({ n: 0 });
  await setProviderKeys(owner.ctx, { provider: "paystack", secretKey: SHOP_KEY });
  await setProviderKeys(owner.ctx, {
    provider: "monnify",
    apiKey: SANDBOX_KEYS.MONNIFY_API_KEY,
    secretKey: SANDBOX_KEYS.MONNIFY_SECRET_KEY,
    contractCode: SANDBOX_KEYS.MONNIFY_CONTRACT_CODE,
  });
  await setProviderKeys(owner.ctx, {
    provider: "flutterwave",
    clientId: SANDBOX_KEYS.FLUTTERWAVE_CLIENT_ID,
    clientSecret: SANDBOX_KEYS.FLUTTERWAVE_CLIENT_SECRET,
    webhookSecret: SANDBOX_KEYS.FLUTTERWAVE_WEBHOOK_SECRET,
  });
  const view = await listProviderKeys(owner.ctx);
  expect(view.map(({ set }) => set?.hint)).toEqual(
    [SHOP_KEY, SANDBOX_KEYS.MONNIFY_SECRET_KEY, SANDBOX_KEYS.FLUTTERWAVE_CLIENT_SECRET].map((key) =>
      key.slice(-4),
    ),
  );
  const everything = JSON.stringify([
    view,
    await run(sql`select * from provider_keys`),
    await run(sql`select * from audit where subject = 'keys'`),
  ]);
  for (const secret of [SHOP_KEY, SANDBOX_KEYS.MONNIFY_SECRET_KEY, SANDBOX_KEYS.FLUTTERWAVE_CLIENT_SECRET])
    expect(everything).not.toContain(secret);
  const [first] = view;
  await setProviderKeys(owner.ctx, { provider: "paystack", secretKey: SANDBOX_KEYS.PAYSTACK_SECRET_KEY });
  expect((await listProviderKeys(owner.ctx))[0]?.set).toMatchObject({
    hint: SANDBOX_KEYS.PAYSTACK_SECRET_KEY.slice(-4),
    webhooks: first?.set?.webhooks,
  });
});

test("delivers an order paid with provider keys from the wallet, and records no money in the ledger", async () => {
  const it = await begun();
  expect(await orderOf(it.of)).toMatchObject({
    payOnline: [{ label: "Paystack" }],
    online: { own: true, state: "started" },
  });
  await pay(it.reference);
  const { address, request, path, webhooks } = await webhooksOf(it);
  expect([path, webhooks]).toEqual([
    "/api/payments/shop",
    expect.stringMatching(/\/api\/payments\/paystack\/webhook\/[0-9a-f]{20}$/),
  ]);
  const answers = await Promise.all([
    handleResellerProviderWebhook(request(), "paystack", address),
    handleResellerProviderWebhook(request(), "paystack", address),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const before = await walletOf(it.owner.ctx);
  await Promise.all([runPaymentLanes(at.system), look(it.of), runPaymentLanes(at.system)]);
  expect(await orderOf(it.of)).toMatchObject({ payment: "received", online: { state: "paid", own: true } });
  expect(await walletOf(it.owner.ctx)).toBe(before);
  await Promise.all([soon(), soon()]);
  expect(await sent(it)).toBe("successful");
  expect(
    await row(
      sql`select count(*)::int as n, min(price)::int as price from purchases where reseller_id = ${it.owner.id}`,
    ),
  ).toEqual({
    n: 1,
    price: Number(before - (await walletOf(it.owner.ctx))),
  });
  expect(
    await row(
      sql`select count(*)::int as n from journals where kind = 'payment' and reseller_id = ${it.owner.id}`,
    ),
  ).toEqual({ n: 0 });
  expect(
    await row(
      sql`select count(*)::int as n from operator_entries h join provider_transactions t on t.id = h.transaction_id where t.reference = ${it.reference}`,
    ),
  ).toEqual({ n: 0 });
  await booksHold();
});

test("accepts a webhook only with that reseller's secret at that reseller's address, and only delays when one is lost", async () => {
  const it = await begun();
  await pay(it.reference);
  const { address, request } = await webhooksOf(it);
  const statuses = [
    await handleProviderWebhook(request(), "paystack"),
    await handleResellerProviderWebhook(request(), "paystack", "0".repeat(20)),
    await handleResellerProviderWebhook(request(), "paystack", "../../x"),
    await handleResellerProviderWebhook(
      new Request("http://x/", { method: "POST", body: "{}" }),
      "paystack",
      address,
    ),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 404, 404, 401]);
  // It isn't the operator's payment either: an admin can't recheck it.
  const asks = recheckPayment(await at.admin(), { reference: it.reference });
  await expect(asks).rejects.toMatchObject({ code: "not_found" });
  await run(sql`update payments set next_check_at = now() where reference = ${it.reference}`);
  await runPaymentLanes(at.system);
  expect(await orderOf(it.of)).toMatchObject({ payment: "received" });
});

test("limits a reseller's webhook address: size, webhooks a minute, and stored bytes", async () => {
  const [it, other] = [await begun(), await begun()];
  const addressOf = async ({ owner }: Begun) =>
    (await listProviderKeys(owner.ctx))[0]?.set?.webhooks.split("/").at(-1) ?? "";
  const addresses = [await addressOf(it), await addressOf(other)];
  let n = 0;
  const send = (size: number, { reference } = it, address = addresses[0]) => {
    n += 1;
    const data = { reference, id: n, metadata: "x".repeat(size) };
    const body = JSON.stringify({ event: "charge.success", data });
    const headers = {
      "x-paystack-signature": createHmac("sha512", SHOP_KEY).update(body).digest("hex"),
    };
    return handleResellerProviderWebhook(
      new Request("http://x/", { method: "POST", body, headers }),
      "paystack",
      address ?? "",
    );
  };
  const storedWebhooks = () =>
    row(sql`select count(*)::int as n, coalesce(sum(octet_length(body)), 0)::int as bytes from provider_webhooks
      where keys_id in (select id from provider_keys where address = ${addresses[0]})`);
  const minuteLater = () =>
    run(sql`update provider_keys set webhook_count_until = now() where address = ${addresses[0]}`);

  expect((await send(65_536)).status).toBe(413);
  expect(await storedWebhooks()).toEqual({ n: 0, bytes: 0 });
  // Of sixty a minute, all but two came.
  await run(sql`update provider_keys set webhooks = 58, webhook_count_until = now() + interval '1 minute'
    where address = ${addresses[0]}`);
  const burst = await Promise.all(Array.from({ length: 5 }, () => send(2_000)));
  expect(burst.filter(({ status }) => status === 200)).toHaveLength(2);
  const rejected = burst.find(({ status }) => status !== 200);
  expect(rejected?.status).toBe(429);
  expect(Number(rejected?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await storedWebhooks()).toMatchObject({ n: 2 });
  expect((await send(2_000, other, addresses[1])).status).toBe(200);

  // The stored ones fill twenty megabytes but for one.
  await run(sql`update provider_webhooks set body = convert_to(repeat('x', 9998000), 'UTF8')
    where keys_id in (select id from provider_keys where address = ${addresses[0]})`);
  await minuteLater();
  expect((await send(2_000)).status).toBe(200);
  expect((await send(2_000)).status).toBe(429);
  await run(sql`update provider_webhooks set received_at = now() - interval '73 hours'
    where keys_id in (select id from provider_keys where address = ${addresses[0]})`);
  await eraseOldProviderData(at.system);
  expect(await storedWebhooks()).toEqual({ n: 0, bytes: 0 });
  expect((await send(2_000)).status).toBe(200);
});

const unguarded = async (change: ReturnType<typeof sql>) => {
  await run(sql`alter table provider_keys disable trigger provider_keys_update_check`);
  await run(change);
  await run(sql`alter table provider_keys enable trigger provider_keys_update_check`);
};
const keyRows = ({ owner }: Begun) =>
  run(sql`
    select removed_at is null as used, previous_sealed is not null as before from provider_keys
    where reseller_id = ${owner.id} order by id`);

test("follows open payments with a new key of the same account, and accepts the previous key's signatures for some days", async () => {
  const it = await begun();
  await bank.control.do("order", { fault: "late", provider: "paystack" });
  await pay(it.reference);
  await bank.control.do("settings", { shopKey: NEXT_SHOP_KEY });
  await setProviderKeys(it.owner.ctx, { provider: "paystack", secretKey: NEXT_SHOP_KEY });
  expect(await keyRows(it)).toEqual([{ used: true, before: true }]);
  expect((await listProviderKeys(it.owner.ctx))[0]?.set).toMatchObject({
    hint: NEXT_SHOP_KEY.slice(-4),
    previousValidUntil: expect.any(Date),
  });
  await setProviderKeys(it.owner.ctx, { provider: "paystack", secretKey: NEXT_SHOP_KEY });
  // The webhook was signed before the change, and arrives after it.
  await bank.control.do("release", {});
  const { address, request } = await webhooksOf(it);
  expect((await handleResellerProviderWebhook(request(), "paystack", address)).status).toBe(200);
  await runPaymentLanes(at.system);
  expect(await orderOf(it.of)).toMatchObject({ payment: "received", online: { state: "paid", own: true } });
  await eraseRemovedKeys(at.system);
  expect(await keyRows(it)).toEqual([{ used: true, before: true }]);

  await unguarded(
    sql`update provider_keys set previous_valid_until = now() where reseller_id = ${it.owner.id}`,
  );
  expect((await handleResellerProviderWebhook(request(), "paystack", address)).status).toBe(401);
  expect((await listProviderKeys(it.owner.ctx))[0]?.set?.previousValidUntil).toBeNull();
  await eraseRemovedKeys(at.system);
  expect(await keyRows(it)).toEqual([{ used: true, before: false }]);
});

test("starts afresh with keys of another account, and accepts the previous keys' signatures for their own payments only", async () => {
  const it = await begun();
  await setProviderKeys(it.owner.ctx, { provider: "paystack", secretKey: SANDBOX_KEYS.PAYSTACK_SECRET_KEY });
  expect(await keyRows(it)).toEqual([
    { used: false, before: false },
    { used: true, before: false },
  ]);
  // Another order uses the new keys; a holder of the old ones reports it as paid.
  const { slug } = it.of;
  const code = await placeTestOrder(at.system, slug, { phone: "08037654322" });
  const reference = await begin({ slug, code });
  const forged = JSON.stringify({ event: "charge.success", data: { reference } });
  const signature = createHmac("sha512", SHOP_KEY).update(forged).digest("hex");
  const headers = new Headers({ "x-paystack-signature": signature });
  const tells = toWebhookRequest({ raw: Buffer.from(forged), headers });
  const address = (await listProviderKeys(it.owner.ctx))[0]?.set?.webhooks.split("/").at(-1) ?? "";
  expect((await handleResellerProviderWebhook(tells, "paystack", address)).status).toBe(200);
  expect(
    await row(sql`select count(*)::int as n from provider_webhooks where reference = ${reference}`),
  ).toEqual({ n: 0 });
  // The old keys follow payments that they started.
  await pay(it.reference);
  const { request } = await webhooksOf(it);
  expect((await handleResellerProviderWebhook(request(), "paystack", address)).status).toBe(200);
  await runPaymentLanes(at.system);
  expect(await orderOf(it.of)).toMatchObject({ payment: "received" });
});

test("recognises the same account also by the name beside a secret", async () => {
  const owner = await at.reseller();
  const set = (webhookSecret: string) =>
    setProviderKeys(owner.ctx, {
      provider: "flutterwave",
      clientId: SANDBOX_KEYS.FLUTTERWAVE_CLIENT_ID,
      webhookSecret,
      clientSecret: SANDBOX_KEYS.FLUTTERWAVE_CLIENT_SECRET,
    });
  await set(SANDBOX_KEYS.FLUTTERWAVE_WEBHOOK_SECRET);
  await set("another-secret-hash");
  const body = JSON.stringify({ webhook_id: "w", type: "charge.completed", data: { reference: "x" } });
  const tells = (secret: string) =>
    new Request("http://x/", {
      method: "POST",
      body,
      headers: { "flutterwave-signature": createHmac("sha256", secret).update(body).digest("base64") },
    });
  const address = (await listProviderKeys(owner.ctx))[2]?.set?.webhooks.split("/").at(-1) ?? "";
  const statuses = [
    SANDBOX_KEYS.FLUTTERWAVE_WEBHOOK_SECRET,
    "another-secret-hash",
    "a-third-secret-hash",
  ].map(
    async (secret) => (await handleResellerProviderWebhook(tells(secret), "flutterwave", address)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 401]);
});

test("ignores reports of a reseller's own account on a payment to the operator", async () => {
  const it = await begun();
  const input = { ref: "mine", amount: "5,000", provider: "paystack" as const };
  const { reference } = await startFunding(it.owner.ctx, input);
  // The reseller starts a payment with the operator's reference at their own account, and pays it there.
  await bank.control.do("reset", {});
  await fetch(`${bank.base("paystack")}/transaction/initialize`, {
    method: "POST",
    headers: { authorization: `Bearer ${SHOP_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({
      email: "a@example.com",
      amount: "500000",
      reference,
      callback_url: "http://127.0.0.1/",
    }),
  });
  await pay(reference);
  const { address, request } = await webhooksOf(it);
  expect((await handleResellerProviderWebhook(request(), "paystack", address)).status).toBe(200);
  const [own] = await listResellerProviders(at.system, it.owner.id);
  await syncPayment(at.system, "paystack", { reference }, own?.providers, own?.keysId);
  await run(sql`update payments set next_check_at = now() where reference = ${reference}`);
  await runPaymentLanes(at.system);
  expect(
    await row(sql`select count(*)::int as n from provider_transactions where reference = ${reference}`),
  ).toEqual({ n: 0 });
  expect(
    await row(sql`select count(*)::int as n from provider_webhooks where reference = ${reference}`),
  ).toEqual({ n: 0 });
  expect(await walletOf(it.owner.ctx)).toBe(10_000_000n);
  const forged = run(sql`
    insert into provider_transactions (provider, transaction, payment_id, reference, gross, fee, currency, paid_at, raw, state, keys_id)
    select 'paystack', 'forged', p.id, p.reference, p.amount, 0, p.currency, now(), '{}', 'direct', (select max(id) from provider_keys)
    from payments p where p.reference = ${reference}`);
  await expect(forged).rejects.toMatchObject({ cause: { constraint_name: "payments_exact" } });
});

test("refunds a final failure from the reseller's own account, and leaves a failed refund to the reseller", async () => {
  await at.sandbox.order("fail", { phone: "08037000011", times: 2 });
  const [good, bad] = [await begun("08037000011"), await begun("08037000011")];
  for (const it of [good, bad]) {
    await pay(it.reference);
    await look(it.of);
    await soon();
    expect(await sent(it)).toBe("failed");
  }
  const before = await walletOf(good.owner.ctx);
  await soon();
  await bank.control.do("order", { fault: "refund-done", provider: "paystack" });
  await bank.control.do("order", { fault: "refund-failed", provider: "paystack" });
  await follow();
  await follow();
  const states = [await orderOf(good.of), await orderOf(bad.of)].map(({ online }) => online?.refund?.state);
  expect(states.toSorted()).toEqual(["attention", "done"]);
  expect(await walletOf(good.owner.ctx)).toBe(before);
  expect((await bank.control.refunds()).map(({ amount }) => amount)).toEqual([good.price, bad.price]);
  const stuck = states[0] === "attention" ? good : bad;
  const [money] = await listUnmatchedPayments(stuck.owner.ctx);
  expect(money).toMatchObject({
    suspenseReason: "undelivered",
    rejection: expect.stringContaining("Paystack"),
  });
  await refundUnmatched(stuck.owner.ctx, { id: money?.id ?? 0 });
  await bank.control.do("order", { fault: "refund-done", provider: "paystack" });
  await follow();
  await follow();
  expect((await orderOf(stuck.of)).online?.refund?.state).toBe("done");
  await booksHold();
});

test("refunds a failure that was credited to the reseller while it was unconfirmed", async () => {
  const it = await begun();
  await pay(it.reference);
  await look(it.of);
  await soon();
  const [{ id = 0 } = {}] = await run(sql`
    select p.id::int from purchases p where reseller_id = ${it.owner.id}`);
  await run(sql`update settings set value = '{"enabled": true}' where name = 'advances'`);
  await run(sql`update purchases set state = 'sending' where id = ${id}`);
  await run(sql`
    insert into attempts (supplier_id, purchase_id, worker, claimed_at, answered_at, result, cost)
    select 1, id, 'test', now() - interval '25 hours', now(), 'unconfirmed', cost
    from purchases where id = ${id}`);
  await run(sql`update purchases set state = 'unconfirmed' where id = ${id}`);
  expect(await advanceUnconfirmed(at.system)).toBe(1);
  await run(sql`update settings set value = '{"enabled": false}' where name = 'advances'`);
  const was = await settlePurchase(at.system, {
    ...{ purchaseId: Number(id), from: ["unconfirmed"], to: "failed", by: "chain", outcome: null },
  });
  expect(was).toBe("unconfirmed");
  expect(await orderOf(it.of)).toMatchObject({ payment: "refunded" });
  expect(await walletOf(it.owner.ctx)).toBe(10_000_000n);
  await booksHold();
  await follow();
  expect(await bank.control.refunds()).toMatchObject([{ amount: it.price }]);
});

test("shows an unmatched payment to its reseller, who refunds or resolves it once", async () => {
  const it = await begun();
  await pay(it.reference, { amount: 5_000n });
  await look(it.of);
  expect(await orderOf(it.of)).toMatchObject({ payment: "awaiting", online: { state: "review" } });
  const [money] = await listUnmatchedPayments(it.owner.ctx);
  expect(money).toMatchObject({ suspenseReason: "under_paid", paid: expect.stringContaining("₦50") });
  const id = money?.id ?? 0;
  const stranger = await at.reseller();
  await expect(refundUnmatched(stranger.ctx, { id })).rejects.toMatchObject({ code: "not_found" });
  await expect(resolveUnmatched(stranger.ctx, { id, reason: "mine now" })).rejects.toMatchObject({
    code: "not_found",
  });
  const tries = await Promise.allSettled([
    refundUnmatched(it.owner.ctx, { id }),
    refundUnmatched(it.owner.ctx, { id }),
    resolveUnmatched(it.owner.ctx, { id, reason: "gave it back in cash" }),
  ]);
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await listUnmatchedPayments(it.owner.ctx)).toEqual([]);
  await booksHold();
});

test("starts no payments with removed keys, follows open ones to their end, and then deletes the keys", async () => {
  const it = await begun();
  await removeProviderKeys(it.owner.ctx, { provider: "paystack" });
  expect((await orderOf(it.of)).payOnline).toEqual([]);
  const sealed = () =>
    row(sql`select sealed is not null as kept from provider_keys where reseller_id = ${it.owner.id}`);
  await eraseRemovedKeys(at.system);
  expect(await sealed()).toEqual({ kept: true });
  await pay(it.reference);
  await look(it.of);
  expect(await orderOf(it.of)).toMatchObject({ payment: "received" });
  await soon();
  expect(await sent(it)).toBe("successful");
  await soon();
  await eraseRemovedKeys(at.system);
  expect(await sealed()).toEqual({ kept: false });
});

const areSealed = async ({ owner }: Pick<Begun, "owner">) =>
  (await row(sql`select sealed is not null as kept from provider_keys where reseller_id = ${owner.id}`))
    ?.kept;

test("keeps removed keys while they may still refund a payment", async () => {
  const it = await begun();
  await pay(it.reference, { amount: 5_000n });
  await look(it.of);
  await removeProviderKeys(it.owner.ctx, { provider: "paystack" });
  await run(sql`update payments set next_check_at = null where reference = ${it.reference}`);
  await eraseRemovedKeys(at.system);
  expect(await areSealed(it)).toBe(true);
  const [money] = await listUnmatchedPayments(it.owner.ctx);
  await refundUnmatched(it.owner.ctx, { id: money?.id ?? 0 });
  await bank.control.do("order", { fault: "refund-done", provider: "paystack" });
  await follow();
  await follow();
  expect(await bank.control.refunds()).toMatchObject([{ amount: 5_000n, state: "done" }]);
  await eraseRemovedKeys(at.system);
  expect(await areSealed(it)).toBe(false);
});

test("fails a refund requested after its keys were deleted, and lets the reseller resolve it", async () => {
  const it = await begun();
  await pay(it.reference, { amount: 5_000n });
  await look(it.of);
  await removeProviderKeys(it.owner.ctx, { provider: "paystack" });
  await run(sql`update provider_keys set sealed = null where reseller_id = ${it.owner.id}`);
  const [money] = await listUnmatchedPayments(it.owner.ctx);
  const id = money?.id ?? 0;
  await refundUnmatched(it.owner.ctx, { id });
  await follow();
  const [left] = await listUnmatchedPayments(it.owner.ctx);
  expect(left).toMatchObject({ id, rejection: expect.stringContaining("keys of this account were removed") });
  await resolveUnmatched(it.owner.ctx, { id, reason: "sent back from our account" });
  expect(await listUnmatchedPayments(it.owner.ctx)).toEqual([]);
  expect(await bank.control.refunds()).toEqual([]);
  await booksHold();
});
