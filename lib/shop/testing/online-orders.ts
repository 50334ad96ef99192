import { type SQL, sql } from "drizzle-orm";
import { beforeEach } from "vitest";
import type { Ctx } from "#lib/core/context";
import { getWallet } from "#lib/ledger/wallet";
import { paymentSettings } from "#lib/payment/payment-settings";
import { openProviderScene } from "#lib/payment/testing/open-provider-scene";
import { findOrder } from "#lib/shop/order/find-order";
import { payOrder } from "#lib/shop/order/pay-order";
import { recheckOrderPayments } from "#lib/shop/order/recheck-order-payments";
import { storeSettings } from "#lib/testing/store-settings";
import { fulfilDueOrders } from "./fulfil-due-orders.ts";
import { createVisitor, openTestShop, placeTestOrder, settleByDispatcher } from "./test-shop.ts";

interface OrderName {
  slug: string;
  code: string;
}

/** Opens a scene with shops whose orders are paid at the providers' sandbox, which sends its webhooks to `inbox`. */
export async function openOnlineOrders() {
  const { at, bank, inbox, booksHold, follow } = await openProviderScene();
  const { db } = at.system;
  await storeSettings(db, paymentSettings, { collect: true });
  beforeEach(async () => {
    await bank.control.do("reset", {});
    await at.sandbox.clearFaults();
    inbox.got.length = 0;
  });

  let made = 0;
  const visitor = () => createVisitor(at.system);
  const run = (query: SQL) => db.execute(query);
  const row = async (query: SQL) => (await run(query))[0];
  const purchasesOf = ({ id }: { id: number }) =>
    db.execute<{ ident: string; state: string }>(
      sql`select ident, state from purchases where reseller_id = ${id} order by id`,
    );

  async function openShop(money = 0n) {
    made += 1;
    const owner = await at.reseller("affiliate", money);
    const slug = `paid-${made}`;
    await openTestShop(owner.ctx, slug, "50");
    return { owner, slug };
  }

  /** Creates a shop with operator collection and one order. */
  async function ordered({ money = 0n, phone = "08037654321" } = {}) {
    const { owner, slug } = await openShop(money);
    await run(sql`update resellers set collects = true where id = ${owner.id}`);
    const code = await placeTestOrder(at.system, slug, { phone });
    const of = { slug, code };
    const { price } = await findOrder(visitor(), of);
    return { owner, code, of, price };
  }

  /** Starts an order's payment. @returns our reference */
  async function begin(of: OrderName, provider: "paystack" | "flutterwave" = "paystack"): Promise<string> {
    await payOrder(visitor(), { ...of, provider });
    const payment = await row(sql`select p.reference from payments p join orders o on o.id = p.order_id
      where o.code = ${of.code} order by p.id desc limit 1`);
    return String(payment?.reference);
  }

  const pay = (
    reference: string,
    more: { amount?: bigint; currency?: string } = {},
    provider: "paystack" | "flutterwave" = "paystack",
  ) => bank.control.do("pay", { provider, reference, method: "card", ...more });

  const look = async (of: OrderName) => {
    await run(sql`update payments set looked_at = null`);
    await recheckOrderPayments(visitor(), of);
  };

  return {
    at,
    bank,
    inbox,
    visitor,
    run,
    row,
    purchasesOf,
    booksHold,
    follow,
    openShop,
    ordered,
    begin,
    pay,
    look,
    walletOf: async (ctx: Ctx) => (await getWallet(ctx)).wallet,
    orderOf: (of: OrderName) => findOrder(visitor(), of),
    moneyOf: (of: OrderName) =>
      db.execute<{ state: string; suspense_reason: string | null }>(sql`
        select t.state, t.suspense_reason from provider_transactions t join payments p on p.id = t.payment_id
          join orders o on o.id = p.order_id where o.code = ${of.code} order by t.id`),
    /** Creates an order whose payment was received. */
    async paid(input: Parameters<typeof ordered>[0] = {}) {
      const it = await ordered(input);
      const reference = await begin(it.of);
      await pay(reference);
      await look(it.of);
      return { ...it, reference };
    },
    /** Looks at every order that waits, without its wait. */
    async soon() {
      await run(sql`update orders set due_at = now() where due_at is not null`);
      await fulfilDueOrders(at.system);
    },
    /** Sends queued purchases until the shop's last one is settled. */
    async sent({ owner }: { owner: { id: number; ctx: Ctx } }): Promise<string> {
      const purchase = (await purchasesOf(owner)).at(-1);
      return (await settleByDispatcher(at.system, owner.ctx, purchase?.ident ?? "")).state;
    },
  };
}
