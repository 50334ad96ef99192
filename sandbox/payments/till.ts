import type { Dialect } from "./dialect.ts";
import { notify } from "./notices.ts";
import {
  type Account,
  type Dispute,
  note,
  type Payment,
  type Refund,
  type SettledLine,
  type Settlement,
  type Way,
  type World,
} from "./world.ts";

/** Where money really moves: everything else only tells of it. */

interface Begin {
  reference?: string;
  asked: bigint | null;
  currency: string;
  email: string;
  name: string;
  ways: Way[];
  returnTo: string | null;
  account?: Account;
  ofShop?: boolean;
}

/** A payment that nobody has paid yet. */
export function begin(world: World, dialect: Dialect, input: Begin): Payment {
  const id = world.nextId++;
  const transaction = dialect.transaction(id);
  const payment: Payment = {
    provider: dialect.name,
    id,
    transaction,
    status: "open",
    amount: 0n,
    fee: 0n,
    way: null,
    createdAt: Date.now(),
    paidAt: null,
    ...input,
    reference: input.reference ?? transaction,
    account: input.account ?? null,
    ofShop: input.ofShop ?? false,
  };
  world.payments.push(payment);
  return payment;
}

export interface Paying {
  way?: Way | undefined;
  /** What was asked for, unless given. */
  amount?: bigint | undefined;
  currency?: string | undefined;
}

/**
 * The payer pays. Resolves when the notice has been answered, if it is to come before the browser returns, else at
 * once.
 */
export async function pay(
  world: World,
  dialect: Dialect,
  payment: Payment,
  paying: Paying = {},
): Promise<void> {
  if (payment.status === "paid" || payment.status === "reversed") throw new Error("it is paid already");
  payment.way = paying.way ?? payment.ways[0] ?? "card";
  payment.amount = paying.amount ?? payment.asked ?? 0n;
  payment.currency = paying.currency ?? payment.currency;
  const fault = world.faults.take("payment", dialect.name)?.fault;
  if (fault === undefined) return charge(world, dialect, payment);
  payment.status = "pending";
  const end = () => (fault === "pending-then-paid" ? charge(world, dialect, payment) : fail(world, payment));
  if (fault !== "pending") world.gate.later(world.settings.noticeMs, () => void end());
}

/** Ends a pending payment, or one that the payer gives up. */
export function fail(world: World, payment: Payment) {
  payment.status = "failed";
  record(world, "failed", payment);
}

export async function charge(world: World, dialect: Dialect, payment: Payment): Promise<void> {
  payment.status = "paid";
  payment.paidAt = Date.now();
  payment.fee = dialect.fee(payment);
  record(world, "charged", payment);
  await notify(world, dialect, { kind: "paid", payment });
}

/** Money comes to an account number. */
export async function transfer(
  world: World,
  dialect: Dialect,
  account: Account,
  paying: Paying & { amount: bigint },
): Promise<Payment> {
  const { email, holder: name } = account;
  const currency = paying.currency ?? "NGN";
  const payment = begin(world, dialect, {
    asked: null,
    currency,
    email,
    name,
    ways: ["transfer"],
    returnTo: null,
    account,
  });
  await pay(world, dialect, payment, { ...paying, way: "transfer" });
  return payment;
}

/** The payer's bank takes the money back. */
export async function reverse(world: World, dialect: Dialect, payment: Payment): Promise<void> {
  payment.status = "reversed";
  record(world, "reversed", payment);
  await notify(world, dialect, { kind: "disputed", payment });
}

/** The payer asks their bank for (a part of) the money; the provider wants evidence within a week. */
export async function dispute(
  world: World,
  dialect: Dialect,
  payment: Payment,
  amount = payment.amount,
): Promise<number> {
  const [createdAt, week] = [Date.now(), 7 * 86_400_000];
  const made: Dispute = {
    ...{ provider: dialect.name, id: world.nextId++, payment, amount, state: "open" },
    ...{ createdAt, dueAt: createdAt + week },
  };
  world.disputes.push(made);
  await notify(world, dialect, { kind: "dispute", dispute: made, payment });
  return made.id;
}

/** How a dispute goes on. What is lost as a whole makes the payment reversed; of a part, the payment stays paid. */
export async function resolveDispute(
  world: World,
  dialect: Dialect,
  dispute: Dispute,
  state: Dispute["state"],
): Promise<void> {
  const { payment, amount } = dispute;
  dispute.state = state;
  if (state === "lost" && amount === payment.amount) {
    payment.status = "reversed";
    record(world, "reversed", payment);
  }
  await notify(world, dialect, { kind: "dispute", dispute, payment });
}

