import { sql } from "drizzle-orm";
import { settlementDiscrepancies } from "#db/schema/settlement";
import { getFeeRules } from "#lib/payment/fee/fee-rules";
import { startRefund } from "#lib/payment/refund/start-refund";
import { recordProviderTransaction } from "#lib/payment/transaction/record-provider-transaction";
import { type ActionSamples, type ActionScene, REASON } from "#lib/testing/action-scene";

let made = 0;

export function actionSamples(scene: ActionScene): ActionSamples {
  const { at } = scene;

  /** Something on which a settlement and the ledger differ: its id. */
  async function createDiscrepancy(): Promise<number> {
    const [row] = await at.system.db
      .insert(settlementDiscrepancies)
      .values({ provider: "paystack", kind: "missing_in_ledger", currency: "NGN", providerAmount: 500n })
      .returning({ id: settlementDiscrepancies.id });
    if (!row) throw new Error("no difference");
    return row.id;
  }

  /** Money in suspense: its id. */
  async function createSuspense(raw = "{}"): Promise<number> {
    made += 1;
    const money = { transaction: `t${made}`, reference: null, method: null, account: null, raw };
    await recordProviderTransaction(at.system, "paystack", {
      ...money,
      gross: 900n,
      fee: 10n,
      currency: "NGN",
      paidAt: new Date(),
    });
    const [row] = await at.system.db.execute<{ id: string }>(
      sql`select max(id) as id from provider_transactions`,
    );
    return Number(row?.id);
  }

  /** A dedicated account of the reseller's: its id. */
  async function createDedicatedAccount(): Promise<number> {
    made += 1;
    const [row] = await at.system.db.execute<{ id: string }>(sql`
    insert into dedicated_accounts (reseller_id, provider, owner, currency, name, email, phone, state, number, bank, holder, opened_at)
    values (${scene.reseller.id}, ${`bank ${made}`}, ${`W${made}`}, 'NGN', 'Ada', 'ada@example.com', '+2348031234567', 'open',
      ${String(made).padStart(10, "9")}, 'Wema', 'Ada', now()) returning id`);
    return Number(row?.id);
  }

  return {
    acceptSettlementDiscrepancy: async () => ({ id: await createDiscrepancy(), reason: REASON }),
    assignSuspense: async () => ({
      id: await createSuspense(),
      email: scene.reseller.ctx.actor.kind === "reseller" ? scene.reseller.ctx.actor.email : "",
      reason: REASON,
    }),
    endRefund: async () => {
      const id = await createSuspense();
      await startRefund(at.system, { id, reason: REASON });
      await at.system.db.execute(
        sql`update payment_refunds set state = 'attention', refund = 'rf' where transaction_id = ${id}`,
      );
      return { id, reason: REASON };
    },
    eraseProviderDataOf: async () => {
      made += 1;
      const email = `told-${made}@example.com`;
      await createSuspense(JSON.stringify({ email }));
      return { email, reason: REASON };
    },
    recheckPayment: async () => {
      made += 1;
      const reference = `P${String(made).padStart(25, "2")}`;
      await at.system.db.execute(sql`
            insert into payments (reseller_id, provider, reference, ref, amount, currency, fee_bearer, purpose, expires_at)
            values (${scene.reseller.id}, 'paystack', ${reference}, ${reference}, 10000, 'NGN', 'operator', 'wallet', now() + interval '1 h')`);
      return { reference };
    },
    requestSettlementComparison: async () => ({}),
    retryRefund: async () => {
      const id = await createSuspense();
      await startRefund(at.system, { id, reason: REASON });
      return { id };
    },
    recordManualRefund: async () => ({ id: await createSuspense(), reason: REASON }),
    refundSuspense: async () => ({ id: await createSuspense(), reason: REASON }),
    setDedicatedAccountState: async () => ({
      id: await createDedicatedAccount(),
      to: "retired",
      reason: REASON,
    }),
    setFeeRule: async () => ({
      provider: "paystack",
      kind: "checkout",
      rate: "1.5",
      version: (await getFeeRules(at.system))("paystack", "checkout")?.version ?? 0,
      reason: REASON,
    }),
  };
}
