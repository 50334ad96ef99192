import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "playwright/test";
import { connect, type Database } from "#db/client";
import { anyFreePort } from "#db/embedded/free-port";
import type { Ctx } from "#lib/core/context";
import { check } from "#lib/purchase/check";
import { EFFORT } from "#lib/testing/effort";
import { holding } from "#lib/testing/holding";
import { type Payments, startPayments } from "#sandbox/payments/server";
import { type PortalProcess, portalProcess } from "../../bin/start/portal-process.ts";
import { People } from "../people.ts";
import { hiddenFields } from "./ask-page.ts";
import { startAgain } from "./start-again.ts";
import { openWorld, type World } from "./world.ts";

/**
 * Every moment of a payment × kill -9 of the portal, and of PostgreSQL: in the end it was charged once by the provider's
 * own log, and is in the wallet once.
 */
interface Moment {
  name: string;
  /** Brings a payment to the moment; what it returns lets things go on after the fault. */
  reach(payer: Payer): Promise<() => Promise<unknown>>;
}

interface Payer {
  id: number;
  /** Sends the form that begins the payment, always the same one; the payment's reference, if it was answered. */
  begin(): Promise<string | undefined>;
}

const PROVIDER = "flutterwave";
const ASKED = 500_000n;
const LOG = join(tmpdir(), `portal-payment-matrix-${process.pid}.log`);
let world: World;
let payments: Payments;
let line: Database;
let system: Ctx;
let people: People;
let portal: PortalProcess;
let url: string;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  [world, payments] = await Promise.all([openWorld(1), startPayments()]);
  await world.sandbox.control.clearFaults();
  url = `http://127.0.0.1:${await anyFreePort()}`;
  Object.assign(process.env, payments.variables);
  line = connect(world.databaseUrl, 4);
  system = { actor: { kind: "system", name: "matrix" }, db: line.db };
  people = new People(system);
  await startPortal();
});
test.afterAll(async () => {
  await portal?.stop();
  await line?.close();
  await payments?.close();
  await world?.close();
});

async function startPortal(own: Record<string, string> = {}): Promise<void> {
  portal = await startAgain(() => portalProcess({ PORT: new URL(url).port, ...own }, LOG));
}

const FAULTS = {
  async portal() {
    portal.child.kill("SIGKILL");
    await portal.ended;
    await startPortal();
  },
  postgres: () => world.killDatabase(),
};

async function payer(): Promise<Payer> {
  const person = await people.reseller({ money: 0n });
  const { name, value } = await people.cookie(person);
  const Cookie = `${name}=${value}`;
  const ref = `matrix-${person.id}`;
  return {
    id: person.id,
    async begin() {
      const signal = AbortSignal.timeout(60_000);
      try {
        const page = await (await fetch(`${url}/wallet/fund`, { headers: { Cookie }, signal })).text();
        const form = hiddenFields(/<form[^>]*id="online".*?<\/form>/s.exec(page)?.[0] ?? "");
        const fields = { ref, next: "/", provider: PROVIDER, amount: "5000" };
        for (const [field, text] of Object.entries(fields)) form.set(field, text);
        const answer = await fetch(`${url}/wallet/fund`, {
          method: "POST",
          headers: { Cookie, Origin: url },
          body: form,
          redirect: "manual",
          signal,
        });
        return /\/wallet\/payments\/(\w+)/.exec(answer.headers.get("location") ?? "")?.[1];
      } catch {
        return undefined;
      }
    },
  };
}

async function begun(of: Payer): Promise<string> {
  let reference: string | undefined;
  await expect.poll(async () => (reference = await of.begin())).toBeTruthy();
  return reference ?? "";
}

const pay = (reference: string) => payments.control.do("pay", { provider: PROVIDER, reference, way: "card" });
const chargesOf = async (reference: string) =>
  (await payments.control.log()).filter((one) => one.what === "charged" && one.reference === reference)
    .length;
const held = (route: string) =>
  payments.control.waitForLog((log) =>
    log.some(
      (one) => one.what === "request" && one.route === route && one.fault === "slow" && one.status === null,
    ),
  );
const letGo = () => payments.control.do("release", {});
const hold = (route: string) => payments.control.do("order", { provider: PROVIDER, fault: "slow", route });
const count = async (query: ReturnType<typeof sql>) => Number((await system.db.execute(query))[0]?.n);

/** Whatever is due later is due now, and whoever verifies is awake. */
async function hurry(): Promise<void> {
  await system.db.execute(sql`update payments set next_check_at = now() where next_check_at is not null`);
  await system.db.execute(sql`update payment_notices set next_try_at = now() where next_try_at is not null`);
  await system.db.execute(sql`select pg_notify('payment', '')`);
}

const MOMENTS: Moment[] = [
  {
    name: "begun, its page not known",
    async reach(of) {
      await hold("start");
      void of.begin();
      await held("start");
      return letGo;
    },
  },
  {
    name: "at the provider",
    async reach(of) {
      await begun(of);
      return async () => {};
    },
  },
  {
    name: "notice stored",
    async reach(of) {
      await portal.stop();
      await startPortal({ PORTAL_ROLES: "web" });
      const reference = await begun(of);
      await pay(reference);
      await expect
        .poll(() => count(sql`select count(*) as n from payment_notices where reference = ${reference}`))
        .toBe(1);
      return async () => {
        await portal.stop();
        await startPortal();
      };
    },
  },
  {
    name: "asked, not answered",
    async reach(of) {
      const reference = await begun(of);
      await hold("verify");
      await pay(reference);
      await held("verify");
      return letGo;
    },
  },
  {
    name: "verified, not recorded",
    async reach(of) {
      const reference = await begun(of);
      const release = await holding(
        system.db,
        sql`select from wallets where reseller_id = ${of.id} for update`,
      );
      await pay(reference);
      await expect
        .poll(() => count(sql`select count(*) as n from pg_stat_activity where wait_event_type = 'Lock'`))
        .toBeGreaterThan(0);
      return release;
    },
  },
  {
    name: "recorded",
    async reach(of) {
      const reference = await begun(of);
      await pay(reference);
      await expect.poll(() => walletOf(of)).toBeGreaterThan(0);
      return async () => {};
    },
  },
];

const walletOf = ({ id }: Payer) => count(sql`select wallet as n from wallets where reseller_id = ${id}`);

for (const { name, reach } of MOMENTS) {
  if (EFFORT.paymentMoments && !EFFORT.paymentMoments.includes(name)) continue;
  for (const fault of ["portal", "postgres"] as const) {
    test(`a payment, ${name}: kill -9 of the ${fault} → charged once, in the wallet once`, async () => {
      await payments.control.do("reset", {});
      await payments.control.do("settings", { notices: `${url}/api/payments` });
      const of = await payer();
      const goOn = await reach(of);
      await FAULTS[fault]();
      await goOn();
      // The same form again is the same payment; whoever has not paid yet, pays now.
      const reference = await begun(of);
      if ((await chargesOf(reference)) === 0) await pay(reference);
      const fee = 10_000n;
      await expect
        .poll(async () => {
          await hurry();
          return walletOf(of);
        })
        .toBe(Number(ASKED - fee));
      await hurry();
      expect(await chargesOf(reference)).toBe(1);
      const known = sql`select count(*) as n from provider_transactions where reference = ${reference} and state = 'credited'`;
      expect(await count(known)).toBe(1);
      expect(await count(sql`select count(*) as n from payments where reseller_id = ${of.id}`)).toBe(1);
      expect(await walletOf(of)).toBe(Number(ASKED - fee));
      expect((await check(system)).findings).toEqual([]);
    });
  }
}
