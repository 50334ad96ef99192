import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Ctx } from "#lib/core/context";
import { isSending } from "#lib/dispatch/current-suppliers";
import { startDispatching, stopDispatching } from "#lib/dispatch/dispatch-control";
import { getSupplierHistory } from "#lib/dispatch/supplier-history";
import { sendNext } from "#lib/dispatch/testing/claim-next";
import { resetSending } from "#lib/dispatch/testing/reset-sending";
import { modules } from "#lib/modules";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getSupplierNames, listSeveralSuppliers } from "#lib/supplier/list-suppliers";
import { addTestSupplier, type TestSupplier } from "#lib/supplier/testing/test-supplier";
import { turnSupplierOff } from "#lib/supplier/turn-supplier";
import { openScene } from "#lib/testing/open-scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { listActionItems } from "./action-items.ts";
import { readGauges } from "./gauges.ts";
import { countNetworkStates } from "./network-states.ts";

const MAIN = MAIN_SUPPLIER_ID;
const at = await openScene();
const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
let second: TestSupplier;
let count = 0;

const admin = await at.admin();
const buyer = (await at.reseller("affiliate", 50_000_000n)).ctx;
beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const { planId, networkId } = at.offered();
  const cost = at.catalogue.plans.get(planId)?.amounts.api ?? 0n;
  second = await addTestSupplier(at.system, { routes: [{ planId, networkId, cost }] });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await at.system.db.execute(sql`update suppliers set enabled = id = ${MAIN}`);
  await resetSending(at.system);
  await at.system.db.execute(sql`update suppliers set synced_at = now() where id = 1`);
  await second.close();
});

/** Lets a supplier reject the operator's account, which stops sending there. */
async function stopAt(supplierId: number): Promise<void> {
  const { control } = supplierId === MAIN ? { control: at.sandbox } : second;
  await control.order("balance");
  await buyAt(supplierId);
}

/** Buys at a supplier and records its response. */
async function buyAt(supplierId: number): Promise<void> {
  count += 1;
  const input = { ref: `r${count}`, phone: "08031234567", channel: "web" as const, again: true };
  await placePurchase(buyer, { ...input, ...at.offered() });
  // Old enough that no supplier leaves it to the other.
  await at.system.db.execute(
    sql`update purchases set placed_at = now() - interval '1 minute' where state = 'queued'`,
  );
  await sendNext(at.system, supplierId);
}

const listItems = async () =>
  (await listActionItems(admin, modules))
    .filter(({ title }) => /supplier|sending|catalogue/i.test(title))
    .map(({ title, note, path }) => ({ title, note: note.join(""), path }));
const isBuying = async () => (await countNetworkStates(visitor)).buying;

test("buying continues while another supplier sells, and admins see which one is stopped", async () => {
  await stopAt(MAIN);
  expect(await isBuying()).toBe(true);
  expect(await isSending(admin)).toBe(true);
  const mainName = (await getSupplierNames(admin)).get(MAIN);
  expect(await listItems()).toEqual([
    {
      title: "1 supplier is stopped",
      note: `${mainName}: The balance at the supplier is too low. `,
      path: `/admin/networks/suppliers/${MAIN}`,
    },
  ]);
  const suppliers = await listSeveralSuppliers(admin);
  expect(suppliers.filter(({ id }) => [MAIN, second.id].includes(id))).toMatchObject([
    { id: MAIN, sending: { stopped: true, reason: "The balance at the supplier is too low." } },
    { id: second.id, sending: { stopped: false } },
  ]);

  await stopAt(second.id);
  expect(await isBuying()).toBe(false);
  expect(await isSending(admin)).toBe(false);
  expect((await listItems()).map(({ title }) => title)).toEqual([
    "Sending is stopped",
    "1 supplier is stopped",
  ]);
});

test("sending is stopped while the main supplier is off and no other one sells", async () => {
  await at.system.db.execute(sql`update suppliers set enabled = id = ${second.id}`);
  expect(await isBuying()).toBe(true);
  expect(await listItems()).toEqual([]);
  await stopAt(second.id);
  expect(await isBuying()).toBe(false);
  expect(await listItems()).toMatchObject([
    {
      title: "Sending is stopped",
      note: expect.stringMatching(/^The balance at the supplier is too low\. /),
    },
    { title: "1 supplier is stopped" },
  ]);
});

test("an admin’s stop of all suppliers stops each, and says so", async () => {
  await stopDispatching(admin, { reason: "The float is moved." });
  expect(await isBuying()).toBe(false);
  expect((await listItems()).map(({ title }) => title)).toEqual(["Sending is stopped"]);
  await startDispatching(admin, { reason: "The float is back." });
  expect(await isBuying()).toBe(true);
  expect(await listItems()).toEqual([]);
});

