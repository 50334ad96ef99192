import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ROOT } from "#bin/root";
import { checkInvariants } from "#e2e/chaos/check-invariants";
import { createCrowd } from "#e2e/chaos/crowd";
import { getDispatchStatus } from "#lib/dispatch/dispatch-status";
import { postCredit } from "#lib/ledger/adjust-wallet";
import { TEST_TIMEOUT_MS } from "#lib/testing/effort";
import {
  type FailoverWorld,
  openFailoverWorld,
  type PlacedOrder,
  placeUntilAnswered,
  waitForSend,
} from "./failover-world.ts";
import { type LiveSite, openLiveSite } from "./live-site.ts";

const FAILOVERS = Number(process.env.FAILOVERS ?? 20);
const LOG_FILE = join(tmpdir(), `portal-failover-${process.pid}.log`);
const answers: PlacedOrder[] = [];
let world: FailoverWorld;
let site: LiveSite;
let crowd: Awaited<ReturnType<typeof createCrowd>>;
let isBuying = true;
let buying: Promise<unknown>;

beforeAll(async () => {
  world = await openFailoverWorld(2, LOG_FILE);
  crowd = await createCrowd(world.system, 6, 0);
  for (const { reseller } of crowd.buyers)
    await postCredit(world.system, { resellerId: reseller, amount: 1_000_000_000n, reason: "failover" });
  const [reader] = crowd.buyers;
  if (!reader) throw new Error("There is no buyer.");
  const person = { email: "chaos-0@example.com", role: "reseller", level: "api" } as const;
  site = await openLiveSite(world.system, { id: reader.reseller, ...person }, LOG_FILE);
  await world.pair.setSynchronous(true);
  buying = Promise.all(crowd.buyers.map(({ reseller }) => buyOn(reseller)));
});
afterAll(async () => {
  await site.close();
  await world.close();
});

/** @returns the time until it resolves, in ms. */
async function measure(work: Promise<void>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}

/** Runs a command of the command line with the address of both servers. @returns its exit code. */
async function runCommand(name: string): Promise<number> {
  const args = ["--conditions=react-server", "bin/portal.ts", name];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  return (await once(child, "exit"))[0];
}

async function buyOn(reseller: number): Promise<void> {
  for (let n = 0; isBuying; n++) {
    const offer = crowd.offers[n % crowd.offers.length];
    if (offer) answers.push(await placeUntilAnswered(world.system, reseller, `${reseller}-${n}`, offer));
    await pause(1_500);
  }
}

test(`sells on and serves pages after each of ${FAILOVERS} failovers to a synchronous standby, and breaks no invariant`, {
  timeout: 60 * TEST_TIMEOUT_MS,
}, async () => {
  for (let n = 1; n <= FAILOVERS; n++) {
    await waitForSend(world, new Date());
    const silent = n % 4 === 0;
    if (silent) world.pair.silencePrimary();
    else await world.pair.killPrimary();
    await world.pair.promoteStandby();
    const [sendMs, pageMs, eventMs] = await Promise.all([
      waitForSend(world, new Date()),
      measure(site.waitForPage()),
      measure(site.waitForEvent()),
    ]);
    const { stopped, reason } = await vi.waitFor(() => getDispatchStatus(world.system), TEST_TIMEOUT_MS);
    const [sends, page, event] = [sendMs, pageMs, eventMs].map((ms) => (ms / 1000).toFixed(1));
    console.log(
      `failover ${n}: ${silent ? "silent" : "killed"}, sends again ${sends} s after the promotion, ${stopped ? reason : "by itself"}; page ${page} s, live page ${event} s`,
    );
    // A busy machine may stop it for unclear responses of the upstream, from which it recovers.
    if (stopped) expect(reason).not.toContain("database");
    await world.pair.rejoin();
    await world.pair.setSynchronous(true);
  }
  isBuying = false;
  await buying;
  expect(await runCommand("check")).toBe(0);
  expect(site.isRunning()).toBe(true);
  await vi.waitUntil(async () => {
    const [row] = await world.system.db.execute(
      sql`select count(*)::int as open from purchases where state in ('queued', 'sending')`,
    );
    return row?.open === 0;
  }, TEST_TIMEOUT_MS);
  const verdicts = await checkInvariants(world.system, [world.sandbox.control], answers, []);
  for (const { name, checked, broken } of verdicts)
    console.log(
      `${broken.length === 0 ? "holds " : "BROKEN"}  ${name} ${checked} checked ${broken.slice(0, 3).join("; ")}`,
    );
  expect(verdicts.filter(({ broken }) => broken.length > 0)).toEqual([]);
});

test("stops sending on a standby that was behind, and sends nothing twice", async () => {
  await world.pair.setSynchronous(false);
  await world.pair.pauseStandby();
  const [buyer] = crowd.buyers;
  const [offer] = crowd.offers;
  if (!buyer || !offer) throw new Error("There is no buyer.");
  const { ident } = await placeUntilAnswered(world.system, buyer.reseller, "lost", offer);
  const listSent = async () => (await world.sandbox.control.purchases()).map(({ ref }) => ref);
  await vi.waitUntil(async () => (await listSent()).includes(ident), TEST_TIMEOUT_MS);
  const sent = await listSent();
  await world.pair.killPrimary();
  await world.pair.promoteStandby();
  const status = await vi.waitFor(async () => {
    const now = await getDispatchStatus(world.system);
    expect(now.stopped).toBe(true);
    return now;
  }, TEST_TIMEOUT_MS);
  expect(status.reason).toContain("lacks recent changes");
  expect(await listSent()).toEqual(sent);
});
