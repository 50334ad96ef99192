import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { vi } from "vitest";
import { type PortalMember, startSystem, type TestSystem } from "#e2e/harness";
import { TestAccounts, type TestPerson } from "#e2e/test-accounts";
import { requestMoney, sendToAgent } from "#lib/agent/send-money";
import { makeAgent, turnAgentsOn } from "#lib/agent/testing/make-agent";
import { modules } from "#lib/modules";
import { notifyAgentPrices } from "#lib/notification/notify-agent-prices";
import { saveMarkup } from "#lib/price-list/save-markup";
import { reverseDeliveredPurchase } from "#lib/purchase/settle/reverse-delivered-purchase";
import { syncCatalogue } from "#lib/supplier/sync-supplier";
import { asReseller } from "#lib/testing/scene";
import { listHiddenPrices, listSecrets, type Secrets } from "./secrets.ts";
import { buyMarked, type SeededReseller, seedReseller } from "./seed-reseller.ts";

/** A word in each text of a reseller, of a pair with a second agent, another pair, and one of neither. */
export const MARKS = {
  ...{ parent: "Quillon", agent: "Zebrano", sibling: "Mapleton" },
  ...{ otherParent: "Topazio", otherAgent: "Birchall", stranger: "Pearline" },
};
export type Name = keyof typeof MARKS;
const NAMES = Object.keys(MARKS) as Name[];

/** The readers, and the owners of records that they look for. */
const VIEWS: readonly [viewer: Name, target: Name][] = [
  ["parent", "agent"],
  ["agent", "parent"],
  ["agent", "sibling"],
  ["otherParent", "parent"],
  ["otherParent", "agent"],
  ["stranger", "parent"],
  ["stranger", "agent"],
];
export const VIEWERS = [...new Set(VIEWS.map(([viewer]) => viewer))];

const LINKS: readonly [agent: Name, parent: Name][] = [
  ["agent", "parent"],
  ["sibling", "parent"],
  ["otherAgent", "otherParent"],
];

interface View {
  viewer: Name;
  target: Name;
  /** The texts and amounts that the viewer may not read. */
  secrets: Secrets;
}

/** The resellers with their records, and what their programs and windows were sent. */
export interface PairScene {
  system: TestSystem;
  portal: PortalMember;
  people: Record<Name, SeededReseller & { cookie: string }>;
  views: View[];
  /** The texts of the event streams of each. */
  streams: Record<Name, string>;
  /** The bodies of webhooks. */
  hooks: Record<Name, string>;
  close(): Promise<void>;
}

const forEach = <T>(make: (name: Name) => T) =>
  Object.fromEntries(NAMES.map((name) => [name, make(name)])) as Record<Name, T>;

const TIMEOUT_MS = 900_000;

