import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { authenticateToken } from "#lib/account/token/authenticate-token";
import { createToken } from "#lib/account/token/create-token";
import { rotateToken } from "#lib/account/token/rotate-token";
import { getAuditHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import { recordResponse } from "#lib/dispatch/record-response";
import { checkLedger } from "#lib/ledger/check-ledger";
import { getBalance } from "#lib/ledger/wallet";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getMainSupplier } from "#lib/supplier/supplier";
import { openScene } from "#lib/testing/open-scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { revokeToken } from "./revoke-token.ts";

const at = await openScene();

/** Adds a reseller with two API tokens. */
async function programs() {
  const { ctx } = await at.reseller("api");
  const enter = async (name: string) => {
    const { id, token } = await createToken(ctx, { name });
    const caller = await authenticateToken(at.system, { token, origin: null });
    if (!caller) throw new Error("The token does not open.");
    return { id, ctx: { ...at.system, actor: caller.actor } };
  };
  return { ctx, shop: await enter("Shop"), app: await enter("App") };
}

let refs = 0;
async function buy(ctx: Ctx): Promise<string> {
  refs += 1;
  const wish = { ref: `t${refs}`, phone: "08031234567", channel: "api" as const, again: true };
  const { planId, networkId } = at.offered(0, "api");
  return (await placePurchase(ctx, { ...wish, planId, networkId })).purchase.ident;
}

async function stateOf(ident: string) {
  const [row] = await at.system.db.execute<{ state: string; settled_by: string | null }>(sql`
    select state, settled_by from purchases where ident = ${ident}`);
  return row;
}

test("cancels and refunds queued purchases of a revoked token, and keeps all others", async () => {
  const { ctx, shop, app } = await programs();
  const [waits, sent, others, byHand] = [
    await buy(shop.ctx),
    await buy(shop.ctx),
    await buy(app.ctx),
    await buy(ctx),
  ];
  await at.system.db.execute(sql`update purchases set state = 'sending' where ident = ${sent}`);
  const { price } = at.offered(0, "api");
  const before = await getBalance(ctx);

  expect(await revokeToken(ctx, { id: shop.id })).toBe(1);

  expect(await stateOf(waits)).toEqual({ state: "failed", settled_by: "cancelled" });
  expect(await stateOf(sent)).toMatchObject({ state: "sending" });
  expect(await stateOf(others)).toMatchObject({ state: "queued" });
  expect(await stateOf(byHand)).toMatchObject({ state: "queued" });
  expect(await getBalance(ctx)).toEqual({ wallet: before.wallet + price, held: before.held - price });
  const admin = await at.admin();
  expect((await getAuditHistory(admin, { subject: "token", subjectId: shop.id })).at(-1)).toMatchObject({
    action: "token.revoked",
    before: { state: "valid" },
    after: { state: "revoked", cancelled: 1 },
  });
  expect(await checkLedger(at.system)).toMatchObject({ findings: [] });
});

test("does not resend an unsent purchase after its token was revoked", async () => {
  const { ctx, shop } = await programs();
  const before = await getBalance(ctx);
  const ident = await buy(shop.ctx);
  const [attempt] = await at.system.db.execute<{ purchase_id: string; id: string }>(sql`
    with p as (update purchases set state = 'sending' where ident = ${ident} returning id, cost)
    insert into attempts (supplier_id, purchase_id, worker, cost) select 1, id, 'test', cost from p returning purchase_id, id`);
  expect(await revokeToken(ctx, { id: shop.id })).toBe(0);
  const { planId, networkId } = at.offered(0, "api");
  const sent = {
    supplier: getMainSupplier(),
    ident,
    planId,
    networkId,
    phone: "+2348031234567",
    cost: 1n,
    price: 1n,
  };
  const claim = {
    ...sent,
    commission: 0n,
    parentId: null,
    purchaseId: Number(attempt?.purchase_id),
    attemptId: Number(attempt?.id),
  };
  await recordResponse(at.system, claim, { result: "unsent", note: "the line is dead" });
  expect(await stateOf(ident)).toMatchObject({ state: "failed" });
  expect(await getBalance(ctx)).toEqual(before);
});

test("cancels or rejects a purchase that is placed while its token is revoked", async () => {
  const { ctx, shop } = await programs();
  const early = at.system.db.transaction(async (tx) => {
    const ident = await buy({ ...shop.ctx, db: tx });
    const revoking = revokeToken(ctx, { id: shop.id });
    await waitForLocks(at.system, 1);
    return { ident, revoking };
  });
  const { ident, revoking } = await early;
  expect(await revoking).toBe(1);
  expect(await stateOf(ident)).toEqual({ state: "failed", settled_by: "cancelled" });
  await expect(buy(shop.ctx)).rejects.toMatchObject({ code: "unauthenticated" });
});

test("lets an admin rotate and revoke with a reason, and shows them to another admin", async () => {
  const { shop, app } = await programs();
  const [ada, ben] = [await at.admin(), await at.admin()];
  const { id: successor } = await rotateToken(ada, { id: shop.id, overlapHours: 1, reason: "was in a mail" });
  await expect(rotateToken(ben, { id: shop.id, overlapHours: 24, reason: "old" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("“was in a mail”"),
  });
  expect(await getAuditHistory(ada, { subject: "token", subjectId: shop.id })).toMatchObject([
    { action: "token.issued" },
    {
      action: "token.rotated",
      reason: "was in a mail",
      before: { ends: null },
      after: { ends: expect.any(String), successor },
    },
  ]);
  await revokeToken(ada, { id: app.id, reason: "leaked" });
  await expect(revokeToken(ben, { id: app.id, reason: "old" })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/changed this .*“leaked”/),
  });
});

test("returns not_found for another reseller's token, and cancels nothing", async () => {
  const [owner, stranger] = [await programs(), await programs()];
  const ident = await buy(owner.shop.ctx);
  await expect(revokeToken(stranger.ctx, { id: owner.shop.id })).rejects.toMatchObject({ code: "not_found" });
  expect(await stateOf(ident)).toMatchObject({ state: "queued" });
});
