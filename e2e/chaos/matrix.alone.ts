import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "playwright/test";
import { type PortalProcess, startPortalProcess } from "#bin/start/start-portal-process";
import { connect, type Database } from "#db/client";
import { getFreePort } from "#db/embedded/free-port";
import type { Ctx } from "#lib/core/context";
import { reconcileSettings } from "#lib/reconcile/reconcile-settings";
import { checkPurchases } from "#lib/sales/check-purchases";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { storeSettings } from "#lib/testing/store-settings";
import type { PurchaseOrder, PurchaseReply } from "./buyer.ts";
import { type Crowd, createCrowd } from "./crowd.ts";
import { retryStart } from "./retry-start.ts";
import { type ChaosWorld, openChaosWorld } from "./world.ts";

/**
 * Every moment of a purchase × kill -9 of the portal, and of PostgreSQL: the state afterwards, the number of requests in
 * the upstream's log, and the response to the same ref.
 */
interface MatrixCase {
  name: string;
  /** Brings a purchase to the moment. @returns a function that continues after the fault. */
  reach(order: PurchaseOrder): Promise<() => Promise<unknown>>;
  /** The final state; undefined where the same ref buys again. */
  after: Record<"portal" | "postgres", { state: string | undefined; sends: number }>;
}

const LOG_FILE = join(tmpdir(), `portal-matrix-${process.pid}.log`);
let world: ChaosWorld;
let line: Database;
let system: Ctx;
let crowd: Crowd;
let portal: PortalProcess;
let url: string;
let refCount = 0;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  world = await openChaosWorld(1);
  await world.sandbox.control.clearFaults();
  line = connect(world.databaseUrl, 4);
  system = { actor: { kind: "system", name: "matrix" }, db: line.db };
  // Unconfirmed purchases stay so, and only the tested purchase waits for a wallet.
  await storeSettings(system.db, reconcileSettings, { automatic: false });
  crowd = await createCrowd(system, 1, 0);
  url = `http://127.0.0.1:${await getFreePort()}`;
  await startTestPortal();
});
test.afterAll(async () => {
  await portal.stop();
  await line.close();
  await world.close();
});

async function startTestPortal(own: Record<string, string> = {}): Promise<void> {
  const variables = { PORT: new URL(url).port, UPSTREAM_TIMEOUT_MS: "60000", ...own };
  portal = await retryStart(() => startPortalProcess(variables, LOG_FILE));
}

const FAULTS = {
  async portal() {
    portal.child.kill("SIGKILL");
    await portal.ended;
    await startTestPortal();
  },
  postgres: () => world.killDatabase(),
};

function sendOrder(order: PurchaseOrder): Promise<PurchaseReply | undefined> {
  const [buyer] = crowd.buyers;
  if (!buyer) throw new Error("Nobody buys.");
  return buyer.ask(url, order);
}

async function readState({ ref }: PurchaseOrder): Promise<string | undefined> {
  const [row] = await system.db.execute<{ state: string }>(
    sql`select state from purchases where ref = ${ref}`,
  );
  return row?.state;
}

async function countSends(order: PurchaseOrder): Promise<number> {
  const log = await world.sandbox.control.purchases();
  return log.filter(({ body }) => (body as { mobile_number?: string } | null)?.mobile_number === order.phone)
    .length;
}

const holdWallets = () => holdTransaction(system.db, sql`select from wallets for update`);
const isAnyoneWaiting = () =>
  expect
    .poll(
      async () =>
        (await system.db.execute(sql`select from pg_stat_activity where wait_event_type = 'Lock'`)).length,
    )
    .toBe(1);

/** As a buyer who asks and does not care whether an answer comes. */
const sendInBackground = (order: PurchaseOrder) => void sendOrder(order);

async function waitUntilHeld(order: PurchaseOrder, fault: "hold-before" | "hold-after"): Promise<number> {
  await world.sandbox.control.order(fault, { phone: order.phone });
  sendInBackground(order);
  return (await world.sandbox.control.waitForPurchase({ phone: order.phone }, { until: "held" })).n;
}

const expectSentOnce = (state: string | undefined) => ({ state, sends: 1 });

