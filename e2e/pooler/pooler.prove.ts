import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ROOT } from "#bin/root";
import { startSystem, type TestSystem } from "#e2e/harness";
import { installPackages, searchPath } from "#e2e/system-packages";
import { TestAccounts } from "#e2e/test-accounts";
import { findTestPlan, nextTestPhone, testResellerCtx } from "#e2e/test-purchases";
import { createToken } from "#lib/account/token/create-token";
import { checkPurchases } from "#lib/sales/check-purchases";
import { startPgBouncer } from "./pgbouncer.ts";

const TIMEOUT_MS = 300_000;
const PURCHASES = 60;

/** The lines for PgBouncer that the docs give to operators. */
const DOCUMENTED = (/^ {4}pool_mode = session\n(?: {4}.+\n)*/m.exec(
  readFileSync(join(ROOT, "docs/operate/scale.md"), "utf8"),
) ?? [""])[0]
  .split("\n")
  .map((line) => line.trim())
  .filter(Boolean);

let system: TestSystem;
beforeAll(async () => {
  if (searchPath("pgbouncer").length === 0) await installPackages(["pgbouncer"], TIMEOUT_MS);
  system = await startSystem();
}, TIMEOUT_MS);
afterAll(() => system.close());

async function startBehind(settings: readonly string[]) {
  const pooler = await startPgBouncer(system.database.url, settings);
  onTestFinished(() => pooler.close());
  return system.start({ env: { DATABASE_URL: pooler.url } });
}

test(
  "sells behind PgBouncer in session mode, as documented",
  async () => {
    expect(DOCUMENTED.length).toBeGreaterThan(1);
    const portal = await startBehind(DOCUMENTED);
    const { systemCtx } = system.database;
    const buyer = await new TestAccounts(systemCtx).reseller();
    const plan = await findTestPlan(system, testResellerCtx(system, buyer));
    const { token } = await createToken(systemCtx, { resellerId: buyer.id, name: "pooler" });
    const buy = async (n: number) => {
      const response = await fetch(`${portal.url}/api/data/pooled-${n}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ plan: plan.id, network: plan.networkId, mobile_number: nextTestPhone() }),
      });
      return response.status;
    };
    const statuses: number[] = [];
    for (let n = 0; n < PURCHASES && statuses.at(-1) !== 429; n++) statuses.push(await buy(n));
    console.log(`session mode: ${statuses.filter((status) => status === 200).length} purchases`);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(20);
    expect((await checkPurchases(systemCtx)).findings).toEqual([]);
    expect(portal.log()).toContain("pooler.timeouts_ignored");
    expect(await portal.stop()).toBe(0);
  },
  TIMEOUT_MS,
);

test.each(["transaction", "statement"])(
  "doesn't start behind PgBouncer in %s mode, and names the setting",
  async (mode) => {
    const settings = DOCUMENTED.map((line) => (line.startsWith("pool_mode") ? `pool_mode = ${mode}` : line));
    await expect(startBehind(settings)).rejects.toThrow(/transaction mode.*pool_mode = session/s);
  },
  TIMEOUT_MS,
);

test(
  "doesn't start behind a PgBouncer without the documented line, and names it",
  async () => {
    await expect(startBehind(["pool_mode = session"])).rejects.toThrow(/ignore_startup_parameters/);
  },
  TIMEOUT_MS,
);
