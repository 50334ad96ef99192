import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "playwright/test";
import { connect, type Database } from "#db/client";
import { anyFreePort } from "#db/embedded/free-port";
import { reconciling } from "#db/schema/reconcile";
import type { Ctx } from "#lib/core/context";
import { check } from "#lib/purchase/check";
import { EFFORT } from "#lib/testing/effort";
import { holding } from "#lib/testing/holding";
import { type PortalProcess, portalProcess } from "../../bin/start/portal-process.ts";
import type { Heard, Order } from "./buyer.ts";
import { type Crowd, settlePeople } from "./people.ts";
import { startAgain } from "./start-again.ts";
import { openWorld, type World } from "./world.ts";

/**
 * Every moment of a purchase × kill -9 of the portal, and of PostgreSQL: what stands afterwards, how often the
 * upstream was asked by its own log, and what the same ref answers.
 */
interface Moment {
  name: string;
  /** Brings a purchase to the moment; what it returns lets things go on after the fault. */
  reach(order: Order): Promise<() => Promise<unknown>>;
  /** What stands in the end; undefined where the same ref buys anew. */
  after: Record<"portal" | "postgres", { state: string | undefined; sends: number }>;
}

const LOG = join(tmpdir(), `portal-matrix-${process.pid}.log`);
let world: World;
let line: Database;
let system: Ctx;
let crowd: Crowd;
let portal: PortalProcess;
let url: string;
let refs = 0;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  world = await openWorld(1);
  await world.sandbox.control.clearFaults();
  line = connect(world.databaseUrl, 4);
  system = { actor: { kind: "system", name: "matrix" }, db: line.db };
  // What is unconfirmed stays so, and nobody but the purchase at hand waits for a wallet.
  await system.db.update(reconciling).set({ automatic: false });
  crowd = await settlePeople(system, 1, 0);
  url = `http://127.0.0.1:${await anyFreePort()}`;
  await startPortal();
});
test.afterAll(async () => {
  await portal.stop();
  await line.close();
  await world.close();
});

async function startPortal(own: Record<string, string> = {}): Promise<void> {
  const variables = { PORT: new URL(url).port, UPSTREAM_TIMEOUT_MS: "60000", ...own };
  portal = await startAgain(() => portalProcess(variables, LOG));
}

const FAULTS = {
  async portal() {
    portal.child.kill("SIGKILL");
    await portal.ended;
    await startPortal();
  },
  postgres: () => world.killDatabase(),
};

function ask(order: Order): Promise<Heard | undefined> {
  const [buyer] = crowd.buyers;
  if (!buyer) throw new Error("Nobody buys.");
  return buyer.ask(url, order);
}

async function stateOf({ ref }: Order): Promise<string | undefined> {
  const [row] = await system.db.execute<{ state: string }>(
    sql`select state from purchases where ref = ${ref}`,
  );
  return row?.state;
}

async function sendsOf(order: Order): Promise<number> {
  const log = await world.sandbox.control.purchases();
  return log.filter(({ body }) => (body as { mobile_number?: string } | null)?.mobile_number === order.phone)
    .length;
}

const wallets = () => holding(system.db, sql`select from wallets for update`);
const somebodyWaits = () =>
  expect
    .poll(
      async () =>
        (await system.db.execute(sql`select from pg_stat_activity where wait_event_type = 'Lock'`)).length,
    )
    .toBe(1);

/** As a buyer who asks and does not care whether an answer comes. */
const asked = (order: Order) => void ask(order);

async function held(order: Order, fault: "hold-before" | "hold-after"): Promise<number> {
  await world.sandbox.control.order(fault, { phone: order.phone });
  asked(order);
  return (await world.sandbox.control.waitForPurchase({ phone: order.phone }, { until: "held" })).n;
}

const sentOnce = (state: string | undefined) => ({ state, sends: 1 });

