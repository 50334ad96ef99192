import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { history } from "#lib/audit/history";
import type { Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { balance } from "#lib/ledger/wallet";
import { type Scene, scene } from "#lib/testing/scene";
import { check } from "../check.ts";
import { note } from "../note.ts";
import { place } from "../place/place.ts";
import { adminGet } from "../read/admin-get.ts";
import { get } from "../read/get.ts";
import { reverse } from "./reverse.ts";
import { settle } from "./settle.ts";

let at: Scene;
let admin: Ctx;
beforeAll(async () => {
  at = await scene();
  admin = {
    ...at.system,
    actor: { kind: "admin", id: 1, email: "ada@example.com", sessionId: 0, permissions: ALL_PERMISSIONS },
  };
});
afterAll(() => at.close());

/** A purchase that was delivered, or ended as told. */
async function settled(to: "successful" | "failed" = "successful") {
  const buyer = await at.reseller("affiliate", 1_000_000n);
  const { purchase } = await place(buyer.ctx, {
    ...{ ref: "r", phone: "08031234567", channel: "web", again: false, ...at.offered() },
  });
  await at.system.db.execute(sql`update purchases set state = 'sending' where id = ${purchase.id}`);
  await settle(at.system, { purchaseId: purchase.id, from: ["sending"], to, by: "answer", outcome: "Sent." });
  return { buyer, purchase };
}
const reason = "The network took it back";

test("a delivered purchase goes back to the wallet by its own entry, and both say so", async () => {
  const { buyer, purchase } = await settled();
  await reverse(admin, { ident: purchase.ident, reason });
  expect(await balance(buyer.ctx)).toEqual({ wallet: 1_000_000n, held: 0n });
  const seen = await get(buyer.ctx, { ident: purchase.ident });
  expect(seen.state).toBe("reversed");
  expect(seen.timeline.map(({ kind }) => kind)).toEqual(["placed", "settled", "reversed"]);
  const [journal] = await at.system.db.execute(sql`
    select j.kind, j.reason, j.actor, undone.kind as undoes from journals j join journals undone on undone.id = j.reverses_id
    where j.purchase_id = ${purchase.id}`);
  expect(journal).toEqual({ kind: "reversal", reason, actor: "admin:1", undoes: "settle" });
  const records = await history(admin, { subject: "purchase", subjectId: purchase.ident });
  expect(records.at(-1)).toMatchObject({
    ...{ action: "purchase.reversed", reason, actor: "admin:1" },
    ...{ before: { state: "successful" }, after: { state: "reversed", price: String(purchase.price) } },
  });
  expect((await check(at.system)).findings).toEqual([]);
});

test("what was spent today may be spent again", async () => {
  const { buyer, purchase } = await settled();
  await reverse(admin, { ident: purchase.ident, reason });
  const [row] = await at.system.db.execute(sql`select spent from wallets where reseller_id = ${buyer.id}`);
  expect(row?.spent).toBe("0");
});

test("of ten admins at once one reverses it, and the others are told who did", async () => {
  const { buyer, purchase } = await settled();
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => reverse(admin, { ident: purchase.ident, reason })),
  );
  const lost = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(lost).toHaveLength(9);
  for (const error of lost)
    expect(error).toMatchObject({
      code: "conflict",
      facts: { changed: { action: "purchase.reversed", reason } },
    });
  expect((await balance(buyer.ctx)).wallet).toBe(1_000_000n);
});

test("what was not delivered cannot be reversed", async () => {
  const { buyer, purchase } = await settled("failed");
  await expect(reverse(admin, { ident: purchase.ident, reason })).rejects.toMatchObject({ code: "conflict" });
  await expect(reverse(admin, { ident: "DT0", reason })).rejects.toMatchObject({ code: "not_found" });
  expect((await balance(buyer.ctx)).wallet).toBe(1_000_000n);
});

test("a note stands beside the purchase, with who wrote it, for admins alone", async () => {
  const { buyer, purchase } = await settled();
  await note(admin, { ident: purchase.ident, text: "Called the network, ticket 31." });
  const { audit } = await adminGet(admin, { ident: purchase.ident });
  expect(audit.at(-1)).toMatchObject({ action: "purchase.noted", reason: "Called the network, ticket 31." });
  expect(JSON.stringify(await get(buyer.ctx, { ident: purchase.ident }), text)).not.toContain("ticket 31");
  await expect(note(admin, { ident: "DT0", text: "x" })).rejects.toMatchObject({ code: "not_found" });
});

test("resellers and visitors can do neither", async () => {
  const { buyer, purchase } = await settled();
  const { ident } = purchase;
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
  for (const [ctx, code] of [
    [buyer.ctx, "not_found"],
    [visitor, "unauthenticated"],
  ] as const) {
    await expect(reverse(ctx, { ident, reason })).rejects.toMatchObject({ code });
    await expect(note(ctx, { ident, text: "mine" })).rejects.toMatchObject({ code });
  }
});

const text = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
