import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { beginPasskey, finishPasskey, listPasskeys } from "#lib/account/passkey/own-passkeys";
import { chooseByLink, holderOf } from "#lib/account/password/choose-by-link";
import { issueLink } from "#lib/account/password/link";
import { changePassword } from "#lib/account/password/set";
import { TestAuthenticator } from "#lib/account/testing/authenticator";
import { PASSWORD } from "#lib/account/testing/people";
import { issueToken } from "#lib/account/token/issue";
import type { Ctx } from "#lib/core/context";
import type { PaymentWay } from "#lib/shop/payment-way";
import { openShop, saveShop } from "#lib/shop/save-shop";
import { setShopState } from "#lib/shop/set-shop-state";
import { ownShop } from "#lib/shop/shop-view";
import { type Scene, scene } from "#lib/testing/scene";
import { addEndpoint } from "#lib/webhook/endpoints";
import { endLeftBehind, leftBehind } from "./left-behind.ts";

const OLD = PASSWORD;
const NEW = "quite another phrase";
const cash: PaymentWay[] = [{ kind: "cash", where: "12 Allen Avenue." }];
const theirs: PaymentWay[] = [{ kind: "bank", bank: "B", accountName: "X", accountNumber: "0123456789" }];
const look = { name: "Shop", note: "", phone: "", whatsapp: "", hue: 1, payWithin: 30 };

let at: Scene;
let ctx: Ctx;
let id: number;

beforeAll(async () => {
  at = await scene({ WEBHOOK_ALLOW_PRIVATE: "1" });
});
afterAll(() => at.close());
beforeEach(async () => {
  ({ id, ctx } = await at.reseller("api"));
});

/** What somebody with the old password makes to stay. */
async function makeAll() {
  const token = await issueToken(ctx, { name: "Theirs" });
  const endpoint = await addEndpoint(ctx, { url: "http://127.0.0.1:4999/hook", events: ["purchases"] });
  const slug = `shop-${id}`;
  await openShop(ctx, { name: "Shop", slug, phone: "", markup: "0", payments: cash });
  await saveShop(ctx, { ...look, slug, payments: theirs });
  return { token, endpoint };
}

test("what was made since the last password is shown, and nothing that is older or another's", async () => {
  await issueToken((await at.reseller("api")).ctx, { name: "A neighbour's" });
  const { token, endpoint } = await makeAll();
  expect(await leftBehind(ctx)).toMatchObject({
    tokens: [{ id: token.id, name: "Theirs" }],
    endpoints: [{ id: endpoint.id, url: endpoint.url }],
    paymentsChangedAt: expect.any(Date),
    sessions: [{ current: true }],
  });
  await changePassword(ctx, { currentPassword: OLD, password: NEW });
  expect(await leftBehind(ctx)).toMatchObject({ tokens: [], endpoints: [], paymentsChangedAt: null });
});

test("a shop that was opened since, and where its customers pay, is shown and ended like a change of that", async () => {
  await openShop(ctx, { name: "Shop", slug: `opened-${id}`, phone: "", markup: "0", payments: theirs });
  expect(await leftBehind(ctx)).toMatchObject({ paymentsChangedAt: expect.any(Date) });
  await endLeftBehind(ctx, { endTokens: [], endEndpoints: [], endPayments: "yes" });
  expect(await ownShop(ctx)).toMatchObject({ state: "paused", payments: [] });
});

test("a passkey that was made since is shown, and removed where it was ticked", async () => {
  const asked = await beginPasskey(ctx);
  await finishPasskey(ctx, { name: "Theirs", response: new TestAuthenticator().make(asked) });
  const { passkeys } = await leftBehind(ctx);
  expect(passkeys).toMatchObject([{ name: "Theirs" }]);
  const ends = { endTokens: [], endEndpoints: [], endPasskeys: String(passkeys[0]?.id) };
  await changePassword(ctx, { currentPassword: OLD, password: NEW }, (tx) => endLeftBehind(tx, ends));
  expect(await listPasskeys(ctx)).toEqual([]);
});