test("an old list of the main supplier stops only that one", async () => {
  await at.system.db.execute(sql`update suppliers set synced_at = now() - interval '1 day' where id = 1`);
  expect(await isBuying()).toBe(true);
  expect(await listItems()).toMatchObject([
    { title: "1 supplier’s list is out of date", path: `/admin/networks/suppliers/${MAIN}` },
  ]);
  await at.system.db.execute(sql`update suppliers set enabled = false where id = ${second.id}`);
  expect(await isBuying()).toBe(false);
  expect((await listItems()).map(({ title }) => title)).toEqual([
    "The catalogue is out of date, so nothing is sold",
  ]);
});

test("gauges each supplier that is on by its number, and sending by whether any sells", async () => {
  await at.system.db.execute(sql`update attempts set claimed_at = claimed_at - interval '1 hour'`);
  await buyAt(second.id);
  await stopAt(MAIN);
  await at.system.db.execute(sql`
    update suppliers set poor_since = now(), synced_at = now() - interval '100 seconds' where id = ${second.id}`);
  const samples = await readGauges(at.system, modules);
  const valuesOf = (name: string, label = "supplier") =>
    Object.fromEntries(
      samples
        .filter(
          (sample) =>
            sample.name === name && (label === "supplier" || sample.labels.supplier === `${second.id}`),
        )
        .map(({ labels, value }) => [labels[label], value]),
    );
  const both = (main: unknown, later: unknown) => ({ [MAIN]: main, [second.id]: later });
  expect(valuesOf("portal_supplier_on")).toMatchObject(both(1, 1));
  expect(valuesOf("portal_supplier_sending_stopped")).toEqual(both(1, 0));
  expect(valuesOf("portal_supplier_passed_over")).toEqual(both(0, 1));
  expect(valuesOf("portal_supplier_in_flight")).toEqual(both(0, 0));
  expect(valuesOf("portal_supplier_responses_recent", "result")).toEqual({ successful: 1 });
  expect(valuesOf("portal_supplier_response_seconds", "share")).toEqual({
    "0.5": expect.any(Number),
    "0.95": expect.any(Number),
  });
  const [{ balance } = { balance: "" }] = await at.system.db.execute<{ balance: string }>(
    sql`select balance_after as balance from attempts where supplier_id = ${second.id} and balance_after is not null`,
  );
  expect(valuesOf("portal_supplier_balance")[second.id]).toBe(Number(balance) / 100);
  expect(valuesOf("portal_supplier_list_age_seconds")[second.id]).toBeGreaterThanOrEqual(100);
  const stopped = () => samples.find(({ name }) => name === "portal_sending_stopped")?.value;
  expect(stopped()).toBe(0);

  await at.system.db.execute(sql`update suppliers set enabled = false where id = ${second.id}`);
  samples.splice(0, samples.length, ...(await readGauges(at.system, modules)));
  expect(stopped()).toBe(1);
  expect(valuesOf("portal_supplier_on")).toMatchObject(both(1, 0));
  expect(valuesOf("portal_supplier_sending_stopped")).toEqual({ [MAIN]: 1 });
});

test("the history of a supplier has its stops and starts, and those of no other", async () => {
  await stopAt(second.id);
  const [stop] = (await listSeveralSuppliers(admin)).filter(({ id }) => id === second.id);
  await startDispatching(admin, {
    reason: "Paid.",
    supplierId: second.id,
    stoppedAt: stop?.sending.stop ?? "",
  });
  await turnSupplierOff(admin, { id: second.id, version: stop?.version ?? 0, reason: "contract ended" });
  const history = await getSupplierHistory(admin, { id: second.id });
  expect(history.map(({ action, reason }) => [action, reason])).toEqual([
    ["dispatch.stopped", "The balance at the supplier is too low."],
    ["dispatch.started", "Paid."],
    ["supplier.off", "contract ended"],
  ]);
  await expect(getSupplierHistory(buyer, { id: second.id })).rejects.toMatchObject({ code: "not_found" });
});

test("names suppliers to admins alone, and only where several are on", async () => {
  await stopAt(MAIN);
  const names = [...(await getSupplierNames(admin)).values()];
  const seen = JSON.stringify(await countNetworkStates(visitor));
  for (const name of names) expect(seen).not.toContain(name);
  await expect((async () => listSeveralSuppliers(buyer))()).rejects.toMatchObject({ code: "not_found" });
  await at.system.db.execute(sql`update suppliers set enabled = false where id = ${second.id}`);
  expect(await listSeveralSuppliers(admin)).toEqual([]);
});
