import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { makeAgent, turnAgentsOn } from "#lib/agent/testing/make-agent";
import type { Actor, Ctx, Db } from "#lib/core/context";
import type { Claim } from "#lib/dispatch/claim-purchase";
import { saveMarkup } from "#lib/price-list/save-markup";
import type { PlacePurchaseInput } from "#lib/purchase/place/offer";
import { asReseller, type Scene } from "#lib/testing/scene";
import type { PurchaseResponse } from "#lib/upstream/purchase-response";
import { openBenchScene } from "./bench-system.ts";
import { repeatBeside } from "./repeat.ts";
import { seedLedger } from "./seed.ts";

/**
 * The step between the resellers who buy: the levels of `seedLedger` repeat every four, and all buyers have the same
 * one.
 */
const RESELLER_STEP = 4;
const FIRST_RESELLER_ID = 3;
const BUYER_COUNT = 250;
/** Further ones, of whom the first is the parent of the others (`openAgents`). */
const FAMILY_COUNT = 26;
/** A buyer's token has their own number and this. */
const TOKEN_ID_OFFSET = 1_000_000;
/** Often enough that the queue stays short (see `getSureWait`), and seldom enough that it costs nothing beside placing. */
const DRAIN_INTERVAL_MS = 50;

/** A buyer that is also an actor. */
type Trader = Extract<Actor, { kind: "reseller" | "token" }>;

/** A buyer, and what they buy. */
export type Order = [Trader, PlacePurchaseInput];

export type BuyerChannel = "api" | "web";

/** Many resellers with money who may buy at once, in a database with a past. */
export interface Market extends AsyncDisposable {
  at: Scene;
  /** A connection of its own, on which no trigger fires. */
  sql: postgres.Sql;
  buyers: number;
  /** The nth buyer; each reseller in turn. */
  buyer(n: number, channel: BuyerChannel): Trader;
  input(channel: BuyerChannel): PlacePurchaseInput;
  /**
   * The start of a pgbench script, which draws a buyer: it sets the variables reseller, token, ref, ident and phone.
   */
  draw: string;
  /** Empties the queue, and leaves nothing dead behind. */
  clear(): Promise<void>;
  /**
   * Removes purchases that wait longer than some seconds from the queue, as fast senders would: otherwise every placing
   * would read a longer queue.
   */
  keepQueueShort<T>(work: () => Promise<T>, longerThan?: number): Promise<T>;
  count(): Promise<number>;
  /** The number of them that a response settled. */
  countAnswered(): Promise<number>;
}

/** Opens a market on a server of its own, without limits on pace and age of the catalogue. */
export async function openMarket(purchases = 100_000): Promise<Market> {
  const at = await openBenchScene({
    UPSTREAM_PURCHASES_PER_MINUTE: "100000",
    WAITING_PER_RESELLER: "100000",
    CATALOGUE_MAX_AGE_S: "86400",
  });
  const sql = postgres(at.url, { max: 1, onnotice: () => {} });
  await seedLedger(sql, { resellers: RESELLER_STEP * (BUYER_COUNT + FAMILY_COUNT), purchases });
  await sql`insert into tokens (id, reseller_id, name, hash, hint, test, created_by) overriding system value
    select id + ${TOKEN_ID_OFFSET}::int, id, 'bench', 'bench ' || id, '-', false, 'system:bench' from resellers`;
  // A purchase's number differs from its attempt's, so that a comparison of two captures separates them.
  await sql`select setval(pg_get_serial_sequence('attempts', 'id'), 100000000)`;
  await sql`vacuum analyze`;
  await sql`set session_replication_role = replica`;
  const offered = at.offered(0, "api");
  const drain = (longerThan = 0) =>
    sql`update purchases set state = 'successful', settled_at = now(), settled_by = 'bench'
      where state = 'queued' and placed_at <= now() - make_interval(secs => ${longerThan})`;
  let drawn = 0;
  const clear = async () => {
    await drain();
    await sql`vacuum purchases, wallets, attempts, dispatcher`;
  };
  return {
    at,
    sql,
    buyers: BUYER_COUNT,
    buyer: (n, channel) => nthTrader(n % BUYER_COUNT, channel),
    input: (channel) => ({
      ref: randomUUID(),
      // Never the same twice: web users are asked before they repeat a purchase.
      phone: `0806${String(drawn++ % 1e7).padStart(7, "0")}`,
      channel,
      again: false,
      ...offered,
    }),
    draw: `\\set reseller ${FIRST_RESELLER_ID} + ${RESELLER_STEP} * random(0, ${BUYER_COUNT - 1})
\\set token :reseller + ${TOKEN_ID_OFFSET}
\\set ref random(1, 9000000000000000000)
\\set ident random(1, 9000000000000000000)
\\set phone random(2340000000000, 2349999999999)
`,
    clear,
    async keepQueueShort(work, longerThan) {
      try {
        return await repeatBeside(() => drain(longerThan), DRAIN_INTERVAL_MS, work);
      } finally {
        await clear();
      }
    },
    async count() {
      const [row] = await sql<{ count: number }[]>`select count(*)::int from purchases`;
      return row?.count ?? Number.NaN;
    },
    async countAnswered() {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int from purchases where settled_by = 'answer'`;
      return row?.count ?? Number.NaN;
    },
    async [Symbol.asyncDispose]() {
      await sql.end();
      await at[Symbol.asyncDispose]();
    },
  };
}

function nthTrader(n: number, channel: BuyerChannel): Trader {
  const id = FIRST_RESELLER_ID + RESELLER_STEP * n;
  const account = { id, email: `seed-${id}@example.com`, level: "api" } as const;
  return channel === "web"
    ? { kind: "reseller", ...account, sessionId: 0 }
    : { kind: "token", ...account, tokenId: id + TOKEN_ID_OFFSET, test: false };
}

/** The response to a delivered purchase. */
export function createSuccess({ cost }: Claim): PurchaseResponse {
  const ident = randomUUID();
  return {
    result: "successful",
    note: "200 successful",
    httpStatus: 200,
    raw: '{"data":{"Status":"successful"}}',
    transaction: {
      upstreamId: `bench ${ident}`,
      ident,
      amount: cost,
      balanceBefore: 100_000_000n,
      balanceAfter: 100_000_000n - cost,
      message: "Delivered.",
    },
  };
}

export const buyerCtx = (actor: Trader, db: Db): Ctx => ({ actor, db, address: "10.0.0.1" });

/** The markup of the market's agents. */
const AGENT_MARKUP_NAIRA = 10;

/** Makes some who aren't among the buyers agents of another. @returns the nth of them, and its order by program */
export async function openAgents(market: Market): Promise<(n: number) => Order> {
  const { system } = market.at;
  await turnAgentsOn(system);
  const family = Array.from({ length: FAMILY_COUNT }, (_, n) => nthTrader(BUYER_COUNT + n, "api"));
  const [parent, ...members] = family as [Trader, ...Trader[]];
  const value = String(AGENT_MARKUP_NAIRA);
  await saveMarkup(await asReseller(system, parent.id), { kind: "flat", value, audience: "agents" });
  const agents: Trader[] = [];
  for (const member of members) {
    const { actor } = await makeAgent({ system }, parent.id, member.id);
    agents.push({ ...member, ...("agent" in actor && { agent: actor.agent }) });
  }
  return (n) => {
    const input = market.input("api");
    const price = market.at.offered(0, "api").price + BigInt(AGENT_MARKUP_NAIRA * 100);
    return [agents[n % agents.length] as Trader, { ...input, price }];
  };
}
