import { z } from "zod";
import type { Verdict } from "#e2e/chaos/verdict";
import type { Ctx } from "#lib/core/context";
import { minor, readRows } from "#lib/core/read-rows";
import type { SandboxPayment } from "#sandbox/payments/world";
import type { PhoneMessage } from "#sandbox/phones/world";
import { judgeMessages } from "./judge-messages.ts";
import { judgeCloses, judgeTransfers } from "./judge-transfers.ts";
import type { BankTruth } from "./outside/bank.ts";
import type { World } from "./world/world.ts";

/**
 * Judges the money and messages of customers, and the money between parents and agents.
 * @param isLost whether an instant, in ms since 1970, is in a time that is lost
 */
export async function judgeOrders(
  ctx: Ctx,
  world: World,
  isLost: (at: number) => boolean,
): Promise<Verdict[]> {
  const received = await world.run(world.call<PhoneMessage[]>("outside", "readMessages"));
  const bank = await world.run(world.call<BankTruth>("outside", "readBank"));
  return [
    await judgeMessages(ctx, received, isLost),
    await judgeTransfers(ctx),
    await judgePayments(ctx, bank, isLost),
    await judgePaidOrders(ctx, bank),
    await judgeCloses(ctx),
  ];
}

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
async function judgePayments(
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
          return length > 1 || (length === 0 && !isLost(payment.paidAt ?? 0));
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

const PaidOrder = z.object({
  reference: z.string(),
  payment: z.string(),
  waitingFor: z.string().nullable(),
  purchase: z.string().nullable(),
  money: z.array(z.string()),
});

/** Judges that each order that was paid online is delivered, refunded, waits visibly, or its money is in suspense. */
async function judgePaidOrders({ db }: Ctx, { payments }: BankTruth): Promise<Verdict> {
  const paid = payments.filter(({ paidAt }) => paidAt !== null).map(({ reference }) => reference);
  const rows = await readRows(db, PaidOrder)`
    select
      o.reference, o.payment, o.waiting_for, u.state as purchase,
      coalesce(jsonb_agg(t.state order by t.id) filter (where t.id is not null), '[]') as money
    from orders o
    join payments p on p.order_id = o.id
      and p.reference in (select jsonb_array_elements_text(${JSON.stringify(paid)}::text::jsonb))
    left join purchases u on u.id = o.purchase_id
    left join provider_transactions t on t.payment_id = p.id
    group by o.id, u.id`;
  return {
    name: "each order that was paid online has its end",
    checked: rows.length,
    broken: rows.filter((row) => !hasEnd(row)).map((row) => JSON.stringify(row)),
  };
}

function hasEnd({ payment, waitingFor, purchase, money }: z.output<typeof PaidOrder>): boolean {
  const credited = money.filter((state) => state === "credited").length;
  if (money.length === 0 || credited > 1) return false;
  const isDelivered = purchase === "successful" || purchase === "reversed" || purchase === "unconfirmed";
  // It was paid in another way too, or too late.
  if (credited === 0) return payment !== "refunded" || !isDelivered;
  if (payment === "received") return isDelivered || waitingFor !== null;
  // Where the wallet has too little for the refund that its reseller began, the order shows that it waits.
  return payment === "refunded" && !isDelivered && waitingFor !== null;
}
