import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#db/client";
import { choosePasswordByLink } from "#lib/account/password/choose-password-by-link";
import { requirePin } from "#lib/account/pin/require-pin";
import { setPin } from "#lib/account/pin/set-pin";
import { readSession } from "#lib/account/session/read-session";
import { signIn } from "#lib/account/session/sign-in";
import type { Ctx } from "#lib/core/context";
import { getBalance } from "#lib/ledger/wallet";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { findOwnPurchase, getPurchase } from "#lib/purchase/read/get-purchase";
import { ownPurchaseList } from "#lib/purchase/read/own-purchase-list";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { getPurchaseTotals } from "#lib/sales/purchase-totals";
import { openScene } from "#lib/testing/open-scene";
import { changeHelper, endHelper } from "./change-helper.ts";
import { inviteHelper, MAX_HELPERS } from "./invite-helper.ts";
import { listHelperNames, listHelpers } from "./list-helpers.ts";
import { addHelper } from "./testing/add-helper.ts";

const at = await openScene();
const plan = at.offered();
const { price } = plan;
let owner: { id: number; ctx: Ctx };
let phones = 0;

beforeEach(async () => {
  owner = await at.reseller();
});

const nextPhone = () => `0803${String(1_000_000 + phones++)}`;
const sell = async (ctx: Ctx, channel: "web" | "api" = "web") =>
  (await placePurchase(ctx, { ...plan, ref: randomUUID(), phone: nextPhone(), channel, again: true }))
    .purchase;
/** As in another process: in a transaction of its own, purchases don't wait for one another here. */
const sellOnConnection = (ctx: Ctx) => inTransaction(ctx, (tx) => sell(tx));
const visitor = (): Ctx => ({ actor: { kind: "visitor" }, db: at.system.db });

const PASSWORD = "seven yellow canoes";

async function invite(email = `${randomUUID()}@kiosk.test`) {
  const { id, link } = await inviteHelper(owner.ctx, { email, name: "Bisi", dailyLimit: "5000" });
  return { id, email, secret: link.secret };
}

async function open(secret: string) {
  const opened = await choosePasswordByLink(visitor(), { secret, password: PASSWORD });
  const session = await readSession(visitor(), opened.secret ?? "");
  if (!session) throw new Error("The session does not open.");
  return { secret: opened.secret ?? "", ctx: { ...visitor(), actor: session.actor } };
}

