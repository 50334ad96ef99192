import { beforeEach, describe, expect, test } from "vitest";
import {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
  listPasskeys,
} from "#lib/account/passkey/passkeys";
import { choosePasswordByLink, findLinkHolderContext } from "#lib/account/password/choose-password-by-link";
import { createResellerPasswordLink } from "#lib/account/password/password-link";
import { changePassword } from "#lib/account/password/set-password";
import { TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { TestAuthenticator } from "#lib/account/testing/test-authenticator";
import { createToken } from "#lib/account/token/create-token";
import type { Ctx } from "#lib/core/context";
import { modules } from "#lib/modules";
import type { ShopPaymentMethod } from "#lib/shop/payment-method";
import { openShop, saveShop } from "#lib/shop/save-shop";
import { setShopState } from "#lib/shop/set-shop-state";
import { getOwnShop } from "#lib/shop/shop-view";
import { openScene } from "#lib/testing/open-scene";
import { addEndpoint } from "#lib/webhook/endpoints";
import { getAccessReview, revokeReviewedAccess } from "./access-review.ts";

const OLD = TEST_PASSWORD;
const NEW = "quite another phrase";
const cash: ShopPaymentMethod[] = [{ kind: "cash", where: "12 Allen Avenue." }];
const addedPayments: ShopPaymentMethod[] = [
  { kind: "bank", bank: "B", accountName: "X", accountNumber: "0123456789" },
];
const look = { name: "Shop", note: "", phone: "", whatsapp: "", hue: 1, paymentWindowMinutes: 30 };

let ctx: Ctx;
let id: number;

const at = await openScene({ WEBHOOK_ALLOW_PRIVATE: "1" });
beforeEach(async () => {
  ({ id, ctx } = await at.reseller("api"));
});

/** Creates a token, a webhook, a passkey and shop payment details, as an intruder with the old password would. */
async function makeAll() {
  const token = await createToken(ctx, { name: "Theirs" });
  const endpoint = await addEndpoint(ctx, { url: "http://127.0.0.1:4999/hook", events: ["purchases"] });
  const slug = `shop-${id}`;
  await openShop(ctx, { name: "Shop", slug, phone: "", markup: "0", payments: cash });
  await saveShop(ctx, { ...look, slug, payments: addedPayments });
  return { token, endpoint };
}

test("shows access created since the last password, and nothing older or of another account", async () => {
  await createToken((await at.reseller("api")).ctx, { name: "A neighbour's" });
  const { token, endpoint } = await makeAll();
  expect(await getAccessReview(ctx, modules)).toMatchObject({
    tokens: [{ id: token.id, name: "Theirs" }],
    granted: [{ id: `webhook ${endpoint.id}`, label: `Remove webhook ${endpoint.url}` }],
    paymentMethodsChangedAt: expect.any(Date),
    sessions: [{ current: true }],
  });
  await changePassword(ctx, { currentPassword: OLD, password: NEW });
  expect(await getAccessReview(ctx, modules)).toMatchObject({
    tokens: [],
    granted: [],
    paymentMethodsChangedAt: null,
  });
});

test("shows and ends a shop opened since, with its payment methods", async () => {
  await openShop(ctx, {
    name: "Shop",
    slug: `opened-${id}`,
    phone: "",
    markup: "0",
    payments: addedPayments,
  });
  expect(await getAccessReview(ctx, modules)).toMatchObject({ paymentMethodsChangedAt: expect.any(Date) });
  await revokeReviewedAccess(ctx, modules, { endTokens: [], endGranted: [], endPayments: "yes" });
  expect(await getOwnShop(ctx)).toMatchObject({ state: "paused", payments: [] });
});

test("shows a passkey added since, and removes it when ticked", async () => {
  const options = await beginPasskeyRegistration(ctx);
  await finishPasskeyRegistration(ctx, { name: "Theirs", response: new TestAuthenticator().make(options) });
  const { passkeys } = await getAccessReview(ctx, modules);
  expect(passkeys).toMatchObject([{ name: "Theirs" }]);
  const ends = { endTokens: [], endGranted: [], endPasskeys: String(passkeys[0]?.id) };
  await changePassword(ctx, { currentPassword: OLD, password: NEW }, (tx) =>
    revokeReviewedAccess(tx, modules, ends),
  );
  expect(await listPasskeys(ctx)).toEqual([]);
});

describe("changing the password", () => {
  test("ends ticked access, and stops shop orders until the owner sets payment methods", async () => {
    const { token, endpoint } = await makeAll();
    const untouchedToken = await createToken(ctx, { name: "Mine" });
    const ends = { endTokens: [token.id], endGranted: `webhook ${endpoint.id}`, endPayments: "yes" as const };
    await changePassword(ctx, { currentPassword: OLD, password: NEW }, (tx) =>
      revokeReviewedAccess(tx, modules, ends),
    );
    const rows = await at.system.db.execute(
      `select id, revoked_at is null as works from tokens where reseller_id = ${id} order by id`,
    );
    expect([...rows]).toEqual([
      { id: String(token.id), works: false },
      { id: String(untouchedToken.id), works: true },
    ]);
    const [removed] = await at.system.db.execute(
      `select removed_at is null as works from webhook_endpoints where id = ${endpoint.id}`,
    );
    expect(removed).toEqual({ works: false });
    expect(await getOwnShop(ctx)).toMatchObject({ state: "paused", payments: [] });
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

  test("ends nothing when nothing is ticked", async () => {
    const { token } = await makeAll();
    const none = (tx: Ctx) =>
      revokeReviewedAccess(tx, modules, { endTokens: undefined, endGranted: undefined });
    await changePassword(ctx, { currentPassword: OLD, password: NEW }, none);
    const [row] = await at.system.db.execute(`select revoked_at from tokens where id = ${token.id}`);
    expect(row).toEqual({ revoked_at: null });
    expect(await getOwnShop(ctx)).toMatchObject({ state: "open", payments: addedPayments });
  });

  test("ends nothing when it is rejected", async () => {
    const { token } = await makeAll();
    const end = (tx: Ctx) => revokeReviewedAccess(tx, modules, { endTokens: token.id, endGranted: [] });
    await expect(
      changePassword(ctx, { currentPassword: "wrong words here", password: NEW }, end),
    ).rejects.toMatchObject({ code: "invalid" });
    expect((await getAccessReview(ctx, modules)).tokens).toMatchObject([{ id: token.id }]);
  });

  test("ends nothing of other accounts, whatever the form names", async () => {
    const { ctx: other, id: otherId } = await at.reseller("api");
    const token = await createToken(other, { name: "A neighbour's" });
    const end = (tx: Ctx) => revokeReviewedAccess(tx, modules, { endTokens: [token.id], endGranted: [] });
    await changePassword(ctx, { currentPassword: OLD, password: NEW }, end);
    const [row] = await at.system.db.execute(`select revoked_at from tokens where reseller_id = ${otherId}`);
    expect(row).toEqual({ revoked_at: null });
  });
});

test("shows and ends the same access through a password link", async () => {
  const { token } = await makeAll();
  const visitor: Ctx = { ...at.system, actor: { kind: "visitor" } };
  const { secret } = await createResellerPasswordLink(at.system, {
    resellerId: id,
    reason: "lost their phone",
  });
  const holder = await findLinkHolderContext(visitor, { secret });
  expect(holder && (await getAccessReview(holder, modules))).toMatchObject({ tokens: [{ id: token.id }] });
  await choosePasswordByLink(visitor, { secret, password: NEW }, (tx) =>
    revokeReviewedAccess(tx, modules, { endTokens: String(token.id), endGranted: [] }),
  );
  expect(await findLinkHolderContext(visitor, { secret })).toBeUndefined();
  const [row] = await at.system.db.execute(
    `select revoked_at is null as works from tokens where id = ${token.id}`,
  );
  expect(row).toEqual({ works: false });
});

test("shows an admin the tokens that they created for resellers", async () => {
  const admin = await at.admin();
  const token = await createToken(admin, { resellerId: id, name: "For them", reason: "asked by phone" });
  await createToken(await at.admin(), { resellerId: id, name: "Another admin's", reason: "asked by phone" });
  expect(await getAccessReview(admin, modules)).toMatchObject({ tokens: [{ id: token.id }], granted: [] });
  await revokeReviewedAccess(admin, modules, { endTokens: token.id, endGranted: [] });
  expect(await getAccessReview(admin, modules)).toMatchObject({ tokens: [] });
});
