import { z } from "zod";
import type { Verdict } from "#e2e/chaos/check-invariants";
import type { Ctx } from "#lib/core/context";
import { int, minor, readRows } from "#lib/core/read-rows";
import type { SandboxPayment } from "#sandbox/payments/world";
import type { PhoneMessage } from "#sandbox/phones/world";
import type { BankTruth } from "./outside/bank.ts";
import type { World } from "./world/world.ts";

/** Judges the money and messages of customers, and the money between parents and agents. */
export async function judgeOrders(ctx: Ctx, world: World): Promise<Verdict[]> {
  const received = await world.run(world.call<PhoneMessage[]>("outside", "readMessages"));
  const bank = await world.run(world.call<BankTruth>("outside", "readBank"));
  return [
    await judgeMessages(ctx, received),
    await judgeTransfers(ctx),
    await judgePayments(ctx, bank),
    await judgePaidOrders(ctx, bank),
  ];
}

const Message = z.object({
  key: z.string(),
  state: z.string(),
  ref: z.string().nullable(),
  payer: z.string(),
  charges: int,
});

/** Judges that each message is on a phone once if its provider accepted it, and is then charged once; else neither. */
async function judgeMessages({ db }: Ctx, received: readonly PhoneMessage[]): Promise<Verdict> {
  const rows = await readRows(db, Message)`
    select
      m.key, d.state, m.provider_ref as ref, m.payer,
      (select count(*) from journals j where j.kind = 'message' and j.ref = 'message ' || m.message_id) as charges
    from customer_messages m
    join deliveries d using (message_id)
    order by m.id`;
  const accepted = new Set(rows.flatMap(({ ref }) => ref ?? []));
  const twice = [...Map.groupBy(received, ({ to, text }) => `${to} ${text}`)].filter(
    ([, each]) => each.length > 1,
  );
  return {
    name: "each message once, and charged once",
    checked: rows.length,
    broken: [
      ...twice.map(([text]) => `twice: ${text}`),
      ...received.filter(({ id }) => !accepted.has(id)).map(({ text }) => `nothing is known of: ${text}`),
      ...rows
        .filter(({ state, ref, payer, charges }) => {
          const isSent = ref !== null && received.some(({ id }) => id === ref);
          return isSent !== (state === "delivered") || charges !== (isSent && payer === "wallet" ? 1 : 0);
        })
        .map((row) => JSON.stringify(row)),
    ],
  };
}

const Pair = z.object({ pair: int, sent: z.string(), back: z.string(), journals: int, moved: int });

/** Judges that money between a parent and an agent moved as often as it was sent, and never more back than was sent. */
async function judgeTransfers({ db }: Ctx): Promise<Verdict> {
  const rows = await readRows(db, Pair)`
    select
      g.id as pair,
      coalesce(sum(t.amount) filter (where t.state = 'sent' and t.made_by = t.from_id), 0)::text as sent,
      coalesce(sum(t.amount) filter (where t.state in ('sent', 'requested') and t.made_by = t.to_id), 0)::text as back,
      2 * count(*) filter (where t.state = 'sent') as moved,
      count(send_journal_id) + count(receive_journal_id) as journals
    from agents g
    left join agent_transfers t on t.pair_id = g.id
    group by g.id`;
  const [all] = await readRows(db, z.object({ journals: int }))`
    select count(*) as journals from journals where kind in ('send', 'receive')`;
  const broken = rows.filter(
    ({ sent, back, journals, moved }) => BigInt(back) > BigInt(sent) || journals !== moved,
  );
  const moved = rows.reduce((sum, row) => sum + row.moved, 0);
  return {
    name: "money of agents moves once",
    checked: moved / 2,
    broken: [
      ...broken.map((row) => JSON.stringify(row)),
      ...(all?.journals === moved ? [] : [`${all?.journals} journals of ${moved}`]),
    ],
  };
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

/** Judges that each payment of a payer is recorded once, credited at most once, and refunded at most once. */
async function judgePayments({ db }: Ctx, { payments, refunds }: BankTruth): Promise<Verdict> {
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
        .filter((payment) => rows.filter((row) => isSame(row, payment)).length !== 1)
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
    join payments p on p.order_id = o.id and p.reference in (select jsonb_array_elements_text(${JSON.stringify(paid)}::text::jsonb))
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
  if (payment === "received") return isDelivered || (credited === 1 && waitingFor !== null);
  // Where the wallet has too little for the refund that its reseller began, the order shows that it waits.
  if (payment === "refunded") return !isDelivered && (credited === 0 || waitingFor !== null);
  return credited === 0;
}
