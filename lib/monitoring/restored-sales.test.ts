import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { approvalSettings } from "#lib/audit/approval-settings";
import type { Ctx } from "#lib/core/context";
import { startDispatching } from "#lib/dispatch/dispatch-control";
import { runDispatcher } from "#lib/dispatch/dispatcher";
import { readReportedSales } from "#lib/dispatch/read-reported-sales";
import { recordResponse } from "#lib/dispatch/record-response";
import {
  AUTOMATIC_PURCHASE_KINDS,
  releaseAutomaticPurchases,
} from "#lib/dispatch/release-automatic-purchases";
import { stopIfRestored } from "#lib/dispatch/stop-if-restored";
import { claimNext, sendNext } from "#lib/dispatch/testing/claim-next";
import { paymentSettings } from "#lib/payment/payment-settings";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { resolveUnconfirmed } from "#lib/reconcile/admin/resolve-unconfirmed";
import { unconfirmedList } from "#lib/reconcile/admin/unconfirmed-list";
import { checkPurchases } from "#lib/sales/check-purchases";
import { addTestSupplier } from "#lib/supplier/testing/test-supplier";
import { copyScene } from "#lib/testing/copy-scene";
import { openScene } from "#lib/testing/open-scene";
import { storeSettings } from "#lib/testing/store-settings";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { startPaymentProviders } from "#sandbox/payments/server";
import { makeAutomaticWork, placeAutomaticWork } from "./testing/automatic-work.ts";

const MAIN = MAIN_SUPPLIER_ID;
const REASON = "Compared with both lists.";

/** A portal with two suppliers, restored from a backup that was made before nearly all of its purchases. */
const bank = await startPaymentProviders();
const at = await openScene(bank.variables);
afterAll(() => bank.close());
await storeSettings(at.system.db, paymentSettings, { collect: true });
await storeSettings(at.system.db, approvalSettings, { singleAdminLimit: 100000000n });
const reseller = await at.reseller("affiliate", 100_000_000n);
const person = await at.admin();
const routes = [...at.catalogue.plans.values()].map(({ id, networkId, amounts }) => ({
  ...{ planId: id, networkId },
  cost: amounts.api ?? 0n,
}));
const second = await addTestSupplier(at.system, { routes });
afterAll(() => second.close());

const buy = (ctx: Ctx, ref: string) =>
  placePurchase(ctx, { ...at.offered(), ref, phone: "08036000030", channel: "api", again: true });

const identOf = async (ref: string) => {
  const [row] = await at.system.db.execute<{ ident: string }>(
    sql`select ident from purchases where ref = ${ref}`,
  );
  return row?.ident ?? "";
};

for (const ref of ["in-flight", "queued", "queued-too", "never-sent"]) await buy(reseller.ctx, ref);
await at.system.db.execute(sql`update purchases set placed_at = now() - interval '1 hour'`);
await makeAutomaticWork(at, bank, reseller);
const inFlight = await claimNext(at.system, MAIN);
await stopIfRestored(at.system);
const copy = await copyScene(at);
afterAll(() => copy.close());
const [system, admin, buyer] = [at.system, person, reseller.ctx].map(copy.inCopy) as [Ctx, Ctx, Ctx];

// The portal continues until it is lost: the main supplier didn't take the purchase in flight, so the second does.
if (!inFlight) throw new Error("nothing in flight");
await recordResponse(at.system, inFlight, { result: "unsent", note: "connection rejected" });
await at.system.db.execute(sql`update attempts set claimed_at = now() - interval '1 hour'`);
await at.system.db.execute(sql`update purchases set paused = true where ref = 'never-sent'`);
await placeAutomaticWork(at.system);
for (const ref of ["lost", "lost-too"]) await buy(reseller.ctx, ref);
await at.system.db.execute(sql`update purchases set placed_at = now() - interval '1 hour'`);
for (let n = 0; n < 11; n++) await sendNext(at.system, n % 2 === 0 ? second.id : MAIN);

/** The suppliers' own lists of what they sold. */
const listSold = async (control: typeof second.control) =>
  (await control.purchases()).flatMap(({ ref, transaction }) => (transaction && ref ? [ref] : []));
const soldBy = new Map([
  [MAIN, await listSold(at.sandbox)],
  [second.id, await listSold(second.control)],
]);

const countSent = async () =>
  (await at.sandbox.purchases()).length + (await second.control.purchases()).length;
const sentBefore = await countSent();