const MOMENTS: Moment[] = [
  {
    name: "before it commits",
    async reach(order) {
      const release = await wallets();
      asked(order);
      await somebodyWaits();
      return release;
    },
    // What the database had in hand when the portal died, it still does: then it is sent once later.
    after: { portal: sentOnce("successful"), postgres: { state: undefined, sends: 0 } },
  },
  {
    name: "queued",
    async reach(order) {
      await system.db.execute(sql`update dispatcher set next_slot_at = now() + interval '10 minutes'`);
      asked(order);
      await expect.poll(() => stateOf(order)).toBe("queued");
      return () => system.db.execute(sql`update dispatcher set next_slot_at = now()`);
    },
    after: { portal: sentOnce("successful"), postgres: sentOnce("successful") },
  },
  {
    name: "claimed, not yet sent",
    async reach(order) {
      const mute = createServer((socket) => void socket.on("error", () => {}));
      await once(mute.listen(0, "127.0.0.1"), "listening");
      const { port } = mute.address() as { port: number };
      await portal.stop();
      await startPortal({ UPSTREAM_BASE_URL: `https://127.0.0.1:${port}` });
      asked(order);
      // A connection that is not made within two seconds of its slot is given up: just claimed, it lasts long enough.
      const claimed = sql`select from attempts a join purchases p on p.id = a.purchase_id
        where p.ref = ${order.ref} and a.meaning is null and a.claimed_at > now() - interval '1 second'`;
      await expect.poll(async () => (await system.db.execute(claimed)).length, { intervals: [50] }).toBe(1);
      return async () => {
        mute.close();
        await expect.poll(() => stateOf(order)).not.toBe("sending");
        await portal.stop();
        await startPortal();
      };
    },
    after: { portal: { state: "unconfirmed", sends: 0 }, postgres: sentOnce("successful") },
  },
  {
    name: "in flight, before the upstream acts",
    async reach(order) {
      const n = await held(order, "hold-before");
      return () => world.sandbox.control.release(n);
    },
    after: { portal: sentOnce("unconfirmed"), postgres: sentOnce("successful") },
  },
  {
    name: "in flight, after it acted",
    async reach(order) {
      const n = await held(order, "hold-after");
      return () => world.sandbox.control.release(n);
    },
    after: { portal: sentOnce("unconfirmed"), postgres: sentOnce("successful") },
  },
  {
    name: "answer read, not settled",
    async reach(order) {
      const n = await held(order, "hold-after");
      const release = await wallets();
      await world.sandbox.control.release(n);
      await somebodyWaits();
      return release;
    },
    after: { portal: sentOnce("unconfirmed"), postgres: sentOnce("successful") },
  },
  {
    name: "settled",
    async reach(order) {
      asked(order);
      await expect.poll(() => stateOf(order)).toBe("successful");
      return async () => {};
    },
    after: { portal: sentOnce("successful"), postgres: sentOnce("successful") },
  },
];

for (const { name, reach, after } of MOMENTS) {
  if (EFFORT.moments && !EFFORT.moments.includes(name)) continue;
  for (const fault of ["portal", "postgres"] as const) {
    const { state, sends } = after[fault];
    test(`${name}: kill -9 of the ${fault} → ${state ?? "no row"}, sent ${sends} times`, async () => {
      refs += 1;
      const [offer] = crowd.offers;
      if (!offer) throw new Error("Nothing is sold.");
      const order = { ref: `matrix-${refs}`, phone: `080312${String(refs).padStart(5, "0")}`, ...offer };
      const goOn = await reach(order);
      await FAULTS[fault]();
      await goOn();
      await expect.poll(() => stateOf(order)).toBe(state);
      expect(await sendsOf(order)).toBe(sends);
      const again = state === "unconfirmed" ? "pending" : "successful";
      await expect.poll(async () => (await ask(order))?.told).toBe(again);
      expect(await sendsOf(order)).toBe(state === undefined ? 1 : sends);
      expect((await check(system)).findings).toEqual([]);
    });
  }
}
