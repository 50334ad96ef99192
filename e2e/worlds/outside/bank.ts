import { PAYMENT_VERBS } from "#sandbox/payments/control";
import { PaymentFaultList } from "#sandbox/payments/faults";
import { createProvidersWorld } from "#sandbox/payments/server";
import { createProvidersListener } from "#sandbox/payments/service";
import type { SandboxDispute, SandboxPayment, SandboxRefund } from "#sandbox/payments/world";
import { serve } from "./servers.ts";

const WEBHOOK_MS = 300;
const REFUND_MS = 20_000;

/** The payment providers, and what banks did by them. */
const bank = createProvidersWorld({ haste: 1, webhookMs: WEBHOOK_MS, refundMs: REFUND_MS });

/** The real money of payers. */
export interface BankTruth {
  payments: SandboxPayment[];
  refunds: SandboxRefund[];
  disputes: SandboxDispute[];
}

export const bankCalls = {
  openBank({ name, url, webhooks }: { name: string; url: string; webhooks: string }) {
    bank.url = url;
    bank.settings.webhooks = webhooks;
    serve(name, createProvidersListener(bank));
  },
  /** Runs a verb of the providers' control address. */
  bank: async ({ verb, input }: { verb: keyof typeof PAYMENT_VERBS; input?: unknown }) =>
    structuredClone(await PAYMENT_VERBS[verb].act(bank, input)),
  /** Ends all faults that are still to come, and all that they delay. */
  clearBankFaults() {
    bank.faults = new PaymentFaultList();
    PAYMENT_VERBS.release.act(bank, {});
  },
  readBank: (): BankTruth =>
    structuredClone({ payments: bank.payments, refunds: bank.refunds, disputes: bank.disputes }),
};
