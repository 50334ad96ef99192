import { MAGIC_NUMBERS } from "#sandbox/magic-numbers";
import { startMailbox } from "#sandbox/mail/server";
import { startPaymentProviders } from "#sandbox/payments/server";
import { startPhones } from "#sandbox/phones/server";
import { startSandbox } from "#sandbox/server";

const { SANDBOX_SMTP_PORT, SANDBOX_MAILBOX_PORT } = process.env;
const { SANDBOX_MESSAGES_PORT, SANDBOX_PHONES_PORT, SANDBOX_MESSAGE_WEBHOOKS } = process.env;
const { SANDBOX_PAYMENTS_PORT, SANDBOX_PAYMENTS_CONTROL_PORT, SANDBOX_WEBHOOKS } = process.env;
const { SANDBOX_PORT, SANDBOX_CONTROL_PORT, SANDBOX_TOKEN, SANDBOX_LATENCY_MS, SANDBOX_MAGIC } = process.env;
const [from = 700, to = from] = (SANDBOX_LATENCY_MS ?? "700-1500").split("-").map(Number);

const sandbox = await startSandbox({
  port: Number(SANDBOX_PORT ?? 4010),
  controlPort: Number(SANDBOX_CONTROL_PORT ?? 4011),
  tokens: [{ token: SANDBOX_TOKEN ?? "sandbox-token" }],
  latencyMs: [from, to],
  magic: SANDBOX_MAGIC !== "0",
});

const payments = await startPaymentProviders({
  port: Number(SANDBOX_PAYMENTS_PORT ?? 4012),
  controlPort: Number(SANDBOX_PAYMENTS_CONTROL_PORT ?? 4013),
  settings: {
    webhooks: SANDBOX_WEBHOOKS ?? "http://localhost:3000/api/payments",
    haste: 60,
    webhookMs: 500,
    refundMs: 5_000,
    payOutMs: 60_000,
  },
});

const mailbox = await startMailbox({
  port: Number(SANDBOX_SMTP_PORT ?? 4014),
  pagePort: Number(SANDBOX_MAILBOX_PORT ?? 4015),
});

const phones = await startPhones({
  port: Number(SANDBOX_MESSAGES_PORT ?? 4016),
  pagePort: Number(SANDBOX_PHONES_PORT ?? 4017),
});
phones.sendWebhooksTo(SANDBOX_MESSAGE_WEBHOOKS ?? "http://localhost:3000/api/messages");

console.log(`sandbox ready ${sandbox.url} control ${sandbox.controlUrl}

  An upstream for trying the portal; its state is in memory.

  curl -H 'Authorization: Bearer ${SANDBOX_TOKEN ? "$SANDBOX_TOKEN" : sandbox.token}' ${sandbox.url}/api/data-plans-prices/filtered
  curl ${sandbox.controlUrl}/log                                    the true results
  curl ${sandbox.controlUrl}/order -d '{"fault":"lost-answer"}'     a fault for the next purchase
  curl ${sandbox.controlUrl}/top-up -d '{"amountMinor":"500000n"}' a deposit, in kobo

  The last digits of the phone number choose the result of the first attempt${SANDBOX_MAGIC === "0" ? " (off now)" : ""}:
${Object.entries(MAGIC_NUMBERS)
  .map(([digits, { outcome }]) => `    …${digits}  ${outcome}`)
  .join("\n")}

  Payment providers, with the portal's variables for them:
${Object.entries(payments.variables)
  .map(([name, value]) => `    ${name}=${value}`)
  .join("\n")}

  ${payments.url}          the bank: send money to an account number
  ${payments.controlUrl}/log      charges, refunds and webhooks

  A mail server, with the portal's variables for it:
${Object.entries(mailbox.variables)
  .map(([name, value]) => `    ${name}=${value}`)
  .join("\n")}

  ${mailbox.url}          the received emails

  Providers of SMS and WhatsApp messages, with the portal's variables for Termii (or TWILIO_…):
${Object.entries(phones.variables.termii)
  .map(([name, value]) => `    ${name}=${value}`)
  .join("\n")}

  ${phones.url}          what phones received

  More in sandbox/README.md. Ctrl-C stops it.`);

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void Promise.all([sandbox.close(), payments.close(), mailbox.close(), phones.close()]);
  });
}
