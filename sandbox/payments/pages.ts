import type { IncomingMessage, ServerResponse } from "node:http";
import { formatSandboxAmount, parseSandboxAmount } from "#sandbox/values";
import type { ProviderDialect } from "./dialect.ts";
import { activateAccount, failPayment, payPayment, transferToAccount } from "./payment-actions.ts";
import {
  findProviderPayment,
  type PaymentsWorld,
  type ProviderMethod,
  type SandboxPayment,
} from "./world.ts";

interface PageVisit {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  body: string;
}

const METHOD_LABELS: Record<ProviderMethod, string> = {
  card: "Card",
  transfer: "Bank transfer",
  ussd: "USSD",
};

/**
 * Serves the pages of the sandbox: `/{provider}/pay/{id}` for a payer, and `/`, the bank from which transfers
 * are made.
 */
export async function serveProviderPages(
  world: PaymentsWorld,
  dialect: ProviderDialect | undefined,
  visit: PageVisit,
): Promise<void> {
  const { request, response, url } = visit;
  const fields = new URLSearchParams(visit.body);
  const id = /\/pay\/(\w+)$/.exec(url.pathname)?.[1];
  const payment = dialect && id ? findProviderPayment(world, dialect.name, id) : undefined;
  if (dialect && payment) {
    if (request.method !== "POST") return sendHtml(response, renderPaymentPage(payment));
    const stop = await submitPayment(world, payment, fields);
    if (stop) return sendHtml(response, renderPaymentPage(payment, stop));
    return redirectToShop(response, dialect, payment);
  }
  if (url.pathname !== "/")
    return sendHtml(response, renderLayout("Not found", "<p>There is no such page.</p>"), 404);
  const message = request.method === "POST" ? await submitTransfer(world, fields) : "";
  return sendHtml(response, renderBankPage(world, message));
}

/** Runs the payer's choice; returns the error, if any. */
async function submitPayment(
  world: PaymentsWorld,
  payment: SandboxPayment,
  fields: URLSearchParams,
): Promise<string | undefined> {
  const does = fields.get("does");
  if (does === "leave") return undefined;
  if (payment.status === "paid" || payment.status === "reversed") return "It is paid already.";
  if (does === "fail") {
    failPayment(world, payment);
    return undefined;
  }
  const amount = parseSandboxAmount(fields.get("amount") ?? "");
  if (amount === null || amount === 0n) return "Enter an amount such as 500.00.";
  if (does === "later") world.faults.order({ fault: "pending", provider: payment.provider, times: 1 });
  await payPayment(world, payment, {
    amount,
    method: payment.ways.find((method) => method === fields.get("method")),
  });
  return undefined;
}

async function submitTransfer(world: PaymentsWorld, fields: URLSearchParams): Promise<string> {
  const account = world.accounts.find(({ number }) => number === fields.get("number"));
  const amount = parseSandboxAmount(fields.get("amount") ?? "");
  if (!account) return "This account number doesn't exist. Check it, then try again.";
  if (amount === null || amount === 0n) return "Enter an amount such as 500.00.";
  if (!account.open) await activateAccount(world, account);
  await transferToAccount(world, account, { amount });
  return `₦${formatSandboxAmount(amount)} went to ${account.number}.`;
}

function redirectToShop(response: ServerResponse, dialect: ProviderDialect, payment: SandboxPayment) {
  if (payment.returnTo === null)
    return sendHtml(response, renderLayout("Done", "<p>You may close this page.</p>"));
  const to = new URL(payment.returnTo);
  for (const [name, value] of Object.entries(dialect.returns(payment))) to.searchParams.set(name, value);
  response.writeHead(303, { location: to.href }).end();
}

function renderPaymentPage(payment: SandboxPayment, problem = ""): string {
  const { provider, requested, currency, status, ways, reference } = payment;
  const choices = ways
    .map(
      (method, at) =>
        `<label><input type="radio" name="way" value="${method}"${at ? "" : " checked"}> ${METHOD_LABELS[method]}</label>`,
    )
    .join("\n");
  return renderLayout(
    `Pay ${currency} ${formatSandboxAmount(requested ?? 0n)}`,
    `${problem && `<p role="alert">${problem}</p>`}
    <p>${provider} (sandbox), payment <code>${escapePageHtml(reference)}</code>, ${status}.</p>
    <form method="post">
      <fieldset><legend>How to pay</legend>${choices}</fieldset>
      <label>Amount <input name="amount" inputmode="decimal" value="${formatSandboxAmount(requested ?? 0n)}"></label>
      <button name="does" value="pay">Pay</button>
      <button name="does" value="later">Pay, and let it be pending</button>
      <button name="does" value="fail">Let it fail</button>
      <button name="does" value="leave">Leave without paying</button>
    </form>`,
  );
}

function renderBankPage({ accounts, payments }: PaymentsWorld, message: string): string {
  const rows = payments.slice(-20).reverse();
  return renderLayout(
    "Sandbox bank",
    `${message && `<p role="status">${message}</p>`}
    <p>Money that you send here to an account number comes to the portal as a transfer.</p>
    <form method="post">
      <label>Account number <input name="number" list="numbers" inputmode="numeric" required></label>
      <datalist id="numbers">${accounts.map(({ number, holder }) => `<option value="${number}">${escapePageHtml(holder)}</option>`).join("")}</datalist>
      <label>Amount <input name="amount" inputmode="decimal" value="1000.00" required></label>
      <button>Send</button>
    </form>
    <h2>Last payments</h2>
    <ul>${rows.map((row) => `<li>${row.provider} ${escapePageHtml(row.reference)}: ${row.currency} ${formatSandboxAmount(row.amount)}, ${row.status}</li>`).join("")}</ul>`,
  );
}

function renderLayout(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapePageHtml(title)}</title>
<style>body{font:16px/1.5 system-ui;max-width:26rem;margin:2rem auto;padding:0 1rem}label,button{display:block;width:100%;margin:.5rem 0}
input:not([type=radio]),button{box-sizing:border-box;width:100%;min-height:2.75rem;font:inherit;padding:0 .75rem}code{overflow-wrap:anywhere}</style>
</head><body><h1>${escapePageHtml(title)}</h1>${body}</body></html>`;
}

function sendHtml(response: ServerResponse, html: string, status = 200) {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(html);
}

function escapePageHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
