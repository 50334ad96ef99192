import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getAuditHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import { getBalance } from "#lib/ledger/wallet";
import { addPurchaseNote } from "#lib/purchase/add-purchase-note";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getAdminPurchase } from "#lib/purchase/read/get-admin-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { openScene } from "#lib/testing/open-scene";
import { reverseDeliveredPurchase } from "./reverse-delivered-purchase.ts";
import { settlePurchase } from "./settle-purchase.ts";

const at = await openScene();
const admin = await at.admin();

/** Places a purchase and settles it. */
async function placeAndSettle(to: "successful" | "failed" = "successful") {
  const buyer = await at.reseller("affiliate", 1_000_000n);
  const { purchase } = await placePurchase(buyer.ctx, {
    ref: "r",
    phone: "08031234567",
    channel: "web",
    again: false,
    ...at.offered(),
  });
  await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${purchase.id}`);
  await settlePurchase(at.system, {
    purchaseId: purchase.id,
    from: ["sending"],
    to,
    by: "answer",
    outcome: "Sent.",
  });
  return { buyer, purchase };
}
const reason = "The network took it back";

test("refunds a reversed purchase by its own entry, and names the reversal in both", async () => {
  const { buyer, purchase } = await placeAndSettle();
  await reverseDeliveredPurchase(admin, { ident: purchase.ident, reason });
  expect(await getBalance(buyer.ctx)).toEqual({ wallet: 1_000_000n, held: 0n });
  const seen = await getPurchase(buyer.ctx, { ident: purchase.ident });
  expect(seen.state).toBe("reversed");
  expect(seen.timeline.map(({ kind }) => kind)).toEqual(["placed", "settled", "reversed"]);
  const [journal] = await at.system.db.execute(sql`
    select j.kind, j.reason, j.actor, undone.kind as undoes from journals j join journals undone on undone.id = j.reverses_id
    where j.purchase_id = ${purchase.id}`);
  expect(journal).toEqual({ kind: "reversal", reason, actor: "admin:1", undoes: "settle" });
  const records = await getAuditHistory(admin, { subject: "purchase", subjectId: purchase.ident });
  expect(records.at(-1)).toMatchObject({
    action: "purchase.reversed",
    reason,
    actor: "admin:1",
    before: { state: "successful" },
    after: { state: "reversed", price: String(purchase.price) },
  });
  expect((await checkPurchases(at.system)).findings).toEqual([]);
});

test("takes a reversed purchase off today's spending", async () => {
  const { buyer, purchase } = await placeAndSettle();
  await reverseDeliveredPurchase(admin, { ident: purchase.ident, reason });
  const [row] = await at.system.db.execute(sql`select spent from wallets where reseller_id = ${buyer.id}`);
  expect(row?.spent).toBe("0");
});

test("reverses a purchase once when ten admins try at the same time, and names the admin who did", async () => {
  const { buyer, purchase } = await placeAndSettle();
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => reverseDeliveredPurchase(admin, { ident: purchase.ident, reason })),
  );
  const lost = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(lost).toHaveLength(9);
  for (const error of lost)
    expect(error).toMatchObject({
      code: "conflict",
      facts: { changed: { action: "purchase.reversed", reason } },
    });
  expect((await getBalance(buyer.ctx)).wallet).toBe(1_000_000n);
});

test("rejects the reversal of a purchase that was not delivered", async () => {
  const { buyer, purchase } = await placeAndSettle("failed");
  await expect(reverseDeliveredPurchase(admin, { ident: purchase.ident, reason })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(reverseDeliveredPurchase(admin, { ident: "DT0", reason })).rejects.toMatchObject({
    code: "not_found",
  });
  expect((await getBalance(buyer.ctx)).wallet).toBe(1_000_000n);
});

test("shows a note with its author to admins only", async () => {
  const { buyer, purchase } = await placeAndSettle();
  await addPurchaseNote(admin, { ident: purchase.ident, text: "Called the network, ticket 31." });
  const { audit } = await getAdminPurchase(admin, { ident: purchase.ident });
  expect(audit.at(-1)).toMatchObject({ action: "purchase.noted", reason: "Called the network, ticket 31." });
  expect(JSON.stringify(await getPurchase(buyer.ctx, { ident: purchase.ident }), text)).not.toContain(
    "ticket 31",
  );
  await expect(addPurchaseNote(admin, { ident: "DT0", text: "x" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("denies reversals and notes to resellers and visitors", async () => {
  const { buyer, purchase } = await placeAndSettle();
  const { ident } = purchase;
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
  for (const [ctx, code] of [
    [buyer.ctx, "not_found"],
    [visitor, "unauthenticated"],
  ] as const) {
    await expect(reverseDeliveredPurchase(ctx, { ident, reason })).rejects.toMatchObject({ code });
    await expect(addPurchaseNote(ctx, { ident, text: "mine" })).rejects.toMatchObject({ code });
  }
});

const text = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
