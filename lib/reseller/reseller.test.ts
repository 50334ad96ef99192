import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  changeLevel,
  liftRestriction,
  setDailyLimit,
  setResellerLowWalletThreshold,
} from "#lib/account/reseller/change-reseller";
import { getReseller } from "#lib/account/reseller/read-resellers";
import { endResellerSessions } from "#lib/account/session/end-sessions";
import { getResellerHistory } from "#lib/audit/audit-history";
import type { Ctx } from "#lib/core/context";
import { recordResponse } from "#lib/dispatch/record-response";
import { postClawBack, postDebit } from "#lib/ledger/adjust-wallet";
import { checkLedger } from "#lib/ledger/check-ledger";
import { getWallet } from "#lib/ledger/wallet";
import { modules } from "#lib/modules";
import { listActionItems } from "#lib/monitoring/action-items";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { getResellerVolumes } from "#lib/sales/reseller-volumes";
import { walletStatement } from "#lib/sales/wallet-statement";
import { getMainSupplier } from "#lib/supplier/supplier";
import { openScene } from "#lib/testing/open-scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import { resellerList } from "./reseller-list.ts";
import { closeReseller, restrictReseller } from "./restrict-reseller.ts";

const at = await openScene();
const ada = await at.admin();

let refs = 0;
function buy(ctx: Ctx) {
  refs += 1;
  return placePurchase(ctx, {
    ref: `r${refs}`,
    phone: "08031234567",
    channel: "web",
    again: true,
    ...at.offered(),
  });
}
const change = (resellerId: number, version = 1) => ({ resellerId, version, reason: "KYC is missing" });
const states = (id: number) =>
  at.system.db.execute<{ state: string }>(
    `select state from purchases where reseller_id = ${id} order by id`,
  );

/** Places a purchase that is being sent to the upstream. */
async function sent(ctx: Ctx) {
  const { ident } = (await buy(ctx)).purchase;
  const [row] = await at.system.db.execute<{ purchase_id: string; id: string }>(sql`
    with p as (update purchases set state = 'sending' where ident = ${ident} returning id, cost)
    insert into attempts (supplier_id, purchase_id, worker, cost) select 1, id, 'test', cost from p returning purchase_id, id`);
  const [purchaseId, attemptId] = [Number(row?.purchase_id), Number(row?.id)];
  const { planId, networkId } = at.offered();
  return {
    supplier: getMainSupplier(),
    purchaseId,
    attemptId,
    commission: 0n,
    parentId: null,
    ident,
    planId,
    networkId,
    phone: "+2348031234567",
    cost: 1n,
    price: 1n,
  };
}

