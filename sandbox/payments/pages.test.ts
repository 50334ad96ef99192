import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SANDBOX_KEYS } from "./keys.ts";
import { type PaymentsSandbox, startPaymentProviders } from "./server.ts";

const RETURN_TO = "http://127.0.0.1:3000/wallet?back=1";

let at: PaymentsSandbox;
/** The number of received webhooks, and the statuses of the next responses. */
const inbox = { count: 0, statuses: [] as number[] };
const portal = createServer((_, response) => {
  inbox.count += 1;
  response.writeHead(inbox.statuses.shift() ?? 200).end();
});

beforeAll(async () => {
  await once(portal.listen(0, "127.0.0.1"), "listening");
  const webhooks = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
  at = await startPaymentProviders({ settings: { webhooks } });
});
beforeEach(async () => {
  await at.control.do("reset", {});
  Object.assign(inbox, { count: 0, statuses: [] });
});
afterAll(async () => {
  await at?.close();
  portal.closeAllConnections();
  portal.close();
});

const authorization = `Bearer ${SANDBOX_KEYS.PAYSTACK_SECRET_KEY}`;

async function paystack(path: string, json?: unknown) {
  const answer = await fetch(`${at.base("paystack")}${path}`, {
    method: json === undefined ? "GET" : "POST",
    headers: { authorization, "content-type": "application/json" },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  return (await answer.json()) as { data: Record<string, never> };
}

async function beginPayment(): Promise<string> {
  const request = {
    email: "ada@example.com",
    amount: "500000",
    reference: "pay-001",
    callback_url: RETURN_TO,
  };
  return (await paystack("/transaction/initialize", request)).data.authorization_url ?? "";
}

/** Submits a form as a browser does. */
async function submitForm(page: string, fields: Record<string, string>) {
  const answer = await fetch(page, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
}

const readPayment = async () => (await at.control.payments())[0];
const waitForWebhooks = (count: number) =>
  at.control.waitForLog(
    (log) => log.filter((entry) => entry.what === "webhook" && entry.tries > 0).length >= count,
  );

describe("the page of a payment", () => {
  it("shows the requested amount, and accepts it by the chosen payment method", async () => {
    const page = await beginPayment();
    expect(await (await fetch(page)).text()).toContain('value="5000.00"');
    const { status, location } = await submitForm(page, { does: "pay", amount: "5000.00", method: "ussd" });
    expect([status, location]).toEqual([303, `${RETURN_TO}&trxref=pay-001&reference=pay-001`]);
    expect(await readPayment()).toMatchObject({ status: "paid", amount: 500_000n, method: "ussd" });
    await waitForWebhooks(1);
  });

  it.each([
    ["4999.99", 499_999n],
    ["5000.01", 500_001n],
  ])("accepts %s as well", async (amount, paid) => {
    await submitForm(await beginPayment(), { does: "pay", amount, method: "card" });
    expect(await readPayment()).toMatchObject({ status: "paid", amount: paid });
    await waitForWebhooks(1);
  });

  it.each([
    ["fail", "failed"],
    ["leave", "open"],
    ["later", "pending"],
  ])("lets a payer %s, and sends them back anyway", async (does, status) => {
    const back = await submitForm(await beginPayment(), { does, amount: "5000.00", method: "card" });
    expect(back.location).toContain(RETURN_TO);
    expect(await readPayment()).toMatchObject({ status, paidAt: null });
    expect(inbox.count).toBe(0);
  });

  it("accepts a payment once, and no invalid amount", async () => {
    const page = await beginPayment();
    expect((await submitForm(page, { does: "pay", amount: "a lot" })).text).toContain("Enter an amount");
    await submitForm(page, { does: "pay", amount: "5000.00" });
    expect((await submitForm(page, { does: "pay", amount: "5000.00" })).text).toContain("paid already");
    expect((await at.control.log()).filter(({ what }) => what === "charged")).toHaveLength(1);
    await waitForWebhooks(1);
  });

  it("sends the webhook before the payer returns, when that is ordered", async () => {
    await at.control.do("order", { fault: "before-redirect" });
    await submitForm(await beginPayment(), { does: "pay", amount: "5000.00" });
    expect(inbox.count).toBe(1);
  });
});

describe("the bank", () => {
  it("transfers money to a valid account number only", async () => {
    await paystack("/customer", {
      email: "ada@example.com",
      first_name: "Ada",
      last_name: "Obi",
      phone: "08031234567",
    });
    const { customer_code } = (await paystack("/customer/ada@example.com")).data;
    const { account_number } = (await paystack("/dedicated_account", { customer: customer_code })).data;
    expect((await submitForm(at.url, { number: "123", amount: "10.00" })).text).toContain(
      "number doesn't exist",
    );
    const sent = await submitForm(at.url, { number: account_number ?? "", amount: "1234.56" });
    expect(sent.text).toContain("₦1234.56 went to");
    expect(await readPayment()).toMatchObject({ status: "paid", amount: 123_456n, method: "transfer" });
    await waitForWebhooks(1);
  });
});

describe("a webhook", () => {
  it("is repeated until its response is 200, and then no more", async () => {
    inbox.statuses.push(500, 302, 404);
    await submitForm(await beginPayment(), { does: "pay", amount: "5000.00" });
    const log = await at.control.waitForLog((all) =>
      all.some((entry) => entry.what === "webhook" && entry.status === 200),
    );
    expect(log.filter(({ what }) => what === "webhook")).toMatchObject([{ tries: 4, status: 200 }]);
    expect(inbox.count).toBe(4);
  });
});
