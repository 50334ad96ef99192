import type { IncomingMessage, ServerResponse } from "node:http";
import { decimal, toMinor } from "../money.ts";
import type { Dialect } from "./dialect.ts";
import { dialectOf } from "./dialects.ts";
import { fail, openAccount, pay, transfer } from "./till.ts";
import { find, type Payment, type Way, type World } from "./world.ts";

interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  body: string;
}

const WAYS: Record<Way, string> = { card: "Card", transfer: "Bank transfer", ussd: "USSD" };

/** The pages of the sandbox: `/{provider}/pay/{id}` for a payer, and `/`, the bank from which transfers are made. */
export async function pages(world: World, dialect: Dialect | undefined, visit: Visit): Promise<void> {
  const { request, response, url } = visit;
  const fields = new URLSearchParams(visit.body);
  const id = /\/pay\/(\w+)$/.exec(url.pathname)?.[1];
  const payment = dialect && id ? find(world, dialect.name, id) : undefined;
  if (dialect && payment) {
    if (request.method !== "POST") return show(response, payPage(payment));
    const stop = await settle(world, dialect, payment, fields);
    if (stop) return show(response, payPage(payment, stop));
    return goBack(response, dialect, payment);
  }
  if (url.pathname !== "/") return show(response, page("Not found", "<p>There is no such page.</p>"), 404);
  const told = request.method === "POST" ? await moveMoney(world, fields) : "";
  return show(response, bankPage(world, told));
}

/** Does what the payer clicked; returns why it could not be done. */
async function settle(
  world: World,
  dialect: Dialect,
  payment: Payment,
  fields: URLSearchParams,
): Promise<string | undefined> {
  const does = fields.get("does");
  if (does === "leave") return undefined;
  if (payment.status === "paid" || payment.status === "reversed") return "It is paid already.";
  if (does === "fail") {
    fail(world, payment);
    return undefined;
  }
  const amount = toMinor(fields.get("amount") ?? "");
  if (amount === null || amount === 0n) return "Write an amount such as 500.00.";
  if (does === "later") world.faults.order({ fault: "pending", provider: dialect.name, times: 1 });
  await pay(world, dialect, payment, { amount, way: payment.ways.find((way) => way === fields.get("way")) });
  return undefined;
}

async function moveMoney(world: World, fields: URLSearchParams): Promise<string> {
  const account = world.accounts.find(({ number }) => number === fields.get("number"));
  const amount = toMinor(fields.get("amount") ?? "");
  if (!account) return "Nobody has this account number.";
  if (amount === null || amount === 0n) return "Write an amount such as 500.00.";
  const dialect = dialectOf(account.provider);
  if (!account.open) await openAccount(world, dialect, account);
  await transfer(world, dialect, account, { amount });
  return `₦${decimal(amount)} went to ${account.number}.`;
}

function goBack(response: ServerResponse, dialect: Dialect, payment: Payment) {
  if (payment.returnTo === null) return show(response, page("Done", "<p>You may close this page.</p>"));
  const to = new URL(payment.returnTo);
  for (const [name, value] of Object.entries(dialect.returns(payment))) to.searchParams.set(name, value);
  response.writeHead(303, { location: to.href }).end();
}

function payPage(payment: Payment, problem = ""): string {
  const { provider, asked, currency, status, ways, reference } = payment;
  const choices = ways
    .map(
      (way, at) =>
        `<label><input type="radio" name="way" value="${way}"${at ? "" : " checked"}> ${WAYS[way]}</label>`,
    )
    .join("\n");
  return page(
    `Pay ${currency} ${decimal(asked ?? 0n)}`,
    `${problem && `<p role="alert">${problem}</p>`}
    <p>${provider} (sandbox), payment <code>${escaped(reference)}</code>, ${status}.</p>
    <form method="post">
      <fieldset><legend>How to pay</legend>${choices}</fieldset>
      <label>Amount <input name="amount" inputmode="decimal" value="${decimal(asked ?? 0n)}"></label>
      <button name="does" value="pay">Pay</button>
      <button name="does" value="later">Pay, and let it be pending</button>
      <button name="does" value="fail">Let it fail</button>
      <button name="does" value="leave">Leave without paying</button>
    </form>`,
  );
}

function bankPage({ accounts, payments }: World, told: string): string {
  const rows = payments.slice(-20).reverse();
  return page(
    "Sandbox bank",
    `${told && `<p role="status">${told}</p>`}
    <p>Money that you send here to an account number comes to the portal as a transfer.</p>
    <form method="post">
      <label>Account number <input name="number" list="numbers" inputmode="numeric" required></label>
      <datalist id="numbers">${accounts.map(({ number, holder }) => `<option value="${number}">${escaped(holder)}</option>`).join("")}</datalist>
      <label>Amount <input name="amount" inputmode="decimal" value="1000.00" required></label>
      <button>Send</button>
    </form>
    <h2>Last payments</h2>
    <ul>${rows.map((one) => `<li>${one.provider} ${escaped(one.reference)}: ${one.currency} ${decimal(one.amount)}, ${one.status}</li>`).join("")}</ul>`,
  );
}

function page(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>body{font:16px/1.5 system-ui;max-width:26rem;margin:2rem auto;padding:0 1rem}label,button{display:block;width:100%;margin:.5rem 0}
input:not([type=radio]),button{box-sizing:border-box;width:100%;min-height:2.75rem;font:inherit;padding:0 .75rem}code{overflow-wrap:anywhere}</style>
</head><body><h1>${escaped(title)}</h1>${body}</body></html>`;
}

function show(response: ServerResponse, html: string, status = 200) {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(html);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