describe("restricting", () => {
  test("rejects the next purchase with the documented text, and refunds queued ones", async () => {
    const { id, ctx } = await at.reseller();
    for (let n = 0; n < 3; n++) await buy(ctx);
    expect(await restrictReseller(ada, change(id))).toBe(3);
    expect(await getWallet(ada, { resellerId: id })).toMatchObject({ wallet: 10_000_000n, held: 0n });
    expect((await states(id)).map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
    await expect(buy(ctx)).rejects.toMatchObject({
      code: "restricted",
      message: expect.stringContaining("Please submit your KYC"),
    });
    await liftRestriction(ada, { ...change(id, 2), reason: "KYC came" });
    await buy(ctx);
  });

  test("leaves nothing queued, however many purchases are placed at that moment", async () => {
    const { id, ctx } = await at.reseller();
    const tries = Array.from({ length: 24 }, () => buy(ctx));
    const restricting = restrictReseller(ada, change(id));
    const bought = (await Promise.allSettled(tries)).filter((result) => result.status === "fulfilled").length;
    await restricting;
    const all = await states(id);
    expect(all).toHaveLength(bought);
    expect(all.filter(({ state }) => state !== "failed")).toEqual([]);
    expect(await getWallet(ada, { resellerId: id })).toMatchObject({ wallet: 10_000_000n, held: 0n });
    expect(await checkPurchases(at.system)).toMatchObject({ findings: [] });
  });

  test("waits for a purchase that is being placed, then cancels it", async () => {
    const { id, ctx } = await at.reseller();
    let restricting: Promise<number> | undefined;
    await at.system.db.transaction(async (tx) => {
      await buy({ ...ctx, db: tx });
      restricting = restrictReseller(ada, change(id));
      await waitForLocks(at.system, 1);
    });
    expect(await restricting).toBe(1);
    expect((await states(id))[0]?.state).toBe("failed");
  });

  test("lets sent purchases finish", async () => {
    const { id, ctx } = await at.reseller();
    const { purchase } = await buy(ctx);
    await at.system.db.execute(`update purchases set state = 'sending' where ident = '${purchase.ident}'`);
    expect(await restrictReseller(ada, change(id))).toBe(0);
    expect((await states(id))[0]?.state).toBe("sending");
    await at.system.db.execute(`update purchases set state = 'queued' where ident = '${purchase.ident}'`);
  });
});

test.each([
  ["restricted", restrictReseller],
  ["closed", closeReseller],
])("does not resend an unsent purchase after its buyer was %s", async (_state, stop) => {
  const { id, ctx } = await at.reseller();
  const claim = await sent(ctx);
  expect(await stop(ada, change(id))).toBe(0);
  await recordResponse(at.system, claim, { result: "unsent", note: "the line is dead" });
  expect(await states(id)).toMatchObject([{ state: "failed" }]);
  expect(await getWallet(ada, { resellerId: id })).toMatchObject({ wallet: 10_000_000n, held: 0n });
});

test("cancels a purchase that comes back unsent while its buyer is being restricted", async () => {
  const { id, ctx } = await at.reseller();
  const claim = await sent(ctx);
  const restricting = await at.system.db.transaction(async (tx) => {
    await recordResponse({ ...at.system, db: tx }, claim, { result: "unsent", note: "the line is dead" });
    const restricting = restrictReseller(ada, change(id));
    await waitForLocks(at.system, 1);
    return { done: restricting };
  });
  expect(await restricting.done).toBe(1);
  expect(await states(id)).toMatchObject([{ state: "failed" }]);
});

test("closing ends sessions, cancels queued purchases, and keeps the wallet balance owed", async () => {
  const { id, ctx } = await at.reseller();
  await buy(ctx);
  expect(await closeReseller(ada, change(id))).toBe(1);
  await expect(buy(ctx)).rejects.toMatchObject({ code: "not_found" });
  expect(await getWallet(ada, { resellerId: id })).toMatchObject({ wallet: 10_000_000n, held: 0n });
  await expect(liftRestriction(ada, change(id, 2))).rejects.toMatchObject({ code: "conflict" });
});

test("returns the actor, change and reason to the second of two admins who change one reseller", async () => {
  const { id } = await at.reseller();
  const [ada1, bob] = await Promise.allSettled([
    changeLevel(ada, { ...change(id), level: "top_user", reason: "sells a lot" }),
    setDailyLimit(ada, { ...change(id), limit: "500.00", reason: "new here" }),
  ]);
  const rejected = [ada1, bob].find((result) => result.status === "rejected");
  expect([ada1, bob].filter((result) => result.status === "fulfilled")).toHaveLength(1);
  expect(rejected?.reason).toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/“(sells a lot|new here)”/),
    facts: { changed: { after: expect.anything(), before: expect.anything() } },
  });
  expect((await getReseller(ada, { resellerId: id })).version).toBe(2);
});

test("rejects purchases with the documented text after a claw-back below zero", async () => {
  const { id, ctx } = await at.reseller("affiliate", 1_000_000n);
  await postClawBack(ada, { resellerId: id, amount: "20,000.00", reason: "the transfer bounced" });
  await expect(buy(ctx)).rejects.toMatchObject({
    code: "negative_wallet",
    message: "Your account has been temporarily restricted due to a negative wallet balance.",
  });
  expect(await checkLedger(at.system)).toMatchObject({ ok: true });
});

test("shows each change in the reseller's history, and no purchase", async () => {
  const { id, ctx } = await at.reseller();
  await buy(ctx);
  await changeLevel(ada, { ...change(id), level: "api" });
  await restrictReseller(ada, change(id, 2));
  const records = await getResellerHistory(ada, { resellerId: id });
  expect(records.map(({ action }) => action)).toEqual([
    "reseller.created",
    "wallet.credited",
    "reseller.level",
    "reseller.restricted",
  ]);
  expect(records[2]).toMatchObject({
    reason: "KYC is missing",
    before: { level: "affiliate" },
    after: { level: "api" },
  });
});