describe("a change of the password", () => {
  test("ends what was ticked, and the shop takes no orders until its owner says where to pay", async () => {
    const { token, endpoint } = await makeAll();
    const kept = await issueToken(ctx, { name: "Mine" });
    const ends = { endTokens: [token.id], endEndpoints: endpoint.id, endPayments: "yes" as const };
    await changePassword(ctx, { currentPassword: OLD, password: NEW }, (tx) => endLeftBehind(tx, ends));
    const rows = await at.system.db.execute(
      `select id, revoked_at is null as works from tokens where reseller_id = ${id} order by id`,
    );
    expect([...rows]).toEqual([
      { id: String(token.id), works: false },
      { id: String(kept.id), works: true },
    ]);
    const [removed] = await at.system.db.execute(
      `select removed_at is null as works from webhook_endpoints where id = ${endpoint.id}`,
    );
    expect(removed).toEqual({ works: false });
    expect(await ownShop(ctx)).toMatchObject({ state: "paused", payments: [] });
    await expect(setShopState(ctx, { state: "open" })).rejects.toMatchObject({ code: "conflict" });
    const slug = `shop-${id}`;
    const back = { ...look, slug, payments: cash };
    await expect(saveShop(ctx, back)).rejects.toHaveProperty("fields.confirmPassword");
    await at.system.db.execute(
      `update sessions set ended_at = null where account_id = ${id} and confirmed_at is not null`,
    );
    await saveShop(ctx, back);
    await setShopState(ctx, { state: "open" });
  });

  test("leaves everything when nothing is ticked", async () => {
    const { token } = await makeAll();
    const none = (tx: Ctx) => endLeftBehind(tx, { endTokens: undefined, endEndpoints: undefined });
    await changePassword(ctx, { currentPassword: OLD, password: NEW }, none);
    const [row] = await at.system.db.execute(`select revoked_at from tokens where id = ${token.id}`);
    expect(row).toEqual({ revoked_at: null });
    expect(await ownShop(ctx)).toMatchObject({ state: "open", payments: theirs });
  });

  test("that is refused ends nothing", async () => {
    const { token } = await makeAll();
    const end = (tx: Ctx) => endLeftBehind(tx, { endTokens: token.id, endEndpoints: [] });
    await expect(
      changePassword(ctx, { currentPassword: "wrong words here", password: NEW }, end),
    ).rejects.toMatchObject({ code: "invalid" });
    expect((await leftBehind(ctx)).tokens).toMatchObject([{ id: token.id }]);
  });

  test("ends nothing of others, whatever the form says", async () => {
    const { ctx: other, id: otherId } = await at.reseller("api");
    const token = await issueToken(other, { name: "A neighbour's" });
    const end = (tx: Ctx) => endLeftBehind(tx, { endTokens: [token.id], endEndpoints: [] });
    await changePassword(ctx, { currentPassword: OLD, password: NEW }, end);
    const [row] = await at.system.db.execute(`select revoked_at from tokens where reseller_id = ${otherId}`);
    expect(row).toEqual({ revoked_at: null });
  });
});

test("who holds a link to a new password sees the same, and ends it with the link", async () => {
  const { token } = await makeAll();
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
  const { secret } = await issueLink(at.system, { resellerId: id, reason: "lost their phone" });
  const holder = await holderOf(visitor, { secret });
  expect(holder && (await leftBehind(holder))).toMatchObject({ tokens: [{ id: token.id }] });
  await chooseByLink(visitor, { secret, password: NEW }, (tx) =>
    endLeftBehind(tx, { endTokens: String(token.id), endEndpoints: [] }),
  );
  expect(await holderOf(visitor, { secret })).toBeUndefined();
  const [row] = await at.system.db.execute(
    `select revoked_at is null as works from tokens where id = ${token.id}`,
  );
  expect(row).toEqual({ works: false });
});

test("an admin sees the tokens that they made for others", async () => {
  const admin = await at.admin();
  const token = await issueToken(admin, { resellerId: id, name: "For them", reason: "asked by phone" });
  await issueToken(await at.admin(), { resellerId: id, name: "Another admin's", reason: "asked by phone" });
  expect(await leftBehind(admin)).toMatchObject({ tokens: [{ id: token.id }], endpoints: [] });
  await endLeftBehind(admin, { endTokens: token.id, endEndpoints: [] });
  expect(await leftBehind(admin)).toMatchObject({ tokens: [] });
});
