import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTransaction } from "#db/client";
import { checkLedger } from "#lib/ledger/check-ledger";
import { recordChargeback, recordChargebackWon } from "#lib/payment/dispute/record-chargeback";
import { paymentSettings } from "#lib/payment/payment-settings";
import { openProviderScene } from "#lib/payment/testing/open-provider-scene";
import { recordProviderTransaction } from "#lib/payment/transaction/record-provider-transaction";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { createVisitor, openTestShop, placeTestOrder } from "#lib/shop/testing/test-shop";
import { storeSettings } from "#lib/testing/store-settings";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { deliverOrder } from "./deliver-order.ts";
import { findOrder } from "./find-order.ts";
import { fulfilOrder } from "./fulfil-paid-orders.ts";
import { lockSeller } from "./lock-seller.ts";
import { payOrder } from "./pay-order.ts";
import { refundOrder } from "./refund-order.ts";

const { at } = await openProviderScene();
await storeSettings(at.system.db, paymentSettings, { collect: true });
let made = 0;

const visitor = createVisitor(at.system);

/** Creates an order that was paid online, bought, and is being sent. */
async function sending() {
  made += 1;
  const owner = await at.reseller("affiliate", 10_000_000n);
  await at.system.db.execute(sql`update resellers set collects = true where id = ${owner.id}`);
  const slug = `lock-${made}`;
  await openTestShop(owner.ctx, slug, "50");
  const code = await placeTestOrder(at.system, slug);
  await payOrder(visitor, { slug, code, provider: "paystack" });
  const [payment] = await at.system.db.execute<{ reference: string; id: string }>(sql`
    select p.reference, o.id from payments p join orders o on o.id = p.order_id where o.code = ${code}`);
  const { reference = "", id = 0 } = payment ?? {};
  const gross = (await findOrder(visitor, { slug, code })).price;
  const money = { transaction: `lock-${made}`, reference, gross, fee: 100n, currency: "NGN" };
  const received = () =>
    recordProviderTransaction(at.system, "paystack", { ...money, paidAt: new Date(), raw: "{}" });
  await received();
  await fulfilOrder(at.system, Number(id));
  const [bought] = await at.system.db.execute<{ id: string; price: bigint }>(sql`
    update purchases set state = 'sending' where id = (select purchase_id from orders where id = ${id})
    returning id, price`);
  if (!bought) throw new Error("nothing was bought");
  return { owner, code, id: Number(id), transaction: money.transaction, received, bought };
}
type Sending = Awaited<ReturnType<typeof sending>>;

const WORK: Record<string, (of: Sending) => Promise<unknown>> = {
  "its payment is verified again": ({ received }) => received(),
  "its payer's bank takes the money back": ({ transaction }) =>
    recordChargeback(at.system, "paystack", transaction),
  "its chargeback is won": ({ transaction }) => recordChargebackWon(at.system, "paystack", transaction),
  "its turn comes": ({ id }) => fulfilOrder(at.system, id),
  // By another form than the one that bought it, whose result needs no lock.
  "its reseller delivers it": ({ owner, code, bought }) =>
    deliverOrder(owner.ctx, { code, ref: randomUUID(), price: bought.price }).catch(() => {}),
  "its reseller refunds it": ({ owner, code }) =>
    refundOrder(owner.ctx, { code, reason: "" }).catch(() => {}),
};

test.each(Object.keys(WORK))("ends a purchase that fails while %s, without a deadlock", async (name) => {
  const it = await sending();
  if (name === "its chargeback is won") await recordChargeback(at.system, "paystack", it.transaction);
  let work: Promise<unknown> | undefined;
  await inTransaction(at.system, async (tx) => {
    // As `settle` begins: the wallet first.
    await tx.db.execute(sql`select from wallets where reseller_id = ${it.owner.id} for update`);
    work = WORK[name]?.(it);
    await waitForLocks(at.system, 1);
    await tx.db.execute(sql`select from orders where id = ${it.id} for update nowait`);
    const ended = {
      purchaseId: Number(it.bought.id),
      from: ["sending"],
      to: "failed",
      by: "answer",
      outcome: null,
    } as const;
    expect(await settlePurchase(tx, ended)).toBe("sending");
  });
  await work;
  expect((await checkLedger(at.system)).findings).toEqual([]);
});

test("starts another payment of an order while its wallet is locked for the first one", async () => {
  const owner = await at.reseller("affiliate", 10_000_000n);
  await at.system.db.execute(sql`update resellers set collects = true where id = ${owner.id}`);
  await openTestShop(owner.ctx, "lock-pay", "50");
  const code = await placeTestOrder(at.system, "lock-pay");
  await payOrder(visitor, { slug: "lock-pay", code, provider: "paystack" });
  await inTransaction(at.system, async (tx) => {
    await lockSeller(tx, owner.id);
    await payOrder(visitor, { slug: "lock-pay", code, provider: "flutterwave" });
  });
  const [row] = await at.system.db.execute(sql`
    select count(*)::int as started from payments where order_id = (select id from orders where code = ${code})`);
  expect(row).toEqual({ started: 2 });
});
