import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { startTestServer } from "../../db/testing/server.ts";
import type { Buyer, Ctx, Db } from "../../lib/core/context.ts";
import type { PlaceInput } from "../../lib/purchase/place/offer.ts";
import { type Scene, scene } from "../../lib/testing/scene.ts";
import { seedBooks } from "./seed.ts";

/** How far apart the resellers are who buy: the levels of `seedBooks` go round in fours, and all of them have one. */
const STEP = 4;
const FIRST = 3;
const BUYERS = 250;
/** A buyer's token has their own number and this. */
const TOKEN = 1_000_000;
/** So often that the queue never grows long: see `isQueueShort`. */
const DRAIN_EVERY_MS = 5;

export type Channel = "api" | "web";

/** Many resellers with money who may buy at once, in a database with a past. */
export interface Market {
  at: Scene;
  /** A connection of its own, on which no trigger fires. */
  sql: postgres.Sql;
  buyers: number;
  /** Whose turn it is to buy; each reseller has theirs. */
  buyer(n: number, channel: Channel): Buyer;
  input(channel: Channel): PlaceInput;
  /** How a pgbench script draws a buyer: it sets the variables reseller, token, ref, ident and phone. */
  draw: string;
  /** Empties the queue, and leaves nothing dead behind. */
  clear(): Promise<void>;
  /** Takes what waits, for longer than some seconds, out of the queue, as fast senders would: without it every placing would look at a longer one. */
  keepQueueShort<T>(work: () => Promise<T>, longerThan?: number): Promise<T>;
  /** How many purchases there are in all. */
  count(): Promise<number>;
  /** How many of them ended by an answer. */
  countAnswered(): Promise<number>;
  close(): Promise<void>;
}

/** Opens a market on a server of its own. Pace and age of the catalogue are no limits in it. */
export async function openMarket(purchases = 100_000): Promise<Market> {
  const stop = await startTestServer();
  const at = await scene({
    NEXTAUTH_SECRET: randomUUID(),
    NEXTAUTH_URL: "http://localhost:3000",
    UPSTREAM_PURCHASES_PER_MINUTE: "100000",
    WAITING_PER_RESELLER: "100000",
    CATALOGUE_MAX_AGE_S: "86400",
  });
  const sql = postgres(at.url, { max: 1, onnotice: () => {} });
  await seedBooks(sql, { resellers: STEP * BUYERS, purchases });
  await sql`insert into tokens (id, reseller_id, name, hash, hint, test, created_by) overriding system value
    select id + ${TOKEN}::int, id, 'bench', 'bench ' || id, '-', false, 'system:bench' from resellers`;
  // So that no purchase's number is that of its attempt: whoever compares two captures tells them apart.
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
    buyers: BUYERS,
    buyer(n, channel) {
      const id = FIRST + STEP * (n % BUYERS);
      const who = { id, email: `seed-${id}@example.com`, level: "api" } as const;
      return channel === "web"
        ? { kind: "reseller", ...who, sessionId: 0 }
        : { kind: "token", ...who, tokenId: id + TOKEN, test: false };
    },
    input: (channel) => ({
      ref: randomUUID(),
      // None twice: people are asked before they buy the same again.
      phone: `0806${String(drawn++ % 1e7).padStart(7, "0")}`,
      channel,
      again: false,
      ...offered,
    }),
    draw: `\\set reseller ${FIRST} + ${STEP} * random(0, ${BUYERS - 1})
\\set token :reseller + ${TOKEN}
\\set ref random(1, 9000000000000000000)
\\set ident random(1, 9000000000000000000)
\\set phone random(2340000000000, 2349999999999)
`,
    clear,
    async keepQueueShort(work, longerThan) {
      let over = false;
      const draining = (async () => {
        while (!over) {
          await drain(longerThan);
          await new Promise((done) => setTimeout(done, DRAIN_EVERY_MS));
        }
      })();
      try {
        return await work();
      } finally {
        over = true;
        await draining;
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
    async close() {
      await sql.end();
      await at.close();
      await stop();
    },
  };
}

/** The context of a buyer. */
export const acting = (actor: Buyer, db: Db): Ctx => ({ actor, db, address: "10.0.0.1" });