const CASES: MatrixCase[] = [
  {
    name: "before it commits",
    async reach(order) {
      const release = await holdWallets();
      sendInBackground(order);
      await isAnyoneWaiting();
      return release;
    },
    // What the database had in hand when the portal died, it still does: then it is sent once later.
    after: { portal: expectSentOnce("successful"), postgres: { state: undefined, sends: 0 } },
  },
  {
    name: "queued",
    async reach(order) {
      await system.db.execute(sql`update supplier_sending set next_slot_at = now() + interval '10 minutes'`);
      sendInBackground(order);
      await expect.poll(() => readState(order)).toBe("queued");
      return () => system.db.execute(sql`update supplier_sending set next_slot_at = now()`);
    },
    after: { portal: expectSentOnce("successful"), postgres: expectSentOnce("successful") },
  },
  {
    name: "claimed, not yet sent",
    async reach(order) {
      const mute = createServer((socket) => void socket.on("error", () => {}));
      await once(mute.listen(0, "127.0.0.1"), "listening");
      const { port } = mute.address() as { port: number };
      await portal.stop();
      await startTestPortal({ UPSTREAM_BASE_URL: `https://127.0.0.1:${port}` });
      sendInBackground(order);
      // A connection that is not made within two seconds of its slot is given up: just claimed, it lasts long enough.
      const claimed = sql`select from attempts a join purchases p on p.id = a.purchase_id
        where p.ref = ${order.ref} and a.result is null and a.claimed_at > now() - interval '1 second'`;
      await expect.poll(async () => (await system.db.execute(claimed)).length, { intervals: [50] }).toBe(1);
      return async () => {
        mute.close();
        await expect.poll(() => readState(order)).not.toBe("sending");
        await portal.stop();
        await startTestPortal();
      };
    },
    after: { portal: { state: "unconfirmed", sends: 0 }, postgres: expectSentOnce("successful") },
  },
  {
    name: "in flight, before the upstream acts",
    async reach(order) {
      const n = await waitUntilHeld(order, "hold-before");
      return () => world.sandbox.control.release(n);
    },
    after: { portal: expectSentOnce("unconfirmed"), postgres: expectSentOnce("successful") },
  },
  {
    name: "in flight, after it acted",
    async reach(order) {
      const n = await waitUntilHeld(order, "hold-after");
      return () => world.sandbox.control.release(n);
    },
    after: { portal: expectSentOnce("unconfirmed"), postgres: expectSentOnce("successful") },
  },
  {
    name: "answer read, not settled",
    async reach(order) {
      const n = await waitUntilHeld(order, "hold-after");
      const release = await holdWallets();
      await world.sandbox.control.release(n);
      await isAnyoneWaiting();
      return release;
    },
    after: { portal: expectSentOnce("unconfirmed"), postgres: expectSentOnce("successful") },
  },
  {
    name: "settled",
    async reach(order) {
      sendInBackground(order);
      await expect.poll(() => readState(order)).toBe("successful");
      return async () => {};
    },
    after: { portal: expectSentOnce("successful"), postgres: expectSentOnce("successful") },
  },
];

for (const { name, reach, after } of CASES) {
  for (const fault of ["portal", "postgres"] as const) {
    const { state, sends } = after[fault];
    test(`${name}: kill -9 of the ${fault} → ${state ?? "no row"}, sent ${sends} times`, async () => {
      refCount += 1;
      const [offer] = crowd.offers;
      if (!offer) throw new Error("Nothing is sold.");
      const order = {
        ref: `matrix-${refCount}`,
        phone: `080312${String(refCount).padStart(5, "0")}`,
        ...offer,
      };
      const goOn = await reach(order);
      await FAULTS[fault]();
      await goOn();
      await expect.poll(() => readState(order)).toBe(state);
      expect(await countSends(order)).toBe(sends);
      const again = state === "unconfirmed" ? "pending" : "successful";
      await expect.poll(async () => (await sendOrder(order))?.told).toBe(again);
      expect(await countSends(order)).toBe(state === undefined ? 1 : sends);
      expect((await checkPurchases(system)).findings).toEqual([]);
    });
  }
}
