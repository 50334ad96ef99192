import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "#db/client";
import { endApprovalRequests } from "#lib/audit/approval-request";
import { recordAuditRows } from "#lib/audit/record-audit";
import type { Ctx } from "#lib/core/context";
import { log } from "#lib/core/log";
import { formatGroupedDecimal } from "#lib/core/money/money";
import { int, minor, readRows, textOf } from "#lib/core/read-rows";
import { writeOperatorEntries } from "#lib/ledger/operator-entries";
import { areKeysErased, getProviderByKeys } from "#lib/payment/keys/reseller-providers";
import type { Providers } from "#lib/payment/providers/configured-providers";
import {
  PaymentRejected,
  PaymentUnclear,
  ProviderError,
  type ProviderName,
  type ProviderRefund,
} from "#lib/payment/providers/provider";
import { PROVIDERS } from "#lib/payment/providers/providers";

/** So long a refund is one process's: longer than a provider can take to answer all questions of one. */
const CLAIM_DURATION = sql`interval '5 minutes'`;

export const DueRefund = z.object({
  id: z.string(),
  key: z.string(),
  state: textOf<"requested" | "pending" | "attention">(),
  refund: z.string().nullable(),
  reason: z.string(),
  provider: textOf<ProviderName>(),
  transaction: z.string(),
  /** The amount still to be refunded. */
  amount: minor,
  currency: z.string(),
  keysId: int.nullable(),
  /** The reseller who has those keys. */
  owner: z.string().nullable(),
});
export type DueRefund = z.output<typeof DueRefund>;

/**
 * Claims due refunds: those to be sent, and those to be checked, with growing pauses. One process handles
 * each, under a key of its own, so that after a crash another process repeats the request safely.
 * @param chosen CTEs that end in `chosen (id)`, which selects them
 */
export function claimRefunds(ctx: Ctx, chosen: SQL): Promise<readonly DueRefund[]> {
  return readRows(ctx.db, DueRefund)`
    with ${chosen},
    claimed as (
      select id
      from payment_refunds
      where id in (select id from chosen) and next_attempt_at <= now()
      for update skip locked
    )
    update payment_refunds r
    set tries = tries + 1, next_attempt_at = now() + ${CLAIM_DURATION}
    from claimed, provider_transactions t
    where r.id = claimed.id and t.id = r.transaction_id
    returning
      r.id, coalesce(r.provider_key, r.key) as key, r.state, r.refund, r.reason,
      t.provider, split_part(t.transaction, '+', 1) as transaction,
      t.gross - t.lost as amount, t.currency,
      t.keys_id, (select reseller_id from provider_keys k where k.id = t.keys_id) as owner`;
}

/** Keys stay while a refund is on its way, so one that finds them gone was never asked for. */
const KEYS_REMOVED_REASON =
  "The keys of this account were removed. Refund the payer from the provider account itself.";

/**
 * Requests or checks a claimed refund at its provider, and records the result.
 * @returns the problem, without a clear response
 */
export async function processRefund(
  ctx: Ctx,
  due: DueRefund,
  providers: Providers,
): Promise<string | undefined> {
  const { key, provider: name } = due;
  try {
    if (due.keysId !== null && due.refund === null && (await areKeysErased(ctx, due.keysId))) {
      await recordRefundUpdate(ctx, due, { ...FAILED_REFUND, problem: KEYS_REMOVED_REASON });
      return undefined;
    }
    const resellerProvider = due.keysId === null ? undefined : await getProviderByKeys(ctx, due.keysId);
    const provider = (due.keysId === null ? providers : resellerProvider?.providers)?.get(name);
    if (!provider) throw new PaymentUnclear(name, "its keys are not set");
    const response =
      due.refund === null
        ? await provider.refund(toRefundRequest(due))
        : await provider.getRefund(due.refund);
    await recordRefundUpdate(ctx, due, toRefundUpdate(due, response));
    return undefined;
  } catch (error) {
    if (error instanceof PaymentRejected && due.refund === null) {
      await recordRefundUpdate(ctx, due, { ...FAILED_REFUND, problem: error.reason });
      return undefined;
    }
    if (!(error instanceof ProviderError)) throw error;
    log.warn("payment.refund_unclear", { provider: name, key, reason: error.reason });
    return error.reason;
  }
}

const toRefundRequest = ({ transaction, amount, currency, key, reason }: DueRefund) => ({
  transaction,
  currency,
  key,
  reason,
  amount,
});

