import { z } from "zod";
import type { Verdict } from "#e2e/chaos/verdict";
import type { Ctx } from "#lib/core/context";
import { minor, readRows } from "#lib/core/read-rows";
import type { SandboxPayment } from "#sandbox/payments/world";
import type { BankTruth } from "./outside/bank.ts";

const Money = z.object({
  transaction: z.string(),
  reference: z.string().nullable(),
  gross: minor,
  state: z.string(),
  isChargedBack: z.boolean(),
  credits: minor,
  credited: minor.nullable(),
});

/**
 * Judges that each payment of a payer is recorded once, credited at most once, and refunded at most once. One that was paid
 * in a time that is lost may be unknown: an operator credits it from the provider's list.
 */
export async function judgePayments(
  { db }: Ctx,
  { payments, refunds }: BankTruth,
  isLost: (at: number) => boolean,
): Promise<Verdict> {
  const rows = await readRows(db, Money)`
    select
      t.transaction, t.reference, t.gross, t.state, t.credited,
      t.reversed_at is not null and t.restored_at is null as is_charged_back,
      coalesce((
        select -sum(e.amount) from operator_entries e
        where e.transaction_id = t.id and e.account = 'wallets'), 0) + t.extra as credits
    from provider_transactions t
    order by t.id`;
  const paid = payments.filter(({ paidAt }) => paidAt !== null);
  const isSame = (row: z.output<typeof Money>, payment: SandboxPayment) =>
    row.reference === payment.reference && row.gross === payment.amount;
  const sent = Map.groupBy(
    refunds.filter(({ state }) => state !== "failed"),
    ({ payment }) => payment.reference,
  );
  return {
    name: "what payers paid is recorded, credited and refunded once",
    checked: paid.length,
    broken: [
      ...paid
        .filter((payment) => {
          const { length } = rows.filter((row) => isSame(row, payment));
          return (
            length > 1 || (length === 0 && payment.status !== "reversed" && !isLost(payment.paidAt ?? 0))
          );
        })
        .map(({ reference, amount }) => `${reference} of ${amount} isn't recorded once`),
      ...rows
        .filter((row) => !paid.some((payment) => isSame(row, payment)))
        .map(({ transaction }) => `${transaction} was never paid`),
      ...rows
        .filter(({ credits, credited, isChargedBack }) => credits !== (isChargedBack ? 0n : (credited ?? 0n)))
        .map(({ transaction, credits, credited }) => `${transaction} moved ${credits} of ${credited}`),
      ...[...sent.values()]
        .filter((each) => each.length > 1)
        .map(([first]) => `${first?.payment.reference} is refunded twice`),
      ...rows
        .filter(
          ({ reference, state }) => (state === "refunded") !== (sent.get(reference ?? "") ?? []).some(isDone),
        )
        .map(({ transaction, state }) => `${transaction} is ${state}, and its refund isn't`),
      ...rows
        .filter(({ isChargedBack, reference }) => {
          const payment = paid.find((each) => each.reference === reference);
          return isChargedBack && payment?.status !== "reversed";
        })
        .map(({ transaction }) => `${transaction} was never charged back`),
    ],
  };
}

const isDone = ({ state }: { state: string }) => state === "done";
