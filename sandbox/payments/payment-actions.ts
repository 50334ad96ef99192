import type { ProviderDialect } from "./dialect.ts";
import { sendWebhook } from "./send-webhook.ts";
import {
  appendLogEntry,
  type PaymentsWorld,
  type ProviderMethod,
  type SandboxAccount,
  type SandboxDispute,
  type SandboxPayment,
  type SandboxRefund,
  type SandboxSettlement,
  type SettledTransaction,
} from "./world.ts";

interface PaymentInput {
  reference?: string;
  requested: bigint | null;
  currency: string;
  email: string;
  name: string;
  ways: ProviderMethod[];
  returnTo: string | null;
  account?: SandboxAccount;
  ofShop?: boolean;
}

/** Creates an unpaid payment. */
export function createProviderPayment(
  world: PaymentsWorld,
  dialect: ProviderDialect,
  input: PaymentInput,
): SandboxPayment {
  const id = world.nextId++;
  const transaction = dialect.transaction(id);
  const payment: SandboxPayment = {
    provider: dialect.name,
    id,
    transaction,
    status: "open",
    amount: 0n,
    fee: 0n,
    method: null,
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

export interface PaymentDetails {
  method?: ProviderMethod | undefined;
  /** The requested amount by default. */
  amount?: bigint | undefined;
  currency?: string | undefined;
}

/**
 * Pays a payment. Resolves when the webhook has a response, if it is to come before the browser returns, else at once.
 */
export async function payPayment(
  world: PaymentsWorld,
  dialect: ProviderDialect,
  payment: SandboxPayment,
  paying: PaymentDetails = {},
): Promise<void> {
  if (payment.status === "paid" || payment.status === "reversed") throw new Error("it is paid already");
  payment.method = paying.method ?? payment.ways[0] ?? "card";
  payment.amount = paying.amount ?? payment.requested ?? 0n;
  payment.currency = paying.currency ?? payment.currency;
  const fault = world.faults.take("payment", dialect.name)?.fault;
  if (fault === undefined) return chargePayment(world, dialect, payment);
  payment.status = "pending";
  const end = () =>
    fault === "pending-then-paid" ? chargePayment(world, dialect, payment) : failPayment(world, payment);
  if (fault !== "pending") world.gate.later(world.settings.noticeMs, () => void end());
}

/** Ends a pending payment, or one that the payer cancels. */
export function failPayment(world: PaymentsWorld, payment: SandboxPayment) {
  payment.status = "failed";
  recordPaymentEvent(world, "failed", payment);
}

export async function chargePayment(
  world: PaymentsWorld,
  dialect: ProviderDialect,
  payment: SandboxPayment,
): Promise<void> {
  payment.status = "paid";
  payment.paidAt = Date.now();
  payment.fee = dialect.fee(payment);
  recordPaymentEvent(world, "charged", payment);
  await sendWebhook(world, dialect, { kind: "paid", payment });
}

/** Transfers money to an account number. */
export async function transferToAccount(
  world: PaymentsWorld,
  dialect: ProviderDialect,
  account: SandboxAccount,
  paying: PaymentDetails & { amount: bigint },
): Promise<SandboxPayment> {
  const { email, holder: name } = account;
  const currency = paying.currency ?? "NGN";
  const payment = createProviderPayment(world, dialect, {
    requested: null,
    currency,
    email,
    name,
    ways: ["transfer"],
    returnTo: null,
    account,
  });
  await payPayment(world, dialect, payment, { ...paying, method: "transfer" });
  return payment;
}

/** Reverses a payment, as the payer's bank does. */
export async function reversePayment(
  world: PaymentsWorld,
  dialect: ProviderDialect,
  payment: SandboxPayment,
): Promise<void> {
  payment.status = "reversed";
  recordPaymentEvent(world, "reversed", payment);
  await sendWebhook(world, dialect, { kind: "disputed", payment });
}

/** Opens the dispute of a payer who demands a (partial) refund; the provider wants evidence within a week. */
export async function openDispute(
  world: PaymentsWorld,
  dialect: ProviderDialect,
  payment: SandboxPayment,
  amount = payment.amount,
): Promise<number> {
  const [createdAt, week] = [Date.now(), 7 * 86_400_000];
  const made: SandboxDispute = {
    provider: dialect.name,
    id: world.nextId++,
    payment,
    amount,
    state: "open",
    createdAt,
    dueAt: createdAt + week,
  };
  world.disputes.push(made);
  await sendWebhook(world, dialect, { kind: "dispute", dispute: made, payment });
  return made.id;
}

/** Resolves a dispute. A whole loss reverses the payment; after a partial loss, the payment stays paid. */
export async function resolveDispute(
  world: PaymentsWorld,
  dialect: ProviderDialect,
  dispute: SandboxDispute,
  state: SandboxDispute["state"],
): Promise<void> {
  const { payment, amount } = dispute;
  dispute.state = state;
  if (state === "lost" && amount === payment.amount) {
    payment.status = "reversed";
    recordPaymentEvent(world, "reversed", payment);
  }
  await sendWebhook(world, dialect, { kind: "dispute", dispute, payment });
}

/** Creates a refund; null when the amount was not paid or is refunded already. */
export function createProviderRefund(
  world: PaymentsWorld,
  dialect: ProviderDialect,
  input: Pick<SandboxRefund, "key" | "payment" | "amount" | "reason">,
): SandboxRefund | null {
  const { payment, amount } = input;
  const before = world.refunds.filter((refund) => refund.payment === payment && refund.state !== "failed");
  const left = before.reduce((sum, refund) => sum - refund.amount, payment.amount);
  if (payment.status !== "paid" || amount <= 0n || amount > left) return null;
  const made: SandboxRefund = {
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

export async function settleRefund(
  world: PaymentsWorld,
  dialect: ProviderDialect,
  refund: SandboxRefund,
  state: SandboxRefund["state"],
) {
  refund.state = state;
  recordRefund(world, refund);
  await sendWebhook(world, dialect, { kind: "refund", refund });
}

function recordRefund(world: PaymentsWorld, { provider, key, payment, amount, state }: SandboxRefund) {
  appendLogEntry(world, provider, { what: "refund", key, transaction: payment.transaction, amount, state });
}

function recordPaymentEvent(
  world: PaymentsWorld,
  what: "charged" | "failed" | "reversed",
  payment: SandboxPayment,
) {
  const { provider, reference, transaction, amount, currency } = payment;
  appendLogEntry(world, provider, { what, reference, transaction, amount, currency });
}

/**
 * Pays out all payments that are old enough and not settled yet, in one settlement. Faults falsify its lines. Null when
 * there is nothing to pay out.
 */
export function createSettlement(
  world: PaymentsWorld,
  dialect: ProviderDialect,
  olderMs = 0,
): SandboxSettlement | null {
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
  const lines: SettledTransaction[] = due.flatMap((payment) => {
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
    appendLogEntry(world, dialect.name, { what: "settled", settlement: made.id, transaction, amount, fee });
  return made;
}

/** Lists the provider's settlements, the newest first; due payments are paid out first. */
export function listProviderSettlements(world: PaymentsWorld, dialect: ProviderDialect): SandboxSettlement[] {
  if (world.settings.payOutMs !== null) createSettlement(world, dialect, world.settings.payOutMs);
  return world.settlements.filter(({ provider }) => provider === dialect.name).reverse();
}

/** Creates an account number for a payer; it opens later, where the provider takes its time. */
export function createAccountNumber(
  world: PaymentsWorld,
  dialect: ProviderDialect,
  of: { owner: string; email: string; holder: string },
  open = true,
): SandboxAccount {
  const id = world.nextId++;
  const number = `9${String(id).padStart(9, "0").slice(-9)}`;
  const account: SandboxAccount = { provider: dialect.name, id, number, bank: dialect.bank, open, ...of };
  world.accounts.push(account);
  return account;
}

/** Opens a requested account, as the provider does automatically after a while. */
export async function activateAccount(
  world: PaymentsWorld,
  dialect: ProviderDialect,
  account: SandboxAccount,
): Promise<void> {
  account.open = true;
  await sendWebhook(world, dialect, { kind: "account", account });
}
