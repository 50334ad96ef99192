import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keys } from "./keys.ts";
import { type Payments, startPayments } from "./server.ts";

const RETURN_TO = "http://127.0.0.1:3000/wallet?back=1";

let at: Payments;
/** How many notices came, and what the next ones are answered. */
const inbox = { count: 0, statuses: [] as number[] };
const portal = createServer((_, response) => {
  inbox.count += 1;
  response.writeHead(inbox.statuses.shift() ?? 200).end();
});

beforeAll(async () => {
  await once(portal.listen(0, "127.0.0.1"), "listening");
  const notices = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
  at = await startPayments({ settings: { notices } });
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

const authorization = `Bearer ${keys.PAYSTACK_SECRET_KEY}`;

async function paystack(path: string, json?: unknown) {
  const answer = await fetch(`${at.base("paystack")}${path}`, {
    method: json === undefined ? "GET" : "POST",
    headers: { authorization, "content-type": "application/json" },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  return (await answer.json()) as { data: Record<string, never> };
}

async function begin(): Promise<string> {
  const asked = { email: "ada@example.com", amount: "500000", reference: "pay-001", callback_url: RETURN_TO };
  return (await paystack("/transaction/initialize", asked)).data.authorization_url ?? "";
}

/** What a browser does when a button of the page is pressed. */
async function press(page: string, fields: Record<string, string>) {
  const answer = await fetch(page, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
}

const state = async () => (await at.control.payments())[0];
const told = (count: number) =>
  at.control.waitForLog((log) => log.filter((one) => one.what === "notice" && one.tries > 0).length >= count);

describe("the page of a payment", () => {
  it("says what is asked for, and takes it by the way that was chosen", async () => {
    const page = await begin();
    expect(await (await fetch(page)).text()).toContain('value="5000.00"');
    const { status, location } = await press(page, { does: "pay", amount: "5000.00", way: "ussd" });
    expect([status, location]).toEqual([303, `${RETURN_TO}&trxref=pay-001&reference=pay-001`]);
    expect(await state()).toMatchObject({ status: "paid", amount: 500_000n, way: "ussd" });
    await told(1);
  });

  it.each([
    ["4999.99", 499_999n],
    ["5000.01", 500_001n],
  ])("takes %s as well", async (amount, paid) => {
    await press(await begin(), { does: "pay", amount, way: "card" });
    expect(await state()).toMatchObject({ status: "paid", amount: paid });
    await told(1);
  });

  it.each([
    ["fail", "failed"],
    ["leave", "open"],
    ["later", "pending"],
  ])("lets a payer %s, and sends them back all the same", async (does, status) => {
    const back = await press(await begin(), { does, amount: "5000.00", way: "card" });
    expect(back.location).toContain(RETURN_TO);
    expect(await state()).toMatchObject({ status, paidAt: null });
    expect(inbox.count).toBe(0);
  });

  it("takes a payment once, and no amount that is none", async () => {
    const page = await begin();
    expect((await press(page, { does: "pay", amount: "a lot" })).text).toContain("Write an amount");
    await press(page, { does: "pay", amount: "5000.00" });
    expect((await press(page, { does: "pay", amount: "5000.00" })).text).toContain("paid already");
    expect((await at.control.log()).filter(({ what }) => what === "charged")).toHaveLength(1);
    await told(1);
  });

  it("lets the notice come before the payer returns, when that is ordered", async () => {
    await at.control.do("order", { fault: "before-redirect" });
    await press(await begin(), { does: "pay", amount: "5000.00" });
    expect(inbox.count).toBe(1);
  });
});

describe("the bank", () => {
  it("sends money to an account number, and to no other", async () => {
    await paystack("/customer", { email: "ada@example.com", first_name: "Ada", last_name: "Obi" });
    const { customer_code } = (await paystack("/customer/ada@example.com")).data;
    const { account_number } = (await paystack("/dedicated_account", { customer: customer_code })).data;
    expect((await press(at.url, { number: "123", amount: "10.00" })).text).toContain("Nobody has this");
    const sent = await press(at.url, { number: account_number ?? "", amount: "1234.56" });
    expect(sent.text).toContain("₦1234.56 went to");
    expect(await state()).toMatchObject({ status: "paid", amount: 123_456n, way: "transfer" });
    await told(1);
  });
});

describe("a notice", () => {
  it("is sent again until it is answered 200, and then no more", async () => {
    inbox.statuses.push(500, 302, 404);
    await press(await begin(), { does: "pay", amount: "5000.00" });
    const log = await at.control.waitForLog((all) =>
      all.some((one) => one.what === "notice" && one.status === 200),
    );
    expect(log.filter(({ what }) => what === "notice")).toMatchObject([{ tries: 4, status: 200 }]);
    expect(inbox.count).toBe(4);
  });
});
