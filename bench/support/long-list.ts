import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/** The thread of an upstream that lists so many plans on four networks, and nothing else. Told to, it changes one price. */
const plans: number = workerData;
let price = 300;

const plansOf = (network: number) =>
  Array.from({ length: plans / 4 }, (_, n) => {
    const amount = n === 7 && network === 0 ? price : 300 + n;
    const each = Object.fromEntries(
      ["smart_earner", "affiliate", "top_user", "api"].map((level) => [`${level}_amount`, `${amount}.00`]),
    );
    return {
      id: 10_000 + network * 10_000 + n,
      size: String(n + 1),
      volume: "GB",
      validity: "30 Days",
      validity_normalized: "Monthly",
      amount: `${amount}.00`,
      ...each,
      active: true,
    };
  });

function body(): string {
  const networks = Array.from({ length: 4 }, (_, n) => ({
    id: n + 1,
    name: ["MTN", "GLO", "9MOBILE", "AIRTEL"][n],
    code: `n${n + 1}`,
    data_active: true,
    data_plan_types: [{ id: 50 + n, name: "SME", code: "sme", active: true, plans: plansOf(n) }],
  }));
  return JSON.stringify({
    success: true,
    data: networks,
    filters_applied: {},
    total_plans: plans,
    message: "",
  });
}

let text = body();
const server = createServer((_, response) => {
  response.setHeader("Content-Type", "application/json");
  response.end(text);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
parentPort?.on("message", () => {
  price += 1;
  text = body();
  parentPort?.postMessage("repriced");
});
parentPort?.postMessage((server.address() as AddressInfo).port);
