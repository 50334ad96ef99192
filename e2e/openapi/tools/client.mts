/** A program as a user of openapi-fetch writes it, checked against the types that openapi-typescript generates. */
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi.d.ts";

const { PORTAL = "", TOKEN = "", REF = "" } = process.env;
const client = createClient<paths>({ baseUrl: PORTAL, headers: { Authorization: `Bearer ${TOKEN}` } });
let calls = 0;

function expectEqual(value: unknown, expected: unknown): void {
  calls += 1;
  if (value !== expected) throw new Error(`${JSON.stringify(value)} instead of ${JSON.stringify(expected)}`);
}

const plans = await client.GET("/api/data_plans");
const plan: components["schemas"]["Plan"] | undefined = plans.data?.[0];
const id: number = plan?.id ?? 0;
expectEqual(id, 1);

const filtered = await client.GET("/api/data-plans-prices/filtered", {
  params: { query: { mobile_network: 1, min_price: 100.5, validity: "Monthly" } },
});
const price: number | undefined = filtered.data?.data[0]?.data_plan_types[0]?.plans[0]?.api_amount;
expectEqual(typeof price, "number");
expectEqual(filtered.data?.filters_applied.mobile_network, "MTN");

const order = { plan: id, mobile_number: "08031234567", network: 1 };
const bought = await client.POST("/api/data/{ref}", { params: { path: { ref: REF } }, body: order });
const status: "successful" | "pending" | "failed" | undefined = bought.data?.data.Status;
expectEqual(status, "successful");

const again = await client.POST("/api/data/{ref}", { params: { path: { ref: REF } }, body: order });
expectEqual(again.response.headers.get("Idempotency-Replayed"), "true");
expectEqual(again.data?.data.ident, bought.data?.data.ident);

const rejected = await client.POST("/api/data", { body: { ...order, plan: 999_999 } });
const reasons = rejected.error && "errors" in rejected.error ? rejected.error.errors : undefined;
expectEqual(reasons?.plan?.[0], "The selected plan is invalid.");

const read = await client.GET("/api/data/{ref}", { params: { path: { ref: REF } } });
expectEqual(read.data?.data.ident, bought.data?.data.ident);

const missing = await client.GET("/api/data/{ref}", { params: { path: { ref: "missing" } } });
expectEqual(missing.response.status, 404);
const message: string | undefined = missing.error && "message" in missing.error ? missing.error.message : "";
expectEqual(message, "This purchase does not exist.");

const page = await client.GET("/api/transactions", { params: { query: { limit: 1, status: "successful" } } });
expectEqual(page.data?.data[0]?.ref, REF);
const cursor: string | null | undefined = page.data?.next_cursor;
expectEqual(cursor, null);

const balance = await client.GET("/api/balance");
expectEqual(balance.data?.data.held, "0.00");
const news = await client.GET("/api/announcements");
const kind: "outage" | "maintenance" | "price" | "news" | undefined = news.data?.data[0]?.kind;
expectEqual(kind, undefined);

console.log(calls);
