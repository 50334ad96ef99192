import { sendWebhook } from "./send-webhook.ts";
import {
  appendLogEntry,
  type PaymentsWorld,
  type ProviderMethod,
  type ProviderName,
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
  provider: ProviderName,
  input: PaymentInput,
): SandboxPayment {
  const id = world.nextId++;
  const transaction = world.dialects[provider].transaction(id);
  const payment: SandboxPayment = {
    provider,
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
 * Pays a payment. Resolves when the webhook has a response, if it is to come before the browser returns, else
 * at once.
 */
export async function payPayment(
  world: PaymentsWorld,
  payment: SandboxPayment,
  paying: PaymentDetails = {},
): Promise<void> {
  if (payment.status === "paid" || payment.status === "reversed") throw new Error("it is paid already");
  payment.method = paying.method ?? payment.ways[0] ?? "card";
  payment.amount = paying.amount ?? payment.requested ?? 0n;
  payment.currency = paying.currency ?? payment.currency;
  const fault = world.faults.take("payment", payment.provider)?.fault;
  if (fault === undefined) return chargePayment(world, payment);
  payment.status = "pending";
  const end = fault === "pending-then-paid" ? chargePayment : failPayment;
  if (fault !== "pending") world.gate.later(world.settings.webhookMs, () => void end(world, payment));
}

/** Ends a pending payment, or one that the payer cancels. */
export function failPayment(world: PaymentsWorld, payment: SandboxPayment) {
  payment.status = "failed";
  recordPaymentEvent(world, "failed", payment);
}

export async function chargePayment(world: PaymentsWorld, payment: SandboxPayment): Promise<void> {
  payment.status = "paid";
  payment.paidAt = Date.now();
  payment.fee = world.dialects[payment.provider].fee(payment);
  recordPaymentEvent(world, "charged", payment);
  await sendWebhook(world, payment, { kind: "paid", payment });
}

/** Transfers money to an account number. */
export async function transferToAccount(
  world: PaymentsWorld,
  account: SandboxAccount,
  paying: PaymentDetails & { amount: bigint },
): Promise<SandboxPayment> {
  const payment = createProviderPayment(world, account.provider, {
    requested: null,
    currency: paying.currency ?? "NGN",
    email: account.email,
    name: account.holder,
    ways: ["transfer"],
    returnTo: null,
    account,
  });
  await payPayment(world, payment, { ...paying, method: "transfer" });
  return payment;
}

/** Reverses a payment, as the payer's bank does. */
export async function reversePayment(world: PaymentsWorld, payment: SandboxPayment): Promise<void> {
  payment.status = "reversed";
  recordPaymentEvent(world, "reversed", payment);
  await sendWebhook(world, payment, { kind: "disputed", payment });
}

/** Opens the dispute of a payer who demands a (partial) refund; the provider wants evidence within a week. */
export async function openDispute(
  world: PaymentsWorld,
  payment: SandboxPayment,
  amount = payment.amount,
): Promise<number> {
  const [createdAt, week] = [Date.now(), 7 * 86_400_000];
  const made: SandboxDispute = {
    provider: payment.provider,
    id: world.nextId++,
    payment,
    amount,
    state: "open",
    createdAt,
    dueAt: createdAt + week,
  };
  world.disputes.push(made);
  await sendWebhook(world, payment, { kind: "dispute", dispute: made });
  return made.id;
}

/** Resolves a dispute. A whole loss reverses the payment; after a partial loss, the payment stays paid. */
export async function resolveDispute(
  world: PaymentsWorld,
  dispute: SandboxDispute,
  state: SandboxDispute["state"],
): Promise<void> {
  const { payment, amount } = dispute;
  dispute.state = state;
  if (state === "lost" && amount === payment.amount) {
    payment.status = "reversed";
    recordPaymentEvent(world, "reversed", payment);
  }
  await sendWebhook(world, payment, { kind: "dispute", dispute });
}

/** Creates a refund; null when the amount was not paid or is refunded already. */
export function createProviderRefund(
  world: PaymentsWorld,
  input: Pick<SandboxRefund, "key" | "payment" | "amount" | "reason">,
): SandboxRefund | null {
  const { payment, amount } = input;
  const before = world.refunds.filter((refund) => refund.payment === payment && refund.state !== "failed");
  const left = before.reduce((sum, refund) => sum - refund.amount, payment.amount);
  if (payment.status !== "paid" || amount <= 0n || amount > left) return null;
  const made: SandboxRefund = {
    provider: payment.provider,
    id: world.nextId++,
    state: "pending",
    createdAt: Date.now(),
    ...input,
  };
  world.refunds.push(made);
  recordRefund(world, made);
  const fault = world.faults.take("refund", payment.provider)?.fault;
  const end = fault === "attention" ? "attention" : fault === "refund-failed" ? "failed" : "done";
  if (fault !== undefined) void settleRefund(world, made, end);
  else if (world.settings.refundMs !== null)
    world.gate.later(world.settings.refundMs, () => void settleRefund(world, made, end));
  return made;
}

export async function settleRefund(
  world: PaymentsWorld,
  refund: SandboxRefund,
  state: SandboxRefund["state"],
) {
  refund.state = state;
  recordRefund(world, refund);
  await sendWebhook(world, refund.payment, { kind: "refund", refund });
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
 * Pays out all payments that are old enough and not settled yet, in one settlement. Faults falsify its lines.
 * Null when there is nothing to pay out.
 */
export function createSettlement(
  world: PaymentsWorld,
  provider: ProviderName,
  olderMs = 0,
): SandboxSettlement | null {
  const settled = new Set(
    world.settlements.flatMap(({ lines }) => lines.map(({ transaction }) => transaction)),
  );
  const due = world.payments.filter(
    (payment) =>
      payment.provider === provider &&
      payment.status === "paid" &&
      (payment.paidAt ?? 0) + olderMs <= Date.now() &&
      !settled.has(payment.transaction),
  );
  const lines: SettledTransaction[] = due.flatMap((payment) => {
    const { id, transaction, reference, amount, fee, currency } = payment;
    const line = { id, transaction, reference, amount, fee, currency };
    switch (world.faults.take("settlement", provider)?.fault) {
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
        const id = world.nextId++;
        const transaction = world.dialects[provider].transaction(id);
        return [line, { ...line, id, transaction, reference: `x${id}` }];
      }
      default:
        return [line];
    }
  });
  if (lines.length === 0) return null;
  const sum = lines.reduce((total, { amount, fee }) => total + amount - fee, 0n);
  const less = world.faults.take("payout", provider) ? 1_000n : 0n;
  const made = { provider, id: world.nextId++, at: Date.now(), paidOut: sum - less, lines };
  world.settlements.push(made);
  for (const { transaction, amount, fee } of lines)
    appendLogEntry(world, provider, { what: "settled", settlement: made.id, transaction, amount, fee });
  return made;
}

/** Lists the provider's settlements, the newest first; due payments are paid out first. */
export function listProviderSettlements(world: PaymentsWorld, provider: ProviderName): SandboxSettlement[] {
  if (world.settings.payOutMs !== null) createSettlement(world, provider, world.settings.payOutMs);
  return world.settlements.filter((settlement) => settlement.provider === provider).reverse();
}

/** Creates an account number for a payer; it opens later, where the provider takes its time. */
export function createAccountNumber(
  world: PaymentsWorld,
  provider: ProviderName,
  of: { owner: string; email: string; holder: string },
  open = true,
): SandboxAccount {
  const id = world.nextId++;
  const number = `9${String(id).padStart(9, "0").slice(-9)}`;
  const account: SandboxAccount = { provider, id, number, bank: world.dialects[provider].bank, open, ...of };
  world.accounts.push(account);
  return account;
}

/** Opens a requested account, as the provider does automatically after a while. */
export async function activateAccount(world: PaymentsWorld, account: SandboxAccount): Promise<void> {
  account.open = true;
  await sendWebhook(world, account, { kind: "account", account });
}