/** Begins a refund; null when so much was not paid or is refunded already. */
export function refund(
  world: World,
  dialect: Dialect,
  input: Pick<Refund, "key" | "payment" | "amount" | "reason">,
): Refund | null {
  const { payment, amount } = input;
  const before = world.refunds.filter((one) => one.payment === payment && one.state !== "failed");
  const left = before.reduce((sum, one) => sum - one.amount, payment.amount);
  if (payment.status !== "paid" || amount <= 0n || amount > left) return null;
  const made: Refund = {
    provider: dialect.name,
    id: world.nextId++,
    state: "pending",
    createdAt: Date.now(),
    ...input,
  };
  world.refunds.push(made);
  recordRefund(world, made);
  const fault = world.faults.take("refund", dialect.name)?.fault;
  const end = fault === "attention" ? "attention" : fault === "refund-failed" ? "failed" : "done";
  if (fault !== undefined) void settleRefund(world, dialect, made, end);
  else if (world.settings.refundMs !== null)
    world.gate.later(world.settings.refundMs, () => void settleRefund(world, dialect, made, end));
  return made;
}

export async function settleRefund(world: World, dialect: Dialect, refund: Refund, state: Refund["state"]) {
  refund.state = state;
  recordRefund(world, refund);
  await notify(world, dialect, { kind: "refund", refund });
}

function recordRefund(world: World, { provider, key, payment, amount, state }: Refund) {
  note(world, provider, { what: "refund", key, transaction: payment.transaction, amount, state });
}

function record(world: World, what: "charged" | "failed" | "reversed", payment: Payment) {
  const { provider, reference, transaction, amount, currency } = payment;
  note(world, provider, { what, reference, transaction, amount, currency });
}

/**
 * Pays out what was paid so long ago and is in no settlement yet, in one settlement. Faults make its lines other than what
 * is true. Null when there is nothing to pay out.
 */
export function payOut(world: World, dialect: Dialect, olderMs = 0): Settlement | null {
  const settled = new Set(
    world.settlements.flatMap(({ lines }) => lines.map(({ transaction }) => transaction)),
  );
  const due = world.payments.filter(
    ({ provider, status, paidAt, transaction }) =>
      provider === dialect.name &&
      status === "paid" &&
      (paidAt ?? 0) + olderMs <= Date.now() &&
      !settled.has(transaction),
  );
  const lines: SettledLine[] = due.flatMap((payment) => {
    const { id, transaction, reference, amount, fee, currency } = payment;
    const line = { id, transaction, reference, amount, fee, currency };
    const fault = world.faults.take("settlement", dialect.name)?.fault;
    switch (fault) {
      case "settled-never":
        return [];
      case "settled-less":
        return [{ ...line, amount: amount - 100n }];
      case "settled-fee":
        return [{ ...line, fee: fee + 50n }];
      case "settled-currency":
        return [{ ...line, currency: "USD" }];
      case "settled-twice":
        return [line, line];
      case "settled-unknown": {
        const stranger = world.nextId++;
        return [
          line,
          { ...line, id: stranger, transaction: dialect.transaction(stranger), reference: `x${stranger}` },
        ];
      }
      default:
        return [line];
    }
  });
  if (lines.length === 0) return null;
  const sum = lines.reduce((total, { amount, fee }) => total + amount - fee, 0n);
  const less = world.faults.take("payout", dialect.name) ? 1_000n : 0n;
  const made = { provider: dialect.name, id: world.nextId++, at: Date.now(), paidOut: sum - less, lines };
  world.settlements.push(made);
  for (const { transaction, amount, fee } of lines)
    note(world, dialect.name, { what: "settled", settlement: made.id, transaction, amount, fee });
  return made;
}

/** The provider's settlements, the newest first; what is due is paid out first. */
export function settlementsOf(world: World, dialect: Dialect): Settlement[] {
  if (world.settings.payOutMs !== null) payOut(world, dialect, world.settings.payOutMs);
  return world.settlements.filter(({ provider }) => provider === dialect.name).reverse();
}

/** An account number for a payer; not open until it is told so, where the provider takes its time. */
export function newAccount(
  world: World,
  dialect: Dialect,
  of: { owner: string; email: string; holder: string },
  open = true,
): Account {
  const id = world.nextId++;
  const number = `9${String(id).padStart(9, "0").slice(-9)}`;
  const account: Account = { provider: dialect.name, id, number, bank: dialect.bank, open, ...of };
  world.accounts.push(account);
  return account;
}

/** Opens an account that was asked for, as the provider does by itself after a while. */
export async function openAccount(world: World, dialect: Dialect, account: Account): Promise<void> {
  account.open = true;
  await notify(world, dialect, { kind: "account", account });
}
