import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#lib/core/context";
import { assignMoney, markRefunded, refundMoney } from "#lib/payment/decide-money";
import type { Dispute } from "#lib/payment/provider";
import { endRefund, followRefunds } from "#lib/payment/refund";
import { startFunding } from "#lib/payment/start-funding";
import type { TestProvider } from "#lib/payment/testing/test-provider";
import { verifyPayment } from "#lib/payment/verify-payment";
import { storefrontRef } from "#lib/purchase/place/refs";
import { HELD_KINDS, releaseHeld } from "#lib/purchase/send/release";
import { lookAfter } from "#lib/shop/look-after-paid";
import { refundOrder } from "#lib/shop/refund-order";
import type { Scene } from "#lib/testing/scene";

type Action = (n: number) => Promise<boolean>;

interface Around {
  at: Scene;
  admin: Ctx;
  provider: TestProvider;
  /** Does something to the n-th of what a query finds. @returns false when there is none. */
  to(found: SQL, n: number, work: (id: number) => Promise<unknown>): Promise<boolean>;
  /** Does something with the n-th active reseller as they act themselves. */
  as(n: number, work: (ctx: Ctx, id: number) => Promise<unknown>): Promise<boolean>;
}

const reason = "a random one";
const ASKED = 100_000n;

/** What payers, their banks, the provider and admins do with money that was paid online, into wallets and for orders. */
export function paymentActions({ at, admin, provider, to, as }: Around): {
  actions: Record<string, Action>;
  /** Transactions of which more goes back than was paid: none, whatever was asked twice, failed or grew. */
  overpaid(): string[];
} {
  const { db } = at.system;
  const disputes = new Map<string, Dispute[]>();
  const paid = new Map<string, bigint>();
  let made = 0;

  /** Has the provider say this of a transaction, and asks it twice at the same moment. */
  async function says(id: number, state: "paid" | "reversed"): Promise<void> {
    const [payment] = await db.execute<{ reference: string }>(
      sql`select reference from payments where id = ${id}`,
    );
    const reference = payment?.reference ?? "";
    const transaction = `t-${reference}`;
    const amount = paid.get(transaction) ?? ASKED;
    const said = {
      state,
      transaction,
      reference,
      amount,
      fee: amount / 50n,
      currency: "NGN",
      paidAt: new Date(),
    };
    for (const name of [reference, transaction]) provider.says(name, said);
    await Promise.all(
      [{ reference }, { transaction }].map((of) => verifyPayment(at.system, "paystack", of, provider.using)),
    );
  }
  const transactionOf = async (id: number) => {
    const [payment] = await db.execute<{ reference: string }>(
      sql`select reference from payments where id = ${id}`,
    );
    return `t-${payment?.reference}`;
  };
  const seen = sql`select distinct payment_id as id from provider_transactions where payment_id is not null`;
  const whose = (condition: SQL) => sql`${seen} and ${condition}`;
  const money = (state: string) => sql`select id from provider_transactions where state = ${state}`;

  const actions: Record<string, Action> = {
    beginPayment: (n) =>
      as(n, async (ctx) => {
        made += 1;
        await startFunding(ctx, { ref: `m${made}`, amount: ASKED, provider: "paystack" }, provider.using);
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
              '1 GB', '1', '30 days', '+2348031234567', ${ASKED}, 'awaiting', now() + interval '1 hour', ${storefrontRef(code)}
            from shops where id = ${shop} returning *
          )
          insert into payments (reseller_id, order_id, ref, reference, purpose, provider, amount, currency, fee_bearer, expires_at)
          select reseller_id, id, 'order.' || code, ${`PO${made}`}, 'order', 'paystack', price, 'NGN', 'reseller', pay_by from ordered`);
      }),
    pay: (n) =>
      to(sql`select id from payments where state = 'started'`, n, async (id) => {
        paid.set(await transactionOf(id), n % 3 === 0 ? ASKED / 2n : ASKED);
        await says(id, "paid");
      }),
    grow: (n) =>
      to(whose(sql`reversed_at is null`), n, async (id) => {
        const transaction = await transactionOf(id);
        const before = paid.get(transaction) ?? ASKED;
        paid.set(transaction, before < ASKED ? ASKED : before + BigInt(n % 1_000) + 1n);
        await says(id, "paid");
      }),
    verifyAgain: (n) => to(whose(sql`reversed_at is null`), n, (id) => says(id, "paid")),
    chargeBack: (n) => to(whose(sql`reversed_at is null`), n, (id) => says(id, "reversed")),
    winChargeBack: (n) =>
      to(whose(sql`reversed_at is not null and restored_at is null`), n, (id) => says(id, "paid")),
    dispute: (n) =>
      to(whose(sql`reversed_at is null`), n, async (id) => {
        const transaction = await transactionOf(id);
        const all = disputes.get(transaction) ?? [];
        const amount = n % 4 === 0 ? (paid.get(transaction) ?? ASKED) : BigInt((n % 40_000) + 1);
        all.push({ id: `d${all.length}`, state: "open", amount, currency: "NGN", dueAt: new Date() });
        disputes.set(transaction, all);
        provider.disputes(transaction, all);
        await says(id, "paid");
      }),
    endDispute: (n) =>
      to(
        whose(
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
      to(sql`select id from orders where next_look_at is not null`, n, async (id) => {
        await db.execute(
          sql`update orders set next_look_at = now() where id = ${id} and next_look_at is not null`,
        );
        await lookAfter(at.system, id);
      }),
    refundOrder: (n) =>
      to(sql`select id from orders where payment = 'received'`, n, async (id) => {
        const [order] = await db.execute<{ code: string; reseller_id: string }>(
          sql`select code, reseller_id from orders where id = ${id}`,
        );
        const owner = {
          kind: "reseller",
          id: Number(order?.reseller_id),
          email: "",
          level: "api",
          sessionId: 0,
        };
        await refundOrder(
          { ...at.system, actor: owner as Ctx["actor"] },
          { code: order?.code ?? "", reason: "" },
        );
      }),
    followRefunds: async (n) => {
      provider.refunds(
        (["pending", "done", "failed", "attention", "done", "refused"] as const)[n % 6] ?? "done",
      );
      const due = await db.execute(
        sql`update payment_refunds set next_try_at = now() where next_try_at is not null returning id`,
      );
      await followRefunds(at.system, provider.using);
      return due.length > 0;
    },
    endRefund: (n) =>
      to(sql`select transaction_id as id from payment_refunds where state = 'attention'`, n, async (id) => {
        const [stuck] = await db.execute<{ transaction: string }>(
          sql`select split_part(transaction, '+', 1) as transaction from provider_transactions where id = ${id}`,
        );
        provider.stopRefunds(stuck?.transaction ?? "");
        await endRefund(admin, { id, reason });
      }),
    assignMoney: (n) =>
      to(money("suspense"), n, async (id) => {
        const [any] = await db.execute<{ email: string }>(
          sql`select email from accounts join resellers using (id) where state = 'active' order by id limit 1`,
        );
        await assignMoney(admin, { id, email: any?.email ?? "", reason });
      }),
    markRefunded: (n) => to(money("suspense"), n, (id) => markRefunded(admin, { id, reason })),
    refundMoney: (n) => to(money("suspense"), n, (id) => refundMoney(admin, { id, reason })),
    holdWork: async () => {
      await db.execute(sql`update dispatcher set on_hold = array['order', 'batch', 'schedule']`);
      return true;
    },
    releaseWork: async (n) => {
      for (const kind of n % 2 === 0 ? HELD_KINDS : HELD_KINDS.slice(0, 1))
        await releaseHeld(admin, { kind, reason });
      return true;
    },
  };
  const overpaid = () =>
    [...provider.sentBack()].flatMap(([transaction, sum]) =>
      sum > (paid.get(transaction) ?? 0n) ? [`${transaction}: ${sum}`] : [],
    );
  return { actions, overpaid };
}
