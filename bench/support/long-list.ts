import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/**
 * The thread of an upstream that lists so many plans on four networks, and nothing else. A message changes one price.
 */
const planCount: number = workerData;
let price = 300;

const buildPlans = (network: number) =>
  Array.from({ length: planCount / 4 }, (_, n) => {
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

function buildList(): string {
  const networks = Array.from({ length: 4 }, (_, n) => ({
    id: n + 1,
    name: ["MTN", "GLO", "9MOBILE", "AIRTEL"][n],
    code: `n${n + 1}`,
    data_active: true,
    data_plan_types: [{ id: 50 + n, name: "SME", code: "sme", active: true, plans: buildPlans(n) }],
  }));
  return JSON.stringify({
    success: true,
    data: networks,
    filters_applied: {},
    total_plans: planCount,
    message: "",
  });
}

let listText = buildList();
const server = createServer((_, response) => {
  response.setHeader("Content-Type", "application/json");
  response.end(listText);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
parentPort?.on("message", () => {
  price += 1;
  listText = buildList();
  parentPort?.postMessage("repriced");
});
parentPort?.postMessage((server.address() as AddressInfo).port);
