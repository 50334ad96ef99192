import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import {
  AUTOMATIC_PURCHASE_KINDS,
  releaseAutomaticPurchases,
} from "#lib/dispatch/release-automatic-purchases";
import type { ProviderDispute } from "#lib/payment/providers/provider";
import { endRefund } from "#lib/payment/refund/end-refund";
import { startFunding } from "#lib/payment/start-funding";
import { assignSuspense, recordManualRefund, refundSuspense } from "#lib/payment/suspense/resolve-suspense";
import { syncPayment } from "#lib/payment/sync-payment";
import { runPaymentLanes } from "#lib/payment/testing/run-payment-lanes";
import type { TestProvider } from "#lib/payment/testing/test-provider";
import { buildOrderRef } from "#lib/purchase/place/refs";
import { fulfilOrder } from "#lib/shop/order/fulfil-paid-orders";
import { refundOrder } from "#lib/shop/order/refund-order";
import { asReseller, type Scene } from "#lib/testing/scene";

type Action = (n: number) => Promise<boolean>;
type ProviderRefundAnswer = Parameters<TestProvider["refunds"]>[0];

interface PaymentActionContext {
  at: Scene;
  admin: Ctx;
  provider: TestProvider;
  /** Runs `work` on the n-th row of a query. @returns false when there is none. */
  to(found: SQL, n: number, work: (id: number) => Promise<unknown>): Promise<boolean>;
  /** Runs `work` as the n-th active reseller. */
  as(n: number, work: (ctx: Ctx, id: number) => Promise<unknown>): Promise<boolean>;
}

const reason = "a random one";
const REQUESTED_AMOUNT = 100_000n;

