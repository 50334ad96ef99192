import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { atMost, type Row, report } from "./support/compare.ts";
import { type Line, openLine } from "./support/line.ts";
import { percentiles } from "./support/load.ts";
import { openPrograms, type Programs } from "./support/programs.ts";

/** How long the upstream takes, in ms: what a provider needs at its best. */
const UPSTREAM_MS = 100;
const ASKED = { callers: 10, p50: 10, p99: 40 };

/**
 * `npm run bench -- latency [--ms N]`: what the portal adds to a purchase over the upstream's own time, with so many
 * callers who wait for their outcome: from the request until the upstream has it, and from the upstream's answer until
 * the caller has theirs. Pace is no limit. Returns 1 when it adds more than asked with ten callers.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { ms: { type: "string", default: "10000" } } as const });
  const upstream = await startUpstream();
  const programs = await openPrograms("web,worker", { UPSTREAM_BASE_URL: upstream.url });
  upstream.cost = Number(programs.market.at.offered(0, "api").price) / 100;
  const rows: Row[] = [];
  try {
    await addedWith(programs, upstream, 10, 3_000);
    await untilStarted(programs);
    for (const callers of [1, 10, 50]) {
      const added = await addedWith(programs, upstream, callers, Number(values.ms));
      for (const [part, times] of Object.entries(added)) {
        const { p50, p99 } = percentiles(times);
        const asked = callers === ASKED.callers && part === "in all";
        const row = (what: string) => ({ what: `${callers} waiting, ${part}, ${what}`, unit: "ms" });
        rows.push(atMost(row("p50"), [p50], asked ? ASKED.p50 : undefined));
        rows.push(atMost(row("p99"), [p99], asked ? ASKED.p99 : undefined));
      }
    }
    return report("latency", rows);
  } finally {
    await programs.close();
    upstream.close();
  }
}

/** What a portal does once when it starts on old books (days added up, closed and proved) is no part of a purchase. */
async function untilStarted({ market: { sql } }: Programs): Promise<void> {
  const due = () => sql`select from lanes where claimed_until > now() or next_run_at <= now()`;
  while ((await due()).length > 0) await pause(100);
}

let sent = 0;

/** Buys as each caller's last purchase ends, and says what came on top of the upstream's time. */
async function addedWith({ url, post }: Programs, upstream: Upstream, callers: number, ms: number) {
  const added = { "before it": [] as number[], "after it": [] as number[], "in all": [] as number[] };
  const buy = async (line: Line) => {
    const { mobile, bytes } = post(sent++);
    const from = performance.now();
    const { status, body } = await line.ask(bytes);
    const to = performance.now();
    const seen = upstream.seen.get(mobile);
    if (status !== 200 || !seen || !body.toString().includes('"Status":"successful"'))
      throw new Error(`${mobile} was answered with ${status}: ${body}`);
    upstream.seen.delete(mobile);
    added["before it"].push(seen.asked - from);
    added["after it"].push(to - seen.answered);
    added["in all"].push(seen.asked - from + to - seen.answered);
  };
  const lines = await Promise.all(Array.from({ length: callers }, () => openLine(url)));
  const end = performance.now() + ms;
  await Promise.all(
    lines.map(async (line) => {
      while (performance.now() < end) await buy(line);
      line.close();
    }),
  );
  return added;
}

interface Upstream {
  url: string;
  /** What it charges, in major units. */
  cost: number;
  /** When a purchase for a number came, and when it was answered. */
  seen: Map<string, { asked: number; answered: number }>;
  close(): void;
}

/** An upstream that delivers whatever it is asked for, always as late as the other time. */
async function startUpstream(): Promise<Upstream> {
  const seen: Upstream["seen"] = new Map();
  // Beyond the numbers of the purchases that the database was filled with.
  let number = 1e9;
  const upstream = { url: "", cost: 0, seen, close: () => {} };
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(404).end("{}");
    const asked = performance.now();
    const ident = request.url?.split("/").at(-1);
    const { mobile_number, network } = JSON.parse(await text(request));
    setTimeout(() => {
      number += 1;
      const balance = 1e12 - number * upstream.cost;
      const answer = JSON.stringify({
        data: {
          ...{
            id: number,
            network,
            ident,
            amount: upstream.cost.toFixed(2),
            api_response: "Delivered",
            Status: "successful",
          },
          ...{ description: "", plan_network: "N/A", create_date: "21/11/2026 10:00 AM" },
          ...{ balance_before: (balance + upstream.cost).toFixed(2), balance_after: balance.toFixed(2) },
        },
      });
      seen.set(mobile_number, { asked, answered: performance.now() });
      response.writeHead(200, { "Content-Type": "application/json" }).end(answer);
    }, UPSTREAM_MS);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(upstream, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
}
