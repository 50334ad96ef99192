import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { approvalSettings } from "#lib/audit/approval-settings";
import type { Ctx } from "#lib/core/context";
import { stopIfRestored } from "#lib/dispatch/stop-if-restored";
import { sendNext } from "#lib/dispatch/testing/claim-next";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getAdminPurchase } from "#lib/purchase/read/get-admin-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { supplierReport } from "#lib/sales/supplier-report";
import { addTestSupplier } from "#lib/supplier/testing/test-supplier";
import { approveRequest } from "#lib/testing/approve-request";
import { copyScene } from "#lib/testing/copy-scene";
import { openScene } from "#lib/testing/open-scene";
import { storeSettings } from "#lib/testing/store-settings";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";
import { type ResolveUnconfirmedInput, resolveUnconfirmed } from "./admin/resolve-unconfirmed.ts";
import { unconfirmedList } from "./admin/unconfirmed-list.ts";

const MAIN = MAIN_SUPPLIER_ID;

/** The scene, restored from a backup that was made before its queued purchases were sent. */
const at = await openScene();
const people = { admin: await at.admin(), other: await at.admin() };
const { ctx } = await at.reseller();
const { planId, networkId } = at.offered();
const cost = at.catalogue.plans.get(planId)?.amounts.api ?? 0n;
const second = await addTestSupplier(at.system, { routes: [{ planId, networkId, cost }] });
afterAll(() => second.close());
// So that no attempt has the id of its purchase.
await at.system.db.execute(sql`select setval(pg_get_serial_sequence('attempts', 'id'), 1000)`);
const idents: string[] = [];
for (let n = 0; n < 5; n++) {
  const input = { ref: `r${n}`, phone: "08031234567", channel: "web" as const, again: true };
  idents.push((await placePurchase(ctx, { ...input, ...at.offered() })).purchase.ident);
}
await stopIfRestored(at.system);
const copy = await copyScene(at);
afterAll(() => copy.close());
const [admin, other, system] = [people.admin, people.other, at.system].map(copy.inCopy) as [Ctx, Ctx, Ctx];
await at.system.db.execute(sql`update purchases set placed_at = now() - interval '1 hour'`);
for (const supplier of [MAIN, second.id, second.id]) await sendNext(at.system, supplier);
await stopIfRestored(system);
/** The first, second and third were sent after the backup, the others never. */
const [byMain = "", bySecond = "", byOther = "", never = "", alsoNever = ""] = idents;

const listBooked = (ident: string) =>
  system.db.execute<{ state: string; supplier_id: number | null; sent_to: number | null }>(sql`
    select p.state, p.supplier_id, a.supplier_id as sent_to from purchases p join attempts a on a.purchase_id = p.id
    where p.ident = ${ident}`);

const resolve = (input: Omit<ResolveUnconfirmedInput, "reason">) =>
  resolveUnconfirmed(admin, { ...input, reason: "Their list of sales." });

async function countSent() {
  const [row] = await system.db.execute<{ sent: string }>(
    sql`select count(*) as sent from attempts where supplier_id is not null`,
  );
  return Number(row?.sent);
}

test("asks for the supplier of each purchase that was queued at the backup, and books it there", async () => {
  // No supplier is named.
  expect(await countSent()).toBe(0);
  const unconfirmed = await unconfirmedList.page(admin);
  expect(unconfirmed.rows.map(({ ident, supplier }) => ({ ident, supplier }))).toEqual(
    idents.map((ident) => ({ ident, supplier: "Unknown, ask each" })),
  );
  expect((await getAdminPurchase(admin, { ident: byMain })).attempts).toMatchObject([
    { supplier: "Unknown, ask each" },
  ]);
  const report = await supplierReport.page(admin, {});
  expect(report.rows.map(({ open }) => open)).toEqual([0, 0]);

  // The supplier that delivered it is needed before anything is resolved.
  const delivered = { ident: [byMain, bySecond], outcome: "successful" as const };
  await expect(resolve(delivered)).rejects.toMatchObject({
    code: "invalid",
    fields: { supplier: [expect.stringMatching(/^Select/)] },
  });
  await expect(resolve({ ...delivered, supplier: "none" })).rejects.toMatchObject({ code: "invalid" });
  await expect(resolve({ ...delivered, supplier: 99 })).rejects.toMatchObject({ code: "invalid" });
  expect(await listBooked(byMain)).toMatchObject([{ state: "unconfirmed", sent_to: null }]);

  // A delivered purchase is booked at the named supplier.
  await resolve({ ident: [byMain], outcome: "successful", supplier: MAIN });
  await resolve({ ident: [bySecond], outcome: "successful", supplier: second.id });
  expect(await listBooked(byMain)).toEqual([{ state: "successful", supplier_id: MAIN, sent_to: MAIN }]);
  expect(await listBooked(bySecond)).toEqual([
    { state: "successful", supplier_id: second.id, sent_to: second.id },
  ]);
  const later = await supplierReport.page(admin, {});
  expect(later.rows.map((row) => row.delivered)).toEqual([1, 1]);

  // One is refunded only when every supplier was asked, and booked at none.
  const wanted = { ident: [never], outcome: "failed" as const };
  await expect(resolve(wanted)).rejects.toMatchObject({
    code: "invalid",
    fields: { supplier: [expect.stringMatching(/every/)] },
  });
  await expect(resolve({ ...wanted, supplier: MAIN })).rejects.toMatchObject({ code: "invalid" });
  await resolve({ ...wanted, supplier: "none" });
  expect(await listBooked(never)).toEqual([{ state: "failed", supplier_id: null, sent_to: null }]);

  // A request for approval has the named supplier.
  await storeSettings(system.db, approvalSettings, { singleAdminLimit: 1n });
  await expect(resolve({ ident: [byOther], outcome: "successful" })).rejects.toMatchObject({
    code: "invalid",
  });
  await resolve({ ident: [byOther], outcome: "successful", supplier: second.id });
  await resolve({ ident: [alsoNever], outcome: "failed", supplier: "none" });
  expect(await listBooked(byOther)).toMatchObject([{ state: "unconfirmed", sent_to: null }]);
  const { rows } = await unconfirmedList.page(admin, { state: "proposed" });
  expect(rows.map(({ approvalRequest }) => approvalRequest?.supplier)).toEqual([
    expect.stringMatching(/^Supplier /),
    null,
  ]);
  for (const { approvalRequest } of rows) await approveRequest(other, { id: approvalRequest?.id ?? 0 });
  expect(await listBooked(byOther)).toMatchObject([{ state: "successful", supplier_id: second.id }]);
  expect(await listBooked(alsoNever)).toMatchObject([{ state: "failed", supplier_id: null }]);
  await storeSettings(system.db, approvalSettings, { singleAdminLimit: 500000n });

  // `check` finds nothing.
  expect((await checkPurchases(system)).findings).toEqual([]);
});