/** Builds the actions of payers, their banks, the provider and admins on online payments to wallets and orders. */
export function paymentActions({ at, admin, provider, to, as }: PaymentActionContext): {
  actions: Record<string, Action>;
  /** Lists transactions with refunds above the payment: none may exist, whatever was retried or failed. */
  overpaid(): string[];
} {
  const { db } = at.system;
  const disputes = new Map<string, ProviderDispute[]>();
  const paid = new Map<string, bigint>();
  let made = 0;

  /** Sets a transaction's state at the provider, and checks it twice at the same moment. */
  async function says(id: number, state: "paid" | "reversed"): Promise<void> {
    const [payment] = await db.execute<{ reference: string }>(
      sql`select reference from payments where id = ${id}`,
    );
    const reference = payment?.reference ?? "";
    const transaction = `t-${reference}`;
    const amount = paid.get(transaction) ?? REQUESTED_AMOUNT;
    const said = {
      state,
      transaction,
      reference,
      amount,
      fee: amount / 50n,
      currency: "NGN",
      paidAt: new Date(),
    };
    for (const name of [reference, transaction]) provider.setPayment(name, said);
    await Promise.all(
      [{ reference }, { transaction }].map((lookup) =>
        syncPayment(at.system, "paystack", lookup, provider.providers),
      ),
    );
  }
  const transactionOf = async (id: number) => {
    const [payment] = await db.execute<{ reference: string }>(
      sql`select reference from payments where id = ${id}`,
    );
    return `t-${payment?.reference}`;
  };
  /** Has the provider answer `state` for each refund, and follows all that are not ended. */
  async function follow(state: ProviderRefundAnswer): Promise<boolean> {
    provider.refunds(state);
    const due = await db.execute(
      sql`update payment_refunds set next_attempt_at = now() where next_attempt_at is not null returning id`,
    );
    await runPaymentLanes(at.system, provider.providers);
    return due.length > 0;
  }
  const seen = sql`select distinct payment_id as id from provider_transactions where payment_id is not null`;
  const seenWhere = (condition: SQL) => sql`${seen} and ${condition}`;
  const money = (state: string) => sql`select id from provider_transactions where state = ${state}`;

  const actions: Record<string, Action> = {
    beginPayment: (n) =>
      as(n, async (ctx) => {
        made += 1;
        await startFunding(
          ctx,
          { ref: `m${made}`, amount: REQUESTED_AMOUNT, provider: "paystack" },
          provider.providers,
        );
      }),
    orderOnline: (n) =>
      to(sql`select id from shops`, n, async (shop) => {
        made += 1;
        const code = `c${made}`.padStart(20, "0");
        const { planId, networkId } = at.offered(n % 5);
        await db.execute(sql`
          with ordered as (
            insert into orders (code, shop_id, reseller_id, ref, reference, plan_id, network_id, network_name, type_name, size,
              volume, validity, phone, price, payment, pay_by, delivery_ref)
            select ${code}, id, reseller_id, ${`o${made}`}, ${`r${made}`}, ${planId}::integer, ${networkId}::integer, 'MTN', 'SME',
              '1 GB', '1', '30 days', '+2348031234567', ${REQUESTED_AMOUNT}, 'awaiting', now() + interval '1 hour', ${buildOrderRef(code)}
            from shops where id = ${shop} returning *
          )
          insert into payments (reseller_id, order_id, ref, reference, purpose, provider, amount, currency, fee_bearer, expires_at)
          select reseller_id, id, 'order.' || code, ${`PO${made}`}, 'order', 'paystack', price, 'NGN', 'reseller', pay_by from ordered`);
      }),
    pay: (n) =>
      to(sql`select id from payments where state = 'started'`, n, async (id) => {
        paid.set(await transactionOf(id), n % 3 === 0 ? REQUESTED_AMOUNT / 2n : REQUESTED_AMOUNT);
        await says(id, "paid");
      }),
    grow: (n) =>
      to(seenWhere(sql`reversed_at is null`), n, async (id) => {
        const transaction = await transactionOf(id);
        const before = paid.get(transaction) ?? REQUESTED_AMOUNT;
        paid.set(transaction, before < REQUESTED_AMOUNT ? REQUESTED_AMOUNT : before + BigInt(n % 1_000) + 1n);
        await says(id, "paid");
      }),
    verifyAgain: (n) => to(seenWhere(sql`reversed_at is null`), n, (id) => says(id, "paid")),
    chargeBack: (n) => to(seenWhere(sql`reversed_at is null`), n, (id) => says(id, "reversed")),
    winChargeBack: (n) =>
      to(seenWhere(sql`reversed_at is not null and restored_at is null`), n, (id) => says(id, "paid")),
    dispute: (n) =>
      to(seenWhere(sql`reversed_at is null`), n, async (id) => {
        const transaction = await transactionOf(id);
        const all = disputes.get(transaction) ?? [];
        const amount = n % 4 === 0 ? (paid.get(transaction) ?? REQUESTED_AMOUNT) : BigInt((n % 40_000) + 1);
        all.push({ id: `d${all.length}`, state: "open", amount, currency: "NGN", dueAt: new Date() });
        disputes.set(transaction, all);
        provider.disputes(transaction, all);
        await says(id, "paid");
      }),
    endDispute: (n) =>
      to(
        seenWhere(
          sql`exists (select from payment_disputes d where d.transaction_id = provider_transactions.id and d.state = 'open')`,
        ),
        n,
        async (id) => {
          const all = disputes.get(await transactionOf(id)) ?? [];
          const open = all.find(({ state }) => state === "open");
          if (open) open.state = n % 5 === 0 ? "won" : "lost";
          await says(id, "paid");
        },
      ),
    lookAfterOrder: (n) =>
      to(sql`select id from orders where due_at is not null`, n, async (id) => {
        await db.execute(sql`update orders set due_at = now() where id = ${id} and due_at is not null`);
        await fulfilOrder(at.system, id);
      }),
    refundOrder: (n) =>
      to(sql`select id from orders where payment = 'received'`, n, async (id) => {
        const [order] = await db.execute<{ code: string; reseller_id: string }>(
          sql`select code, reseller_id from orders where id = ${id}`,
        );
        const owner = await asReseller(at.system, Number(order?.reseller_id));
        await refundOrder(owner, { code: order?.code ?? "", reason: "" });
      }),
    followRefunds: (n) =>
      follow((["pending", "done", "failed", "attention", "done", "rejected"] as const)[n % 6] ?? "done"),
    // Has one refunded and stopped at the provider first: by chance alone, a refund seldom waits for attention.
    endRefund: async (n) => {
      await to(money("suspense"), n, (id) => refundSuspense(admin, { id, reason }));
      return to(
        sql`select transaction_id as id from payment_refunds where state not in ('done', 'failed')`,
        n,
        async (id) => {
          await follow("attention");
          const [stuck] = await db.execute<{ transaction: string }>(
            sql`select split_part(transaction, '+', 1) as transaction from provider_transactions where id = ${id}`,
          );
          provider.stopRefunds(stuck?.transaction ?? "");
          await endRefund(admin, { id, reason });
        },
      );
    },
    assignMoney: (n) =>
      to(money("suspense"), n, async (id) => {
        const [any] = await db.execute<{ email: string }>(
          sql`select email from accounts join resellers using (id) where state = 'active' order by id limit 1`,
        );
        await assignSuspense(admin, { id, email: any?.email ?? "", reason });
      }),
    markRefunded: (n) => to(money("suspense"), n, (id) => recordManualRefund(admin, { id, reason })),
    refundMoney: (n) => to(money("suspense"), n, (id) => refundSuspense(admin, { id, reason })),
    holdWork: async () => {
      await db.execute(sql`update dispatcher set on_hold = array['order', 'batch', 'schedule']`);
      return true;
    },
    releaseWork: async (n) => {
      for (const kind of n % 2 === 0 ? AUTOMATIC_PURCHASE_KINDS : AUTOMATIC_PURCHASE_KINDS.slice(0, 1))
        await releaseAutomaticPurchases(admin, { kind, reason });
      return true;
    },
  };
  const overpaid = () =>
    [...provider.sentBack()].flatMap(([transaction, sum]) =>
      sum > (paid.get(transaction) ?? 0n) ? [`${transaction}: ${sum}`] : [],
    );
  return { actions, overpaid };
}
