import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "playwright/test";
import { type PortalProcess, startPortalProcess } from "#bin/start/start-portal-process";
import { connect, type Database } from "#db/client";
import { getFreePort } from "#db/embedded/free-port";
import { TestAccounts } from "#e2e/test-accounts";
import type { Ctx } from "#lib/core/context";
import { checkPurchases } from "#lib/sales/check-purchases";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { type PaymentsSandbox, startPaymentProviders } from "#sandbox/payments/server";
import { readHiddenFields } from "./page-buyer.ts";
import { retryStart } from "./retry-start.ts";
import { type ChaosWorld, openChaosWorld } from "./world.ts";

/**
 * Every moment of a payment × kill -9 of the portal, and of PostgreSQL: in the end it was charged once by the provider's
 * own log, and is in the wallet once.
 */
interface PaymentCase {
  name: string;
  /** Brings a payment to the moment. @returns a function that continues after the fault. */
  reach(payer: Payer): Promise<() => Promise<unknown>>;
}

interface Payer {
  id: number;
  /** Sends the form that begins the payment, always the same one; the payment's reference, if it was answered. */
  begin(): Promise<string | undefined>;
}

const PROVIDER = "flutterwave";
const AMOUNT = 500_000n;
const LOG_FILE = join(tmpdir(), `portal-payment-matrix-${process.pid}.log`);
let world: ChaosWorld;
let payments: PaymentsSandbox;
let line: Database;
let system: Ctx;
let people: TestAccounts;
let portal: PortalProcess;
let url: string;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  [world, payments] = await Promise.all([openChaosWorld(1), startPaymentProviders()]);
  await world.sandbox.control.clearFaults();
  url = `http://127.0.0.1:${await getFreePort()}`;
  Object.assign(process.env, payments.variables);
  line = connect(world.databaseUrl, 4);
  system = { actor: { kind: "system", name: "matrix" }, db: line.db };
  people = new TestAccounts(system);
  await startTestPortal();
});
test.afterAll(async () => {
  await portal?.stop();
  await line?.close();
  await payments?.close();
  await world?.close();
});

async function startTestPortal(own: Record<string, string> = {}): Promise<void> {
  portal = await retryStart(() => startPortalProcess({ PORT: new URL(url).port, ...own }, LOG_FILE));
}

const FAULTS = {
  async portal() {
    portal.child.kill("SIGKILL");
    await portal.ended;
    await startTestPortal();
  },
  postgres: () => world.killDatabase(),
};

async function createPayer(): Promise<Payer> {
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
        const form = readHiddenFields(/<form[^>]*id="online".*?<\/form>/s.exec(page)?.[0] ?? "");
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

async function beginPayment(of: Payer): Promise<string> {
  let reference: string | undefined;
  await expect.poll(async () => (reference = await of.begin())).toBeTruthy();
  return reference ?? "";
}

const payReference = (reference: string) =>
  payments.control.do("pay", { provider: PROVIDER, reference, method: "card" });
const listCharges = async (reference: string) =>
  (await payments.control.log()).filter((entry) => entry.what === "charged" && entry.reference === reference)
    .length;
const waitUntilHeld = (route: string) =>
  payments.control.waitForLog((log) =>
    log.some(
      (entry) =>
        entry.what === "request" && entry.route === route && entry.fault === "slow" && entry.status === null,
    ),
  );
const releaseHeld = () => payments.control.do("release", {});
const holdRoute = (route: string) =>
  payments.control.do("order", { provider: PROVIDER, fault: "slow", route });
const readCount = async (query: ReturnType<typeof sql>) => Number((await system.db.execute(query))[0]?.n);

/** Makes all checks due now and wakes the workers that verify payments. */
async function makeChecksDue(): Promise<void> {
  await system.db.execute(sql`update payments set next_check_at = now() where next_check_at is not null`);
  await system.db.execute(
    sql`update provider_webhooks set next_attempt_at = now() where next_attempt_at is not null`,
  );
  await system.db.execute(sql`select pg_notify('payment', '')`);
}

const CASES: PaymentCase[] = [
  {
    name: "begun, its page not known",
    async reach(of) {
      await holdRoute("start");
      void of.begin();
      await waitUntilHeld("start");
      return releaseHeld;
    },
  },
  {
    name: "at the provider",
    async reach(of) {
      await beginPayment(of);
      return async () => {};
    },
  },
  {
    name: "webhook stored",
    async reach(of) {
      await portal.stop();
      await startTestPortal({ PORTAL_ROLES: "web" });
      const reference = await beginPayment(of);
      await payReference(reference);
      await expect
        .poll(() =>
          readCount(sql`select count(*) as n from provider_webhooks where reference = ${reference}`),
        )
        .toBe(1);
      return async () => {
        await portal.stop();
        await startTestPortal();
      };
    },
  },
  {
    name: "asked, not answered",
    async reach(of) {
      const reference = await beginPayment(of);
      await holdRoute("verify");
      await payReference(reference);
      await waitUntilHeld("verify");
      return releaseHeld;
    },
  },
  {
    name: "verified, not recorded",
    async reach(of) {
      const reference = await beginPayment(of);
      const release = await holdTransaction(
        system.db,
        sql`select from wallets where reseller_id = ${of.id} for update`,
      );
      await payReference(reference);
      await expect
        .poll(() => readCount(sql`select count(*) as n from pg_stat_activity where wait_event_type = 'Lock'`))
        .toBeGreaterThan(0);
      return release;
    },
  },
  {
    name: "recorded",
    async reach(of) {
      const reference = await beginPayment(of);
      await payReference(reference);
      await expect.poll(() => readWallet(of)).toBeGreaterThan(0);
      return async () => {};
    },
  },
];

const readWallet = ({ id }: Payer) =>
  readCount(sql`select wallet as n from wallets where reseller_id = ${id}`);

for (const { name, reach } of CASES) {
  for (const fault of ["portal", "postgres"] as const) {
    test(`a payment, ${name}: kill -9 of the ${fault} → charged once, in the wallet once`, async () => {
      await payments.control.do("reset", {});
      await payments.control.do("settings", { webhooks: `${url}/api/payments` });
      const of = await createPayer();
      const goOn = await reach(of);
      await FAULTS[fault]();
      await goOn();
      // The same form again is the same payment; a payer who has not paid yet pays now.
      const reference = await beginPayment(of);
      if ((await listCharges(reference)) === 0) await payReference(reference);
      const fee = 10_000n;
      await expect
        .poll(async () => {
          await makeChecksDue();
          return readWallet(of);
        })
        .toBe(Number(AMOUNT - fee));
      await makeChecksDue();
      expect(await listCharges(reference)).toBe(1);
      const creditedCount = sql`select count(*) as n from provider_transactions where reference = ${reference} and state = 'credited'`;
      expect(await readCount(creditedCount)).toBe(1);
      expect(await readCount(sql`select count(*) as n from payments where reseller_id = ${of.id}`)).toBe(1);
      expect(await readWallet(of)).toBe(Number(AMOUNT - fee));
      expect((await checkPurchases(system)).findings).toEqual([]);
    });
  }
}