/** Makes the pairs as they are after purchases, a reversal, money sent and requested, and a change of prices. */
export async function openPairScene(): Promise<PairScene> {
  const system = await startSystem({ WEBHOOK_ALLOW_PRIVATE: "1" });
  const { systemCtx, sql } = system.database;
  // No two tables have an id in common.
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, 1000000 * row_number() over (order by sequencename))
    from pg_sequences where schemaname = 'public'`;
  await turnAgentsOn(systemCtx);
  await setDistinctPrices(system, 0n);
  const accounts = new TestAccounts(systemCtx);
  const hooks = forEach(() => "");
  const server = await startWebhookServer(hooks);
  const portal = await system.start({ roles: "web" });
  const worker = await system.start({ roles: "worker" });
  const persons = await makePairs(system, accounts);
  const people: Partial<PairScene["people"]> = {};
  for (const [n, name] of NAMES.entries()) {
    const marked = { mark: MARKS[name], kobo: BigInt(11 + 13 * n), webhook: `${server.url}/${name}` };
    const seeded = await seedReseller(system, accounts, persons[name], marked);
    const cookie = await accounts.cookie(persons[name]);
    people[name] = { ...seeded, cookie: `${cookie.name}=${cookie.value}` };
  }
  const made = people as PairScene["people"];
  const listening = await listen(portal.url, made);
  const prices = await listHiddenPrices(systemCtx, persons.agent.id);
  for (const [agent, parent] of LINKS) {
    const { ident } = await buyMarked(made[agent].ctx, system, 777_717n);
    await reverseDeliveredPurchase(systemCtx, { ident, reason: "The network took it back" });
    const pairId = Number(made[agent].places.pair);
    await sendToAgent(made[parent].ctx, { pairId, amount: "61", ref: randomUUID() });
    await requestMoney(made[parent].ctx, { pairId, amount: "9", ref: randomUUID() });
  }
  await setDistinctPrices(system, 4_000n);
  await notifyAgentPrices(systemCtx);
  const isHandled = async () => (await sql`select from events where handled_at is null`).length === 0;
  await vi.waitUntil(isHandled, { timeout: TIMEOUT_MS, interval: 200 });
  const streams = await listening();
  await worker.stop();
  const laterPrices = await listHiddenPrices(systemCtx, persons.agent.id);
  const views: View[] = [];
  for (const [viewer, target] of VIEWS) {
    const toOwner = (name: Name) => ({ id: persons[name].id, name: persons[name].name, mark: MARKS[name] });
    const unrelated = NAMES.filter(
      (name) => name !== viewer && name !== target && name !== "parent" && name !== "agent",
    );
    const secrets = await listSecrets(systemCtx, toOwner(target), {
      viewer: toOwner(viewer),
      others: unrelated.map(toOwner),
    });
    if (viewer === "agent") secrets.amounts.push(...prices, ...laterPrices);
    views.push({ viewer, target, secrets });
  }
  const close = async () => {
    server.close();
    await system.close();
  };
  return { system, portal, people: made, views, streams, hooks, close };
}

async function makePairs(
  { database }: TestSystem,
  accounts: TestAccounts,
): Promise<Record<Name, TestPerson>> {
  const persons: Partial<Record<Name, TestPerson>> = {};
  for (const name of NAMES) {
    const person = {
      ...(await accounts.reseller({ level: "api", money: 90_000_000n })),
      name: `${MARKS[name]} Data`,
    };
    await database.sql`update accounts set name = ${person.name} where id = ${person.id}`;
    persons[name] = person;
  }
  const made = persons as Record<Name, TestPerson>;
  for (const [n, parent] of (["parent", "otherParent"] as const).entries())
    await saveMarkup(await asReseller(database.systemCtx, made[parent].id), {
      ...{ kind: "flat", value: `${7 + n}.37`, audience: "agents" },
    });
  for (const [agent, parent] of LINKS)
    await makeAgent({ system: database.systemCtx }, made[parent].id, made[agent].id);
  return made;
}

/** Starts the server of all webhooks, which keeps the bodies by the name in their address. */
async function startWebhookServer(hooks: Record<string, string>) {
  const server = createServer(async (request, response) => {
    const name = request.url?.slice(1) ?? "";
    hooks[name] += await text(request);
    response.writeHead(204).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Gives each plan another price at each level, all of them different. */
async function setDistinctPrices({ upstream, database }: TestSystem, more: bigint): Promise<void> {
  const { plans } = await upstream.control.plans();
  for (const [n, { id, prices }] of plans.entries()) {
    const levels = Object.entries(prices).map(([level, price], m) => [
      level,
      price + more + BigInt(4 * n + m + 1),
    ]);
    await upstream.control.setPlan({ id, prices: Object.fromEntries(levels) });
  }
  await syncCatalogue(database.systemCtx);
}

/** Opens the event streams of all windows. @returns a function that ends them and returns their texts */
async function listen(
  url: string,
  people: PairScene["people"],
): Promise<() => Promise<Record<Name, string>>> {
  const ending = new AbortController();
  const also = modules.flatMap(({ changes = {} }) => Object.keys(changes));
  const texts = forEach(() => "");
  const reading = NAMES.flatMap((name) =>
    ["", ...also.map((change) => `?also=${change}`)].map(async (query) => {
      const init = { headers: { Cookie: people[name].cookie }, signal: ending.signal };
      try {
        const { body } = await fetch(`${url}/api/events${query}`, init);
        for await (const chunk of body ?? []) texts[name] += Buffer.from(chunk).toString();
      } catch (error) {
        if (!ending.signal.aborted) throw error;
      }
    }),
  );
  await vi.waitUntil(() => NAMES.every((name) => texts[name] !== ""), TIMEOUT_MS);
  return async () => {
    await vi.waitUntil(() => LINKS.flat().every((name) => texts[name].includes("data:")), TIMEOUT_MS);
    ending.abort();
    await Promise.all(reading);
    return texts;
  };
}
