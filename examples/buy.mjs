// Buys data once, however often it runs with the same reference, and prints the purchase:
// PORTAL=https://… TOKEN=… node buy.mjs order-1001 1 08031234567 1
import { setTimeout as pause } from "node:timers/promises";

const { PORTAL, TOKEN } = process.env;
if (!PORTAL || !TOKEN) throw new Error("Set PORTAL and TOKEN.");

async function buy(ref, order) {
  if (!/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/.test(ref)) throw new Error(`Not a valid reference: "${ref}"`);
  for (;;) {
    const response = await fetch(`${PORTAL}/api/data/${ref}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" },
      body: JSON.stringify(order),
      signal: AbortSignal.timeout(40_000),
    }).catch((error) => console.error(`${ref}: no response (${error.cause?.message ?? error.message})`));
    const body = await response?.json().catch(() => undefined);
    const status = body?.data?.Status;
    if (status === "successful" || status === "failed") return body.data;
    // Lost, pending, too many calls or an error of the portal: the same call again, with the same reference.
    const wait = response?.headers.get("Retry-After");
    const shouldRepeat = !body || status === "pending" || wait || response.status >= 500;
    if (!shouldRepeat) throw new Error(JSON.stringify(body.errors ?? body.message));
    console.error(`${ref}: ${status ?? response?.status ?? "no response"}, calling again`);
    await pause(1000 * Number(wait ?? 5));
  }
}

const [ref, plan, number, network] = process.argv.slice(2);
const order = { plan: Number(plan), mobile_number: number, network: Number(network) };
console.log(JSON.stringify(await buy(ref, order)));