const read = (supplierId: number, lines = soldBy.get(supplierId) ?? []) =>
  readReportedSales(system, { supplierId, text: lines.join("\r\n") });

const listBooked = (column: "a.supplier_id" | "p.supplier_id", state: string) =>
  system.db.execute<{ ident: string; supplier: number | null }>(sql`
    select ident, ${sql.raw(column)} as supplier from purchases p join attempts a on a.purchase_id = p.id
    where p.state = ${state} order by ident`);

const listExpected = () =>
  [...soldBy]
    .flatMap(([supplier, idents]) => idents.map((ident) => ({ ident, supplier })))
    .sort((a, b) => (a.ident < b.ident ? -1 : 1));

test("both suppliers sold a part, and the second the purchase in flight at the first", async () => {
  expect([soldBy.get(MAIN)?.length, soldBy.get(second.id)?.length]).toEqual([5, 6]);
  expect(soldBy.get(second.id)).toContain(await identOf("in-flight"));
});

test("reads the lists of both suppliers, sends nothing again that one sold, and books each at its supplier", async () => {
  // Nothing is read of a list with a wrong line, of no supplier, or while anything is sent.
  await expect(read(MAIN, ["DT0123456789ABCDEF", "", "order-1", "DT12"])).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringContaining("line 3, 4."),
  });
  await expect(read(99, ["DT0123456789ABCDEF"])).rejects.toMatchObject({ code: "not_found" });
  await expect(read(MAIN)).rejects.toMatchObject({ code: "conflict" });
  expect(await system.db.execute(sql`select from reported_sales`)).toHaveLength(0);

  // The lists name the supplier of each open purchase.
  await stopIfRestored(system);
  expect(await listBooked("a.supplier_id", "sending")).toEqual([
    { ident: await identOf("in-flight"), supplier: null },
  ]);
  const counts = [await read(MAIN), await read(second.id), await read(second.id)];
  const open = await Promise.all(["in-flight", "queued", "queued-too"].map(identOf));
  const countOpen = (supplier: number) =>
    (soldBy.get(supplier) ?? []).filter((ident) => open.includes(ident)).length;
  const expected = [
    { read: 5, unconfirmed: countOpen(MAIN), absent: 5 - countOpen(MAIN) },
    { read: 6, unconfirmed: countOpen(second.id), absent: 6 - countOpen(second.id) },
  ];
  expect(counts).toMatchObject([...expected, expected[1]]);
  expect(await listBooked("a.supplier_id", "sending")).toEqual([
    { ident: await identOf("in-flight"), supplier: second.id },
  ]);

  // No purchase is sent again, whichever way it is repeated.
  await system.db.execute(sql`update suppliers set home = database_identity()`);
  await startDispatching(admin, { reason: REASON });
  for (const kind of AUTOMATIC_PURCHASE_KINDS)
    await releaseAutomaticPurchases(admin, { kind, reason: REASON });
  const loop = runDispatcher(system, copy.url);
  await placeAutomaticWork(system);
  for (const ref of ["lost", "lost-too", "queued"]) await buy(buyer, ref);
  await buy(buyer, "new");
  const states = () =>
    system.db.execute(sql`select state, count(*)::integer as count from purchases group by 1 order by 1`);
  await expect.poll(states).toEqual([
    { state: "successful", count: 1 },
    { state: "unconfirmed", count: 12 },
  ]);
  await loop.stop();
  expect(await countSent()).toBe(sentBefore + 1);

  // Each is booked at the supplier that sold it, and the one that none sold at none.
  const { rows } = await unconfirmedList.page(admin);
  const sold = rows.filter(({ suggestion }) => suggestion.outcome === "successful");
  const [unsold, ...more] = rows.filter(({ suggestion }) => suggestion.outcome === null);
  expect(more).toEqual([]);
  expect(unsold).toMatchObject({ ident: await identOf("never-sent"), isSupplierUnknown: true });
  await resolveUnconfirmed(admin, {
    ident: sold.map(({ ident }) => ident),
    outcome: "successful",
    reason: REASON,
  });
  await resolveUnconfirmed(admin, {
    ident: [unsold?.ident ?? ""],
    outcome: "failed",
    supplier: "none",
    reason: REASON,
  });
  const [made] = await system.db.execute<{ ident: string }>(
    sql`select ident from purchases where ref = 'new'`,
  );
  const booked = await listBooked("p.supplier_id", "successful");
  expect(booked.filter(({ ident }) => ident !== made?.ident)).toEqual(listExpected());
  expect((await checkPurchases(system)).findings).toEqual([]);
});
