import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeLevel, liftRestriction, setDailyLimit, setDeskLow } from "#lib/account/reseller/change";
import { getReseller } from "#lib/account/reseller/list";
import { endSessionsOf } from "#lib/account/session/end";
import { resellerHistory } from "#lib/audit/history";
import type { Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { clawBack, debit } from "#lib/ledger/adjust";
import { checkLedger } from "#lib/ledger/check";
import { getWallet } from "#lib/ledger/wallet";
import { check } from "#lib/purchase/check";
import { place } from "#lib/purchase/place/place";
import { volumes } from "#lib/purchase/report/volumes";
import { recordAnswer } from "#lib/purchase/send/record-answer";
import { walletStatement } from "#lib/purchase/statement";
import { needs } from "#lib/report/home";
import { lockWaits } from "#lib/testing/lock-waits";
import { type Scene, scene } from "#lib/testing/scene";
import { resellerList } from "./list.ts";
import { closeReseller, restrictReseller } from "./stop-reseller.ts";

let at: Scene;
let ada: Ctx;
beforeAll(async () => {
  at = await scene();
  ada = {
    ...at.system,
    actor: { kind: "admin", id: 9001, email: "ada@example.com", sessionId: 0, permissions: ALL_PERMISSIONS },
  };
});
afterAll(() => at.close());

let refs = 0;
function buy(ctx: Ctx) {
  refs += 1;
  return place(ctx, { ref: `r${refs}`, phone: "08031234567", channel: "web", again: true, ...at.offered() });
}
const change = (resellerId: number, version = 1) => ({ resellerId, version, reason: "KYC is missing" });
const states = (id: number) =>
  at.system.db.execute<{ state: string }>(
    `select state from purchases where reseller_id = ${id} order by id`,
  );

/** Somebody's purchase on its way to the upstream. */
async function sent(ctx: Ctx) {
  const { ident } = (await buy(ctx)).purchase;
  const [row] = await at.system.db.execute<{ purchase_id: string; id: string }>(sql`
    with p as (update purchases set state = 'sending' where ident = ${ident} returning id)
    insert into attempts (purchase_id, worker) select id, 'test' from p returning purchase_id, id`);
  const [purchaseId, attemptId] = [Number(row?.purchase_id), Number(row?.id)];
  const { planId, networkId } = at.offered();
  return { purchaseId, attemptId, ident, planId, networkId, phone: "+2348031234567", cost: 1n, price: 1n };
}

describe("restricting", () => {
  test("refuses the next purchase with the documented text, and gives the money of what waits back", async () => {
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

  test("leaves nothing queued behind, however many buy at that very moment", async () => {
    const { id, ctx } = await at.reseller();
    const tries = Array.from({ length: 24 }, () => buy(ctx));
    const restricting = restrictReseller(ada, change(id));
    const bought = (await Promise.allSettled(tries)).filter((one) => one.status === "fulfilled").length;
    await restricting;
    const all = await states(id);
    expect(all).toHaveLength(bought);
    expect(all.filter(({ state }) => state !== "failed")).toEqual([]);
    expect(await getWallet(ada, { resellerId: id })).toMatchObject({ wallet: 10_000_000n, held: 0n });
    expect(await check(at.system)).toMatchObject({ findings: [] });
  });

  test("waits for a purchase that is being placed, and then cancels it", async () => {
    const { id, ctx } = await at.reseller();
    let restricting: Promise<number> | undefined;
    await at.system.db.transaction(async (tx) => {
      await buy({ ...ctx, db: tx });
      restricting = restrictReseller(ada, change(id));
      await lockWaits(at.system, 1);
    });
    expect(await restricting).toBe(1);
    expect((await states(id))[0]?.state).toBe("failed");
  });

  test("lets what was sent finish", async () => {
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
])("what comes back unsent after its buyer was %s is not sent again", async (_state, stop) => {
  const { id, ctx } = await at.reseller();
  const claim = await sent(ctx);
  expect(await stop(ada, change(id))).toBe(0);
  await recordAnswer(at.system, claim, { meaning: "unsent", note: "the line is dead" });
  expect(await states(id)).toMatchObject([{ state: "failed" }]);
  expect(await getWallet(ada, { resellerId: id })).toMatchObject({ wallet: 10_000_000n, held: 0n });
});

test("what comes back unsent while its buyer is being restricted is cancelled with the rest", async () => {
  const { id, ctx } = await at.reseller();
  const claim = await sent(ctx);
  const restricting = await at.system.db.transaction(async (tx) => {
    await recordAnswer({ ...at.system, db: tx }, claim, { meaning: "unsent", note: "the line is dead" });
    const restricting = restrictReseller(ada, change(id));
    await lockWaits(at.system, 1);
    return { done: restricting };
  });
  expect(await restricting.done).toBe(1);
  expect(await states(id)).toMatchObject([{ state: "failed" }]);
});

test("closing ends sessions, cancels what waits, and keeps what is owed", async () => {
  const { id, ctx } = await at.reseller();
  await buy(ctx);
  expect(await closeReseller(ada, change(id))).toBe(1);
  await expect(buy(ctx)).rejects.toMatchObject({ code: "not_found" });
  expect(await getWallet(ada, { resellerId: id })).toMatchObject({ wallet: 10_000_000n, held: 0n });
  await expect(liftRestriction(ada, change(id, 2))).rejects.toMatchObject({ code: "conflict" });
});

test("of two admins who change one reseller, the second is told by whom, what and why", async () => {
  const { id } = await at.reseller();
  const [ada1, bob] = await Promise.allSettled([
    changeLevel(ada, { ...change(id), level: "top_user", reason: "sells a lot" }),
    setDailyLimit(ada, { ...change(id), limit: "500.00", reason: "new here" }),
  ]);
  const refused = [ada1, bob].find((one) => one.status === "rejected");
  expect([ada1, bob].filter((one) => one.status === "fulfilled")).toHaveLength(1);
  expect(refused?.reason).toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/“(sells a lot|new here)”/),
    facts: { changed: { after: expect.anything(), before: expect.anything() } },
  });
  expect((await getReseller(ada, { resellerId: id })).version).toBe(2);
});

test("a claw-back below zero refuses purchases with the documented text", async () => {
  const { id, ctx } = await at.reseller("affiliate", 1_000_000n);
  await clawBack(ada, { resellerId: id, amount: "20,000.00", reason: "the transfer bounced" });
  await expect(buy(ctx)).rejects.toMatchObject({
    code: "negative_wallet",
    message: "Your account has been temporarily restricted due to a negative wallet balance.",
  });
  expect(await checkLedger(at.system)).toMatchObject({ ok: true });
});

test("everything shows in the reseller's own history, and no purchase does", async () => {
  const { id, ctx } = await at.reseller();
  await buy(ctx);
  await changeLevel(ada, { ...change(id), level: "api" });
  await restrictReseller(ada, change(id, 2));
  const records = await resellerHistory(ada, { resellerId: id });
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

test("a statement says what was bought, and its balances run", async () => {
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

test("the list filters, counts what was bought, pages stably and exports", async () => {
  const { id, ctx } = await at.reseller("smart_earner");
  const offer = at.offered(0, "smart_earner");
  await place(ctx, { ref: "list", phone: "08031234567", channel: "web", again: true, ...offer });
  const { rows } = await resellerList.page(ada, { level: "smart_earner" });
  expect(rows).toEqual([
    expect.objectContaining({ id, held: offer.price, today: offer.price, month: offer.price }),
  ]);
  const page = await resellerList.page(ada, {}, 2);
  const next = await resellerList.page(ada, { after: Number(page.next) }, 2);
  expect(next.rows.map((row) => row.id).every((other) => other < (page.rows[1]?.id ?? 0))).toBe(true);
  expect((await resellerList.page(ada, { q: "%" })).rows).toEqual([]);
  expect((await resellerList.page(ada, { q: "a\0" })).rows).not.toEqual([]);
  const [mine] = (await resellerList.page(ada, { q: `reseller-${1}@` })).rows;
  expect(mine?.email).toBe("reseller-1@example.com");
  let csv = "";
  for await (const chunk of resellerList.csv(ada, { level: "smart_earner" })) csv += chunk;
  expect(csv.trim().split("\r\n")).toHaveLength(2);
});

test("none of it exists for a reseller", async () => {
  const { id, ctx } = await at.reseller();
  const acts: (() => Promise<unknown>)[] = [
    () => restrictReseller(ctx, change(id)),
    () => closeReseller(ctx, change(id)),
    () => liftRestriction(ctx, change(id)),
    () => changeLevel(ctx, { ...change(id), level: "api" }),
    () => setDailyLimit(ctx, { ...change(id), limit: null }),
    () => endSessionsOf(ctx, change(id)),
    () => resellerList.page(ctx, {}),
    () => getReseller(ctx, { resellerId: id }),
    () => resellerHistory(ctx, { resellerId: id }),
    () => volumes(ctx, [id]),
  ];
  for (const act of acts) await expect((async () => act())()).rejects.toMatchObject({ code: "not_found" });
  expect(() => resellerList.csv(ctx, {})).toThrow(expect.objectContaining({ code: "not_found" }));
});

test("a wallet that the desk watches is listed, and once it is low told as one need, however many are", async () => {
  const low = async () => {
    const { rows } = await resellerList.page(ada, { watch: "low" });
    const told = (await needs(ada)).filter(({ kind }) => kind === "low_wallets");
    return { ids: rows.map(({ id }) => id), told };
  };
  const [one, other] = [await at.reseller("affiliate", 5_000n), await at.reseller("affiliate", 5_000n)];
  expect(await low()).toEqual({ ids: [], told: [] });
  for (const { id } of [one, other]) await setDeskLow(ada, { ...change(id), below: "50.00" });
  const watched = await resellerList.page(ada, { watch: "set" });
  expect(watched.rows.map(({ id, deskLowBelow }) => [id, deskLowBelow])).toEqual([
    [other.id, 5_000n],
    [one.id, 5_000n],
  ]);
  expect(await low()).toEqual({ ids: [], told: [] });
  for (const { id } of [one, other]) await debit(at.system, { resellerId: id, amount: 1n, reason: "a test" });
  expect(await low()).toEqual({ ids: [other.id, one.id], told: [{ kind: "low_wallets", count: 2 }] });
  await restrictReseller(ada, change(other.id, 2));
  expect(await low()).toEqual({ ids: [one.id], told: [{ kind: "low_wallets", count: 1 }] });
  await setDeskLow(ada, { ...change(one.id, 2), below: "" });
  expect(await low()).toEqual({ ids: [], told: [] });
});
