import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type PortalMember, startSystem, type TestSystem } from "#e2e/harness";
import { TestAccounts } from "#e2e/test-accounts";
import { buyTestPlan, findTestPlan, nextTestPhone, testResellerCtx } from "#e2e/test-purchases";
import { createToken } from "#lib/account/token/create-token";
import type { PlanView } from "#lib/catalogue/plan-view";
import { ATTACKS, type Attacker } from "./attacks.ts";

/** How often the neighbour acts beside each attack. */
const ROUNDS = 5;
/** After each response, so that the attack costs this process less than the portal. */
const PAUSE_MS = 200;
const TIMEOUT_MS = 600_000;

let system: TestSystem;
let portal: PortalMember;
let plan: PlanView;
let attacker: Attacker;
let people: TestAccounts;
const table: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  system = await startSystem();
  portal = await system.start({ env: { TRUSTED_PROXIES: "127.0.0.1,::1", BOUNDS_FACTOR: "1" } });
  people = new TestAccounts(system.database.systemCtx);
  const { person, ...rest } = await join();
  const ctx = testResellerCtx(system, person);
  plan = await findTestPlan(system, ctx);
  const { ident } = await buyTestPlan(ctx, plan, nextTestPhone());
  attacker = { url: portal.url, ident, plan, ...rest };
}, TIMEOUT_MS);
afterAll(async () => {
  console.table(table);
  await system.close();
});

async function join() {
  const person = await people.reseller({ money: 1_000_000_000n });
  const { name, value } = await people.cookie(person);
  const { token } = await createToken(system.database.systemCtx, { resellerId: person.id, name: "test" });
  return { person, cookie: `${name}=${value}`, token };
}

const NETWORK = { "X-Forwarded-For": "203.0.113.9" };

/** A new neighbour, who may buy 30 times a minute, reads a page and buys by program. @returns the middle time of each, in ms, and failures. */
async function serveNeighbour() {
  const times: Record<"page" | "purchase", number[]> = { page: [], purchase: [] };
  const failures: string[] = [];
  const neighbour = await join();
  const act = async (kind: keyof typeof times, path: string, init: RequestInit) => {
    const start = performance.now();
    const response = await fetch(portal.url + path, init);
    const text = await response.text();
    times[kind].push(performance.now() - start);
    if (response.status !== 200) failures.push(`${kind} ${response.status} ${text.slice(0, 200)}`);
  };
  for (let round = 0; round < ROUNDS; round++) {
    await act("page", "/wallet", { headers: { ...NETWORK, Cookie: neighbour.cookie } });
    await act("purchase", `/api/data/${randomUUID()}`, {
      method: "POST",
      headers: {
        ...NETWORK,
        Authorization: `Bearer ${neighbour.token}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ plan: plan.id, network: plan.networkId, mobile_number: nextTestPhone() }),
    });
  }
  const middle = (values: number[]) =>
    Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
  return { failures, page: middle(times.page), purchase: middle(times.purchase) };
}

/** Attacks again and again until the returned function is called, which returns how often each status came. */
function attack({ callers, act }: (typeof ATTACKS)[string]) {
  const ending = new AbortController();
  const statuses: Record<string, number> = {};
  const count = (status: number | string) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const running = Array.from({ length: callers }, async () => {
    while (!ending.signal.aborted)
      await act(attacker, ending.signal)
        .then(count, () => ending.signal.aborted || count("cut"))
        .then(() => pause(PAUSE_MS));
  });
  return {
    statuses,
    async end() {
      ending.abort();
      await Promise.all(running);
    },
  };
}

test(
  "serves a neighbour beside every attack of one caller",
  async () => {
    const alone = await serveNeighbour();
    expect(alone.failures).toEqual([]);
    for (const [name, each] of Object.entries(ATTACKS)) {
      const { statuses, end } = attack(each);
      const beside = await serveNeighbour().finally(end);
      table[name] = {
        "page, ms": `${alone.page} → ${beside.page}`,
        "purchase, ms": `${alone.purchase} → ${beside.purchase}`,
        "attacker got": JSON.stringify(statuses),
      };
      expect({ name, failures: beside.failures }).toEqual({ name, failures: [] });
    }
  },
  TIMEOUT_MS,
);

test("rejects pages above the bound of those that wait", async () => {
  const { end, statuses } = attack(ATTACKS["pages waiting"] as (typeof ATTACKS)[string]);
  await vi.waitUntil(() => (statuses[503] ?? 0) > 0, TIMEOUT_MS).finally(end);
});
