import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paystack } from "#lib/payment/paystack";
import { keys } from "./keys.ts";
import { misfits, PAYSTACK } from "./published.ts";
import { type Payments, startPayments } from "./server.ts";

/** What went between the portal and the sandbox. */
interface Exchange {
  method: string;
  path: string;
  asked: unknown;
  told: { data?: unknown };
}

let at: Payments;
let between: Server;
const exchanges: Exchange[] = [];

beforeAll(async () => {
  at = await startPayments();
  between = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const body = await text(request);
    const answer = await fetch(`${at.base("paystack")}${url}`, {
      method,
      headers: { authorization: headers.authorization ?? "", "content-type": headers["content-type"] ?? "" },
      ...(body && { body }),
    });
    const told = await answer.text();
    const path = url.split("?")[0] ?? "";
    exchanges.push({ method, path, asked: body ? JSON.parse(body) : undefined, told: JSON.parse(told) });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(told);
  });
  await once(between.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  between?.close();
  await at?.close();
});

/** The operation of a request, with its parameters named as in the published file. */
function operationOf({ method, path }: Exchange): string {
  const named = path
    .replace(/^\/transaction\/verify\/.+/, "/transaction/verify/{reference}")
    .replace(/^\/(transaction|refund)\/\d+$/, "/$1/{id}")
    .replace(/^\/customer\/.+/, "/customer/{code}");
  return `${method} ${named}`;
}

test("what is sent to Paystack, and what its sandbox answers, is as Paystack published it", async () => {
  const baseUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  const provider = paystack({ secretKey: keys.PAYSTACK_SECRET_KEY, baseUrl });
  const payer = { email: "ada@example.com", name: "Ada Obi" };
  const ways = ["card", "transfer", "ussd"] as const;
  await provider.start({
    ...{ ...payer, reference: "pay-001", amount: 500_000n, currency: "NGN" },
    ...{ returnTo: "http://127.0.0.1/", ways: [...ways] },
  });
  await provider.verify({ reference: "pay-001" });
  await at.control.do("pay", { provider: "paystack", reference: "pay-001", way: "card" });
  const { transaction } = await provider.verify({ reference: "pay-001" });
  await provider.verify({ transaction: transaction ?? "" });
  const asked = {
    transaction: transaction ?? "",
    amount: 100_000n,
    currency: "NGN",
    key: "k-1",
    reason: "late",
  };
  const { id } = await provider.refund(asked);
  await provider.refundState(id);
  const owner = { owner: "reseller-1", ...payer, phone: "+2348031234567" };
  await provider.openAccount(owner);
  await provider.openAccount(owner);
  const other = { ...owner, owner: "reseller-2", email: "bola@example.com" };
  await provider.openAccount({ ...other, identity: { kind: "bvn", number: "22123456789" } });

  const seen = new Set<string>();
  const wrong = exchanges.flatMap((one) => {
    const name = operationOf(one);
    const published = PAYSTACK[name];
    if (!published) return [];
    seen.add(name);
    const { asks, data } = published;
    const answered =
      data && one.told.data !== undefined ? misfits(one.told.data, data, `${name} answers data`) : [];
    if (!asks) return answered;
    const sent = one.asked as Record<string, unknown>;
    const known = { ...asks.required, ...asks.optional };
    const present = Object.fromEntries(Object.entries(asks.optional).filter(([field]) => field in sent));
    return [
      ...answered,
      ...misfits(sent, { ...asks.required, ...present }, `${name} is asked`),
      ...Object.keys(sent).flatMap((field) => (field in known ? [] : [`${name} knows no ${field}`])),
    ];
  });
  expect(wrong).toEqual([]);
  expect([...seen].toSorted()).toEqual(Object.keys(PAYSTACK).toSorted());
});
