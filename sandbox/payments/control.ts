import type { IncomingMessage, RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { decode, encode } from "../json.ts";
import { dialectOf } from "./dialects.ts";
import { FaultOrder } from "./faults.ts";
import { letGo } from "./notices.ts";
import {
  charge,
  dispute,
  fail,
  openAccount,
  pay,
  payOut,
  resolveDispute,
  reverse,
  settleRefund,
  transfer,
} from "./till.ts";
import { find, type Payment, providers, resetWorld, type World, ways } from "./world.ts";

const LONGEST_WAIT_MS = 60_000;

const Named = z.strictObject({ provider: z.enum(providers), reference: z.string() });
const Money = { amount: z.bigint().optional(), currency: z.string().optional() };
const SettingsPatch = z.strictObject({
  notices: z.string().nullable().optional(),
  shopNotices: z.string().nullable().optional(),
  shopKey: z.string().optional(),
  haste: z.number().positive().optional(),
  noticeMs: z.int().nonnegative().optional(),
  refundMs: z.int().nonnegative().nullable().optional(),
  payOutMs: z.int().nonnegative().nullable().optional(),
});

/** What the control client sends, by verb. */
export type Inputs = {
  [Verb in keyof typeof verbs]: z.input<(typeof verbs)[Verb]["schema"]>;
};

function verb<S extends z.ZodType>(schema: S, act: (world: World, input: z.output<S>) => unknown) {
  return { schema, act: (world: World, input: unknown) => act(world, schema.parse(input ?? {})) };
}

const verbs = {
  reset: verb(z.strictObject({}), (world) => resetWorld(world)),
  settings: verb(SettingsPatch, (world, patch) => Object.assign(world.settings, patch)),
  order: verb(FaultOrder, (world, order) => world.faults.order(order)),
  pay: verb(
    Named.extend({ ...Money, way: z.enum(ways).optional() }),
    async (world, { way, amount, currency, ...name }) => {
      await pay(world, dialectOf(name.provider), payment(world, name), { way, amount, currency });
    },
  ),
  fail: verb(Named, (world, name) => fail(world, payment(world, name))),
  /** Ends a pending payment well. */
  settle: verb(Named, (world, name) => charge(world, dialectOf(name.provider), payment(world, name))),
  reverse: verb(Named, (world, name) => reverse(world, dialectOf(name.provider), payment(world, name))),
  /** Resolves to the number of the dispute. */
  dispute: verb(Named.extend({ amount: z.bigint().optional() }), (world, { amount, ...name }) =>
    dispute(world, dialectOf(name.provider), payment(world, name), amount),
  ),
  "resolve-dispute": verb(
    z.strictObject({ id: z.int(), state: z.enum(["answered", "won", "lost"]) }),
    (world, { id, state }) => {
      const found = world.disputes.find((one) => one.id === id);
      if (!found) throw new Error(`no dispute ${id}`);
      return resolveDispute(world, dialectOf(found.provider), found, state);
    },
  ),
  transfer: verb(
    z.strictObject({ number: z.string(), amount: z.bigint(), currency: z.string().optional() }),
    async (world, { number, ...paying }) => {
      const account = accountOf(world, number);
      return (await transfer(world, dialectOf(account.provider), account, paying)).transaction;
    },
  ),
  /** An account number of before: the demo's database outlives this sandbox. */
  "keep-account": verb(
    z.strictObject({
      ...{ provider: z.enum(providers), owner: z.string(), email: z.string() },
      ...{ holder: z.string(), number: z.string() },
    }),
    (world, { provider, owner: portals, ...of }) => {
      const id = world.nextId++;
      const owner = { paystack: `CUS_${id}`, monnify: portals, flutterwave: `va-${portals}` }[provider];
      world.customers.push({ provider, id, email: of.email, name: of.holder });
      world.accounts.push({ provider, id, owner, bank: dialectOf(provider).bank, open: true, ...of });
    },
  ),
  "open-account": verb(z.strictObject({ number: z.string() }), (world, { number }) => {
    const account = accountOf(world, number);
    return openAccount(world, dialectOf(account.provider), account);
  }),
  "settle-refund": verb(
    z.strictObject({ key: z.string(), state: z.enum(["pending", "done", "failed", "attention"]) }),
    (world, { key, state }) => {
      const refund = world.refunds.find((one) => one.key === key);
      if (!refund) throw new Error(`no refund "${key}"`);
      return settleRefund(world, dialectOf(refund.provider), refund, state);
    },
  ),
  /** Settles what is paid; resolves to the number of the settlement, or null when nothing waits for one. */
  "pay-out": verb(
    z.strictObject({ provider: z.enum(providers) }),
    (world, { provider }) => payOut(world, dialectOf(provider))?.id,
  ),
  /** Sends the notices that are late; lets slow answers go. */
  release: verb(z.strictObject({}), (world) => letGo(world, "late") + world.gate.release()),
  "expire-tokens": verb(z.strictObject({}), ({ tokens }) => tokens.clear()),
};

const readers: Record<string, (world: World, query: URLSearchParams, signal: AbortSignal) => unknown> = {
  log: async ({ log }, query, signal) => {
    const since = Number(query.get("since") ?? 0);
    const waitMs = Math.min(Number(query.get("waitMs") ?? 0), LONGEST_WAIT_MS);
    if (waitMs > 0) await log.changed(since, AbortSignal.any([signal, AbortSignal.timeout(waitMs)]));
    return { version: log.version, entries: log.since(since) };
  },
  payments: ({ payments }) => payments,
  accounts: ({ accounts }) => accounts,
  refunds: ({ refunds }) => refunds,
};

/** The control address: GET reads, POST does. */
export function control(world: World): RequestListener {
  return async (request, response) => {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const json = { "content-type": "application/json" };
    try {
      const result = await perform(world, request, gone.signal);
      response.writeHead(200, json).end(encode(result ?? null));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      response.writeHead(400, json).end(encode({ error: message }));
    }
  };
}

async function perform(world: World, request: IncomingMessage, signal: AbortSignal): Promise<unknown> {
  const url = new URL(request.url ?? "/", "http://control");
  const name = url.pathname.slice(1);
  const usage = { GET: Object.keys(readers), POST: Object.keys(verbs) };
  if (request.method === "GET") return readers[name]?.(world, url.searchParams, signal) ?? usage;
  const body = await text(request);
  const chosen = Object.hasOwn(verbs, name) ? verbs[name as keyof typeof verbs] : undefined;
  if (!chosen) throw new Error(`no verb "${name}"; ${JSON.stringify(usage)}`);
  return chosen.act(world, body === "" ? undefined : decode(body));
}

function payment(world: World, { provider, reference }: z.infer<typeof Named>): Payment {
  const found = find(world, provider, reference);
  if (!found) throw new Error(`no payment "${reference}"`);
  return found;
}

function accountOf(world: World, number: string) {
  const found = world.accounts.find((one) => one.number === number);
  if (!found) throw new Error(`no account "${number}"`);
  return found;
}