describe("an invited helper", () => {
  test("chooses a password by the link, signs in, and has a PIN of their own", async () => {
    const { id, email, secret } = await invite();
    const { ctx } = await open(secret);
    const colleague = await addHelper(owner.ctx);
    expect(ctx.actor).toMatchObject({ kind: "helper", id, resellerId: owner.id, permissions: [] });
    await expect(signIn(visitor(), { email, password: PASSWORD })).resolves.toMatchObject({ role: "helper" });
    await setPin(colleague.ctx, { pin: "2846" });
    await expect(requirePin(colleague.ctx, {})).rejects.toMatchObject({ code: "invalid" });
    await requirePin(colleague.ctx, { pin: "2846" });
    for (const unprotected of [ctx, owner.ctx]) await requirePin(unprotected, {});
    const [audit] = await at.system.db.execute(sql`
      select actor, reseller_id from audit where action = 'helper.invited' and subject_id = ${String(id)}`);
    expect(audit).toEqual({ actor: `reseller:${owner.id}`, reseller_id: String(owner.id) });
  });

  test("isn't added for an email with an account, without confirmation, or above the limit", async () => {
    const { email } = await invite();
    await expect(invite(email)).rejects.toMatchObject({ code: "conflict" });
    await at.system.db.execute(sql`update sessions set confirmed_at = null where account_id = ${owner.id}`);
    await expect(invite()).rejects.toMatchObject({ code: "invalid" });
    await at.system.db.execute(sql`update sessions set confirmed_at = now() where account_id = ${owner.id}`);
    for (let n = 2; n < MAX_HELPERS; n += 1) await addHelper(owner.ctx);
    const last = await Promise.allSettled([invite(), invite(), invite()]);
    expect(last.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    expect((await listHelpers(owner.ctx)).filter(({ state }) => state !== "ended")).toHaveLength(MAX_HELPERS);
  });
});

describe("a helper sells", () => {
  test("from the reseller's wallet, and sees only their own purchases", async () => {
    const bisi = await addHelper(owner.ctx, { permissions: ["cost"] });
    const chidi = await addHelper(owner.ctx);
    const before = (await getBalance(owner.ctx)).wallet;
    const [own, other, sold] = [await sell(owner.ctx), await sell(chidi.ctx), await sell(bisi.ctx)];
    expect((await getBalance(bisi.ctx)).wallet).toBe(before - 3n * price);
    await expect(getPurchase(bisi.ctx, { ident: sold.ident })).resolves.toMatchObject({ ident: sold.ident });
    for (const { ident } of [own, other])
      for (const find of [() => getPurchase(bisi.ctx, { ident }), () => findOwnPurchase(bisi.ctx, ident)])
        await expect(find()).rejects.toMatchObject({ code: "not_found" });
    const page = await ownPurchaseList.page(bisi.ctx, {});
    expect(page.rows.map(({ ident }) => ident)).toEqual([sold.ident]);
    expect((await ownPurchaseList.page(owner.ctx, {})).rows).toHaveLength(3);
    const filter = { helper: chidi.id };
    const ofChidi = await ownPurchaseList.page(owner.ctx, filter);
    expect(ofChidi.rows.map(({ ident }) => ident)).toEqual([other.ident]);
    expect(await getPurchaseTotals(owner.ctx, filter)).toMatchObject({ count: 1, held: price });
    expect((await ownPurchaseList.page(bisi.ctx, filter)).rows).toEqual([]);
    expect((await listHelperNames(owner.ctx)).map(({ id }) => id)).toEqual([bisi.id, chidi.id]);
    await expect(async () => listHelperNames(bisi.ctx)).rejects.toMatchObject({ code: "not_found" });
    const [row] = await at.system.db.execute(sql`
      select helper_id, (select actor from audit where action = 'purchase.placed' and subject_id = ident) as actor
      from purchases where ident = ${sold.ident}`);
    expect(row).toEqual({ helper_id: String(bisi.id), actor: `helper:${bisi.id}` });
  });

  test("cancels only an own purchase, and only with the permission", async () => {
    const [with_, without] = [
      await addHelper(owner.ctx, { permissions: ["cancel"] }),
      await addHelper(owner.ctx),
    ];
    const [own, other] = [await sell(with_.ctx), await sell(without.ctx)];
    for (const { ident } of [own, other])
      await expect(cancelPurchase(without.ctx, { ident })).rejects.toMatchObject({ code: "not_found" });
    await expect(cancelPurchase(with_.ctx, other)).rejects.toMatchObject({ code: "not_found" });
    await cancelPurchase(with_.ctx, own);
    await expect(findOwnPurchase(with_.ctx, own.ident)).resolves.toMatchObject({ state: "failed" });
  });

  test("never above their daily limit, in parallel with others, and again after a refund", async () => {
    const limit = 3n * price + 1n;
    const bisi = await addHelper(owner.ctx, { dailyLimit: limit, permissions: ["cancel"] });
    const chidi = await addHelper(owner.ctx, { dailyLimit: price });
    const sales = await Promise.allSettled(
      Array.from({ length: 24 }, (_, n) =>
        sellOnConnection([bisi.ctx, chidi.ctx, owner.ctx][n % 3] ?? owner.ctx),
      ),
    );
    const failures = sales.flatMap((sale) => (sale.status === "rejected" ? [sale.reason] : []));
    expect(failures.map(({ code }) => code)).toEqual(Array(12).fill("daily_limit"));
    const spent = Object.fromEntries((await listHelpers(owner.ctx)).map(({ id, spent }) => [id, spent]));
    expect(spent).toEqual({ [bisi.id]: 3n * price, [chidi.id]: price });
    const [sold] = (await ownPurchaseList.page(bisi.ctx, {})).rows;
    await cancelPurchase(bisi.ctx, { ident: sold?.ident ?? "" });
    await sell(bisi.ctx);
    await expect(sell(bisi.ctx)).rejects.toMatchObject({ code: "daily_limit", facts: { limit } });
  });

  test("up to the reseller's own daily limit too", async () => {
    await at.system.db.execute(sql`update resellers set daily_limit = ${price} where id = ${owner.id}`);
    const bisi = await addHelper(owner.ctx);
    await sell(bisi.ctx);
    await expect(sell(bisi.ctx)).rejects.toMatchObject({ code: "daily_limit" });
  });
});

describe("ending a helper", () => {
  test("ends their session, link and sign-in at once, and keeps their purchases", async () => {
    const { id, email, secret: link } = await invite();
    const { ctx, secret } = await open(link);
    const { ident } = await sell(ctx);
    await endHelper(owner.ctx, { id });
    expect(await readSession(visitor(), secret)).toBeUndefined();
    await expect(sell(ctx)).rejects.toMatchObject({ code: "not_found" });
    await expect(signIn(visitor(), { email, password: PASSWORD })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(findOwnPurchase(owner.ctx, ident)).resolves.toMatchObject({ ident });
    await expect(endHelper(owner.ctx, { id })).rejects.toMatchObject({ code: "not_found" });
    expect(await listHelpers(owner.ctx)).toMatchObject([{ id, state: "ended" }]);
  });

  test("lets no sale through that is placed at the same time", async () => {
    const bisi = await addHelper(owner.ctx);
    const [, ...sales] = await Promise.allSettled([
      endHelper(owner.ctx, { id: bisi.id }),
      ...Array.from({ length: 8 }, () => sellOnConnection(bisi.ctx)),
    ]);
    const codes = sales.flatMap((sale) => (sale.status === "rejected" ? [sale.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(codes.length > 0 ? ["not_found"] : []));
    await expect(sell(bisi.ctx)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is for their own reseller alone", async () => {
    const bisi = await addHelper(owner.ctx);
    const stranger = await at.reseller();
    const change = { id: bisi.id, version: 1, dailyLimit: "5", permissions: ["cancel"] };
    for (const ctx of [stranger.ctx, bisi.ctx]) {
      await expect(endHelper(ctx, { id: bisi.id })).rejects.toMatchObject({ code: "not_found" });
      await expect(changeHelper(ctx, change as never)).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await listHelpers(stranger.ctx)).toEqual([]);
    await expect(listHelpers(bisi.ctx)).rejects.toMatchObject({ code: "not_found" });
  });

  test("goes with the account of the reseller", async () => {
    const { secret: link } = await invite();
    const { secret } = await open(link);
    await at.system.db.execute(sql`update resellers set state = 'closed' where id = ${owner.id}`);
    expect(await readSession(visitor(), secret)).toBeUndefined();
  });
});

test("changes limit and permissions from the next request on, by the version that was seen", async () => {
  const { id, secret: link } = await invite();
  const { secret } = await open(link);
  const change = { id, version: 1, dailyLimit: "", permissions: ["cancel" as const] };
  await changeHelper(owner.ctx, change);
  await expect(changeHelper(owner.ctx, change)).rejects.toMatchObject({ code: "conflict" });
  expect(await readSession(visitor(), secret)).toMatchObject({ actor: { permissions: ["cancel"] } });
  expect(await listHelpers(owner.ctx)).toMatchObject([
    { dailyLimit: null, permissions: ["cancel"], version: 2 },
  ]);
});
