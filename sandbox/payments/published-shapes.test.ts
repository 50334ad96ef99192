import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paystack } from "#lib/payment/providers/paystack/paystack";
import { SANDBOX_KEYS } from "./keys.ts";
import { findMismatches, PAYSTACK_OPERATIONS } from "./published-shapes.ts";
import { type PaymentsSandbox, startPaymentProviders } from "./server.ts";

/** A request of the portal and the sandbox's response. */
interface Exchange {
  method: string;
  path: string;
  asked: unknown;
  told: { data?: unknown };
}

let at: PaymentsSandbox;
let between: Server;
const exchanges: Exchange[] = [];

beforeAll(async () => {
  at = await startPaymentProviders();
  between = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const body = await text(request);
    const answer = await fetch(`${at.base("paystack")}${url}`, {
      method,
      headers: { authorization: headers.authorization ?? "", "content-type": headers["content-type"] ?? "" },
      ...(body && { body }),
    });
    const responseText = await answer.text();
    const path = url.split("?")[0] ?? "";
    exchanges.push({
      method,
      path,
      asked: body ? JSON.parse(body) : undefined,
      told: JSON.parse(responseText),
    });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(responseText);
  });
  await once(between.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  between?.close();
  await at?.close();
});

/** Names the operation of a request, with its parameters as in the published file. */
function operationOf({ method, path }: Exchange): string {
  const named = path
    .replace(/^\/transaction\/verify\/.+/, "/transaction/verify/{reference}")
    .replace(/^\/(transaction|refund)\/\d+$/, "/$1/{id}")
    .replace(/^\/customer\/.+/, "/customer/{code}");
  return `${method} ${named}`;
}

test("sends requests and sandbox responses in the shapes that Paystack published", async () => {
  const baseUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  const provider = paystack.create({ secretKey: SANDBOX_KEYS.PAYSTACK_SECRET_KEY }, { baseUrl });
  const payer = { email: "ada@example.com", name: "Ada Obi" };
  const ways = ["card", "transfer", "ussd"] as const;
  await provider.startPayment({
    ...payer,
    reference: "pay-001",
    amount: 500_000n,
    currency: "NGN",
    returnTo: "http://127.0.0.1/",
    methods: [...ways],
  });
  await provider.verify({ reference: "pay-001" });
  await at.control.do("pay", { provider: "paystack", reference: "pay-001", method: "card" });
  const { transaction } = await provider.verify({ reference: "pay-001" });
  await provider.verify({ transaction: transaction ?? "" });
  const refund = {
    transaction: transaction ?? "",
    amount: 100_000n,
    currency: "NGN",
    key: "k-1",
    reason: "late",
  };
  const { id } = await provider.refund(refund);
  await provider.getRefund(id);
  const owner = { owner: "reseller-1", ...payer, phone: "+2348031234567" };
  await provider.openAccount(owner);
  await provider.openAccount(owner);
  const second = { ...owner, owner: "reseller-2", email: "bola@example.com" };
  await provider.openAccount({ ...second, identity: { kind: "bvn", number: "22123456789" } });

  const seen = new Set<string>();
  const mismatches = exchanges.flatMap((exchange) => {
    const name = operationOf(exchange);
    const published = PAYSTACK_OPERATIONS[name];
    if (!published) return [];
    seen.add(name);
    const { asks, data } = published;
    const answered =
      data && exchange.told.data !== undefined
        ? findMismatches(exchange.told.data, data, `${name} answers data`)
        : [];
    if (!asks) return answered;
    const sent = exchange.asked as Record<string, unknown>;
    const documented = { ...asks.required, ...asks.optional };
    const present = Object.fromEntries(Object.entries(asks.optional).filter(([field]) => field in sent));
    return [
      ...answered,
      ...findMismatches(sent, { ...asks.required, ...present }, `${name} request`),
      ...Object.keys(sent).flatMap((field) => (field in documented ? [] : [`${name} knows no ${field}`])),
    ];
  });
  expect(mismatches).toEqual([]);
  expect([...seen].toSorted()).toEqual(Object.keys(PAYSTACK_OPERATIONS).toSorted());
});
