import type { RequestListener } from "node:http";
import { z } from "zod";
import { createControlListener, createLogReader } from "#sandbox/control";
import { PaymentFaultOrder } from "./faults.ts";
import {
  activateAccount,
  chargePayment,
  createSettlement,
  failPayment,
  openDispute,
  payPayment,
  resolveDispute,
  reversePayment,
  settleRefund,
  transferToAccount,
} from "./payment-actions.ts";
import { releaseWebhooks } from "./send-webhook.ts";
import {
  findProviderPayment,
  type PaymentsWorld,
  resetPaymentsWorld,
  SANDBOX_PAYMENT_METHODS,
  SANDBOX_PROVIDERS,
  type SandboxPayment,
} from "./world.ts";

const PaymentName = z.strictObject({ provider: z.enum(SANDBOX_PROVIDERS), reference: z.string() });
const OptionalMoney = { amount: z.bigint().optional(), currency: z.string().optional() };
const PaymentsSettingsPatch = z.strictObject({
  webhooks: z.string().nullable().optional(),
  shopWebhooks: z.string().nullable().optional(),
  shopKey: z.string().optional(),
  haste: z.number().positive().optional(),
  webhookMs: z.int().nonnegative().optional(),
  refundMs: z.int().nonnegative().nullable().optional(),
  payOutMs: z.int().nonnegative().nullable().optional(),
});

/** The inputs of the control client, by verb. */
export type PaymentsVerbInputs = {
  [Verb in keyof typeof PAYMENT_VERBS]: z.input<(typeof PAYMENT_VERBS)[Verb]["schema"]>;
};

function defineVerb<S extends z.ZodType>(
  schema: S,
  act: (world: PaymentsWorld, input: z.output<S>) => unknown,
) {
  return { schema, act: (world: PaymentsWorld, input: unknown) => act(world, schema.parse(input ?? {})) };
}

export const PAYMENT_VERBS = {
  reset: defineVerb(z.strictObject({}), (world) => resetPaymentsWorld(world)),
  settings: defineVerb(PaymentsSettingsPatch, (world, patch) => Object.assign(world.settings, patch)),
  order: defineVerb(PaymentFaultOrder, (world, order) => world.faults.order(order)),
  pay: defineVerb(
    PaymentName.extend({ ...OptionalMoney, method: z.enum(SANDBOX_PAYMENT_METHODS).optional() }),
    (world, { provider, reference, ...paying }) =>
      payPayment(world, requirePayment(world, { provider, reference }), paying),
  ),
  fail: defineVerb(PaymentName, (world, name) => failPayment(world, requirePayment(world, name))),
  /** Ends a pending payment as paid. */
  settle: defineVerb(PaymentName, (world, name) => chargePayment(world, requirePayment(world, name))),
  reverse: defineVerb(PaymentName, (world, name) => reversePayment(world, requirePayment(world, name))),
  /** Resolves to the number of the dispute. */
  dispute: defineVerb(PaymentName.extend({ amount: z.bigint().optional() }), (world, { amount, ...name }) =>
    openDispute(world, requirePayment(world, name), amount),
  ),
  "resolve-dispute": defineVerb(
    z.strictObject({ id: z.int(), state: z.enum(["answered", "won", "lost"]) }),
    (world, { id, state }) => {
      const dispute = world.disputes.find((dispute) => dispute.id === id);
      if (!dispute) throw new Error(`no dispute ${id}`);
      return resolveDispute(world, dispute, state);
    },
  ),
  transfer: defineVerb(
    z.strictObject({ number: z.string(), amount: z.bigint(), currency: z.string().optional() }),
    async (world, { number, ...paying }) =>
      (await transferToAccount(world, requireAccount(world, number), paying)).transaction,
  ),
  /** Adds an earlier account number: the demo's database outlives this sandbox. */
  "keep-account": defineVerb(
    z.strictObject({
      provider: z.enum(SANDBOX_PROVIDERS),
      owner: z.string(),
      email: z.string(),
      holder: z.string(),
      number: z.string(),
    }),
    (world, { provider, owner: portals, ...of }) => {
      const id = world.nextId++;
      const owner = { paystack: `CUS_${id}`, monnify: portals, flutterwave: `va-${portals}` }[provider];
      world.customers.push({ provider, id, email: of.email, name: of.holder });
      world.accounts.push({ provider, id, owner, bank: world.dialects[provider].bank, open: true, ...of });
    },
  ),
  "open-account": defineVerb(z.strictObject({ number: z.string() }), (world, { number }) =>
    activateAccount(world, requireAccount(world, number)),
  ),
  "settle-refund": defineVerb(
    z.strictObject({ key: z.string(), state: z.enum(["pending", "done", "failed", "attention"]) }),
    (world, { key, state }) => {
      const refund = world.refunds.find((refund) => refund.key === key);
      if (!refund) throw new Error(`no refund "${key}"`);
      return settleRefund(world, refund, state);
    },
  ),
  /**
   * Settles paid payments; resolves to the number of the settlement, or null when no payment waits for one.
   */
  "pay-out": defineVerb(
    z.strictObject({ provider: z.enum(SANDBOX_PROVIDERS) }),
    (world, { provider }) => createSettlement(world, provider)?.id,
  ),
  /** Sends the late webhooks; continues slow responses. */
  release: defineVerb(z.strictObject({}), (world) => releaseWebhooks(world, "late") + world.gate.release()),
  "expire-tokens": defineVerb(z.strictObject({}), ({ tokens }) => tokens.clear()),
};

/** Creates the control address of the providers. */
export function createPaymentsControl(world: PaymentsWorld): RequestListener {
  const verbs = Object.entries(PAYMENT_VERBS).map(([name, { act }]) => [
    name,
    (input: unknown) => act(world, input),
  ]);
  const readers = {
    log: createLogReader(world.log),
    payments: () => world.payments,
    accounts: () => world.accounts,
    refunds: () => world.refunds,
  };
  return createControlListener(readers, Object.fromEntries(verbs));
}

function requirePayment(
  world: PaymentsWorld,
  { provider, reference }: z.infer<typeof PaymentName>,
): SandboxPayment {
  const match = findProviderPayment(world, provider, reference);
  if (!match) throw new Error(`no payment "${reference}"`);
  return match;
}

function requireAccount(world: PaymentsWorld, number: string) {
  const match = world.accounts.find((account) => account.number === number);
  if (!match) throw new Error(`no account "${number}"`);
  return match;
}