test("lists purchases with running balances in a statement", async () => {
  const { ctx } = await at.reseller("affiliate", 5_000_000n);
  const { purchase } = await buy(ctx);
  const { rows } = await walletStatement().page(ctx);
  expect(rows[0]).toMatchObject({
    kind: "hold",
    amount: -purchase.price,
    balance: purchase.walletAfter,
    purchase: { ident: purchase.ident, phone: purchase.phone },
  });
});

test("filters, counts volumes, pages stably and exports the list", async () => {
  const { id, ctx } = await at.reseller("smart_earner");
  const offer = at.offered(0, "smart_earner");
  await placePurchase(ctx, { ref: "list", phone: "08031234567", channel: "web", again: true, ...offer });
  const { rows } = await resellerList.page(ada, { level: "smart_earner" });
  expect(rows).toEqual([
    expect.objectContaining({ id, held: offer.price, today: offer.price, month: offer.price }),
  ]);
  const page = await resellerList.page(ada, {}, 2);
  const next = await resellerList.page(ada, { after: Number(page.next) }, 2);
  expect(next.rows.map((row) => row.id).every((rowId) => rowId < (page.rows[1]?.id ?? 0))).toBe(true);
  expect((await resellerList.page(ada, { q: "%" })).rows).toEqual([]);
  expect((await resellerList.page(ada, { q: "a\0" })).rows).not.toEqual([]);
  const [reseller] = (await resellerList.page(ada, { q: "reseller-2@" })).rows;
  expect(reseller?.email).toBe("reseller-2@example.com");
  await at.system.db.execute(sql`update accounts set name = 'Ṣọlá Ɗanƙasa' where id = ${id}`);
  expect((await resellerList.page(ada, { q: "sola d" })).rows.map((row) => row.id)).toEqual([id]);
  let csv = "";
  for await (const chunk of resellerList.csv(ada, { level: "smart_earner" })) csv += chunk;
  expect(csv.trim().split("\r\n")).toHaveLength(2);
});

test("returns not_found for a reseller", async () => {
  const { id, ctx } = await at.reseller();
  const acts: (() => Promise<unknown>)[] = [
    () => restrictReseller(ctx, change(id)),
    () => closeReseller(ctx, change(id)),
    () => liftRestriction(ctx, change(id)),
    () => changeLevel(ctx, { ...change(id), level: "api" }),
    () => setDailyLimit(ctx, { ...change(id), limit: null }),
    () => endResellerSessions(ctx, change(id)),
    () => resellerList.page(ctx, {}),
    () => getReseller(ctx, { resellerId: id }),
    () => getResellerHistory(ctx, { resellerId: id }),
    () => getResellerVolumes(ctx, [id]),
  ];
  for (const act of acts) await expect((async () => act())()).rejects.toMatchObject({ code: "not_found" });
  expect(() => resellerList.csv(ctx, {})).toThrow(expect.objectContaining({ code: "not_found" }));
});

test("lists a wallet with a threshold, and shows low wallets as one action item", async () => {
  const low = async () => {
    const { rows } = await resellerList.page(ada, { watch: "low" });
    const titles = (await listActionItems(ada, modules)).flatMap(({ kind, title }) =>
      kind === "low_wallets" ? title : [],
    );
    return { ids: rows.map(({ id }) => id), titles };
  };
  const [first, second] = [await at.reseller("affiliate", 5_000n), await at.reseller("affiliate", 5_000n)];
  expect(await low()).toEqual({ ids: [], titles: [] });
  for (const { id } of [first, second])
    await setResellerLowWalletThreshold(ada, { ...change(id), below: "50.00" });
  const watched = await resellerList.page(ada, { watch: "set" });
  expect(watched.rows.map(({ id, adminLowBalanceThreshold }) => [id, adminLowBalanceThreshold])).toEqual([
    [second.id, 5_000n],
    [first.id, 5_000n],
  ]);
  expect(await low()).toEqual({ ids: [], titles: [] });
  for (const { id } of [first, second])
    await postDebit(at.system, { resellerId: id, amount: 1n, reason: "a test" });
  expect(await low()).toEqual({ ids: [second.id, first.id], titles: ["2 resellers’ wallets are low"] });
  await restrictReseller(ada, change(second.id, 2));
  expect(await low()).toEqual({ ids: [first.id], titles: ["1 reseller’s wallet is low"] });
  await setResellerLowWalletThreshold(ada, { ...change(first.id, 2), below: "" });
  expect(await low()).toEqual({ ids: [], titles: [] });
});