interface RefundUpdate {
  state: ProviderRefund["state"];
  refund: string | null;
  problem: string | null;
  raw: string | null;
  /** Of the admin who ended it. */
  reason?: string;
}

export const FAILED_REFUND = { state: "failed", refund: null, raw: null } as const;

function toRefundUpdate(
  { amount: asked, currency, provider }: DueRefund,
  { id, state, amount, currency: refunded, raw }: ProviderRefund,
): RefundUpdate {
  const name = PROVIDERS[provider].label;
  const same = amount === BigInt(asked) && refunded === currency;
  const mismatch = `${name} refunds ${refunded} ${formatGroupedDecimal(amount, refunded)}, not the amount requested.`;
  if (!same) return { state: "attention", refund: id, problem: mismatch, raw };
  const problems = {
    failed: `${name} couldn’t send the refund.`,
    attention: `${name} can’t send the refund without your help.`,
  };
  return {
    state,
    refund: id,
    problem: state === "failed" || state === "attention" ? problems[state] : null,
    raw,
  };
}

/** Records the state of a refund, and its effect on the money, once. */
export async function recordRefundUpdate(
  ctx: Ctx,
  { id }: Pick<DueRefund, "id">,
  { state, refund, problem, raw, reason }: RefundUpdate,
): Promise<void> {
  const pause =
    state === "attention" ? sql`interval '1 hour'` : sql`interval '30 seconds' * power(2, least(tries, 10))`;
  const next =
    state === "done" || state === "failed" ? sql`null` : sql`now() + least(interval '6 hours', ${pause})`;
  await inTransaction(ctx, async (tx) => {
    // Locks in this order: approval requests, the refund, the money; approving one does the same.
    await tx.db.execute(sql`
      select
      from approval_requests
      where kind = 'refund' and ended_at is null
        and about = (select transaction_id::text from payment_refunds where id = ${id})
      for update`);
    const [was] = await readRows(tx.db, z.object({ state: z.string(), transactionId: z.string() }))`
      select state, transaction_id from payment_refunds where id = ${id} for update`;
    if (!was || was.state === "done" || was.state === "failed") return;
    await tx.db.execute(sql`
      update payment_refunds
      set
        state = ${state}, refund = coalesce(refund, ${refund}), problem = ${problem},
        raw = coalesce(${raw}, raw), next_attempt_at = ${next},
        changed_at = case when state = ${state} then changed_at else now() end
      where id = ${id}`);
    if (was.state === state) return;
    await endApprovalRequests(tx, "refund", was.transactionId);
    await touchRefundedOrder(tx, id);
    if (state === "pending") return;
    const it = sql`
      where id = (select transaction_id from payment_refunds where id = ${id}) and state = 'refunding'`;
    const becomes = {
      done: sql`update provider_transactions set state = 'refunded' ${it} returning *`,
      failed: sql`
        update provider_transactions
        set
          state = case when keys_id is null then 'suspense' else 'unmatched' end,
          decided_at = null, decided_by = null, reason = null
        ${it}
        returning *`,
      attention: sql`select * from provider_transactions ${it}`,
    };
    await tx.db.execute(sql`
      with money as (${becomes[state]}),
      operator_side as (${writeOperatorEntries("refunded", {
        from: sql`(select * from money where state = 'refunded' and keys_id is null) refunded`,
        id: sql`refunded.id`,
        sides: {
          suspense: sql`refunded.gross - refunded.lost`,
          clearing: sql`refunded.lost - refunded.gross`,
        },
      })})
      ${recordAuditRows(tx, {
        action: {
          done: "money.refunded",
          failed: "money.refund_failed",
          attention: "money.refund_attention",
        }[state],
        subject: "money",
        subjectId: sql`money.id::text`,
        resellerId: sql`(select reseller_id from payments where id = money.payment_id)`,
        reason: sql`${reason ?? null}::text`,
        before: sql`jsonb_build_object('refund', ${was.state}::text)`,
        after: sql`jsonb_build_object(
          'refund', ${state}::text, 'money', money.state, 'problem', ${problem}::text)`,
        from: sql`money`,
      })}`);
  });
}

/** Makes the order's page show the refund's state. */
async function touchRefundedOrder(ctx: Ctx, id: string): Promise<void> {
  await ctx.db.execute(sql`
    update orders
    set changed_at = now()
    from payment_refunds r
    join provider_transactions t on t.id = r.transaction_id
    join payments p on p.id = t.payment_id
    where r.id = ${id} and orders.id = p.order_id`);
}
