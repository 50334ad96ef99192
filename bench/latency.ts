import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { type ApiClients, openApiClients } from "./support/api-clients.ts";
import { maxRow, printTable, type Row } from "./support/compare.ts";
import { type HttpConnection, openHttpConnection } from "./support/http-connection.ts";
import { percentiles } from "./support/load.ts";
import { readNumbers } from "./support/read-numbers.ts";

/** The upstream's time: that of a provider at its best. */
const UPSTREAM_MS = 100;
const TARGETS = { callers: 10, p50: 10, p99: 40 };

/**
 * `npm run bench -- latency [--ms N]`: the time that the portal adds to a purchase over the upstream's own, with so
 * many callers who wait for their outcome: from the request until the upstream has it, and from the upstream's response
 * until the caller has theirs. There is no rate limit. Returns 1 when it adds more than the target with ten callers.
 */
export async function run(args: string[]): Promise<number> {
  const { ms } = readNumbers(args, { ms: 10_000 });
  await using upstream = await startFakeUpstream();
  await using clients = await openApiClients("web,worker", { UPSTREAM_BASE_URL: upstream.url });
  upstream.cost = Number(clients.market.at.offered(0, "api").price) / 100;
  const rows: Row[] = [];
  await measureAddedLatency(clients, upstream, 10, 3_000);
  await waitUntilStarted(clients);
  for (const callers of [1, 10, 50]) {
    const added = await measureAddedLatency(clients, upstream, callers, ms);
    for (const [part, times] of Object.entries(added)) {
      const { p50, p99 } = percentiles(times);
      const hasTarget = callers === TARGETS.callers && part === "in all";
      const row = (what: string) => ({ what: `${callers} waiting, ${part}, ${what}`, unit: "ms" });
      rows.push(maxRow(row("p50"), [p50], hasTarget ? TARGETS.p50 : undefined));
      rows.push(maxRow(row("p99"), [p99], hasTarget ? TARGETS.p99 : undefined));
    }
  }
  return printTable("latency", rows);
}

/**
 * Waits for the portal's work at a start on an old ledger (adding up, closing and checking days), which does not belong
 * to a purchase.
 */
async function waitUntilStarted({ market: { sql } }: ApiClients): Promise<void> {
  const due = () => sql`select from lanes where claimed_until > now() or next_run_at <= now()`;
  while ((await due()).length > 0) await pause(100);
}

let sentCount = 0;

/** Buys as each caller's last purchase ends, and measures the time on top of the upstream's. */
async function measureAddedLatency(
  { url, post }: ApiClients,
  upstream: FakeUpstream,
  callers: number,
  ms: number,
) {
  const added = { "before it": [] as number[], "after it": [] as number[], "in all": [] as number[] };
  const buy = async (line: HttpConnection) => {
    const { mobile, bytes } = post(sentCount++);
    const from = performance.now();
    const { status, body } = await line.ask(bytes);
    const to = performance.now();
    const seen = upstream.seen.get(mobile);
    if (status !== 200 || !seen || !body.toString().includes('"Status":"successful"'))
      throw new Error(`${mobile} was answered with ${status}: ${body}`);
    upstream.seen.delete(mobile);
    added["before it"].push(seen.requestedAt - from);
    added["after it"].push(to - seen.respondedAt);
    added["in all"].push(seen.requestedAt - from + to - seen.respondedAt);
  };
  const lines = await Promise.all(Array.from({ length: callers }, () => openHttpConnection(url)));
  const end = performance.now() + ms;
  await Promise.all(
    lines.map(async (line) => {
      while (performance.now() < end) await buy(line);
      line.close();
    }),
  );
  return added;
}

interface FakeUpstream extends AsyncDisposable {
  url: string;
  /** The charge, in major units. */
  cost: number;
  /** The times of the request and the response of a purchase, by its number. */
  seen: Map<string, { requestedAt: number; respondedAt: number }>;
}

/** Starts an upstream that delivers every purchase, always after the same time. */
async function startFakeUpstream(): Promise<FakeUpstream> {
  const seen: FakeUpstream["seen"] = new Map();
  // Beyond the numbers of the purchases that the database was filled with.
  let number = 1e9;
  const upstream = { url: "", cost: 0, seen };
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(404).end("{}");
    const requestedAt = performance.now();
    const ident = request.url?.split("/").at(-1);
    const { mobile_number, network } = JSON.parse(await text(request));
    setTimeout(() => {
      number += 1;
      const balance = 1e12 - number * upstream.cost;
      const answer = JSON.stringify({
        data: {
          id: number,
          network,
          ident,
          amount: upstream.cost.toFixed(2),
          api_response: "Delivered",
          Status: "successful",
          description: "",
          plan_network: "N/A",
          create_date: "21/11/2026 10:00 AM",
          balance_before: (balance + upstream.cost).toFixed(2),
          balance_after: balance.toFixed(2),
        },
      });
      seen.set(mobile_number, { requestedAt, respondedAt: performance.now() });
      response.writeHead(200, { "Content-Type": "application/json" }).end(answer);
    }, UPSTREAM_MS);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(upstream, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  });
}
