import { describe, expect, test } from "vitest";
import { createAdmin } from "#lib/account/admins";
import { createReseller, inviteReseller } from "#lib/account/reseller/create-reseller";
import { signOut } from "#lib/account/session/end-sessions";
import { approveSignUp } from "#lib/account/sign-up/approve-sign-up";
import { signUp } from "#lib/account/sign-up/sign-up";
import { signUpList } from "#lib/account/sign-up/sign-up-list";
import { signUpSettings } from "#lib/account/sign-up/sign-up-settings";
import { openAccountScene } from "#lib/account/testing/account-scene";
import { TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { createToken } from "#lib/account/token/create-token";
import { rotateToken } from "#lib/account/token/rotate-token";
import { limitToken } from "#lib/account/token/token-limits";
import { requireConfirmation } from "#lib/audit/require-confirmation";
import { changeSettings } from "#lib/audit/settings/save-settings";
import type { Ctx } from "#lib/core/context";
import { confirmPassword } from "./confirm-password.ts";
import { createResellerPasswordLink } from "./password-link.ts";

const { db, addReseller, openTestSession, visitor } = await openAccountScene();

const ASKED = {
  code: "invalid",
  fields: { confirmPassword: ["Enter your password again to continue."] },
};
const confirm = (ctx: Ctx, password = TEST_PASSWORD) => confirmPassword(ctx, { confirmPassword: password });

/** Signs in a reseller of level `api`. */
async function inside() {
  const { id, email } = await addReseller();
  await db.sql`update resellers set level = 'api' where id = ${id}`;
  return { id, email, ...(await openTestSession(email)) };
}

describe("an unconfirmed session", () => {
  test("can't create, rotate or change a token", async () => {
    const { id: resellerId, ctx } = await inside();
    const { id } = await createToken(db.systemCtx, { resellerId, name: "Shop" });
    await expect(createToken(ctx, { name: "Mine" })).rejects.toMatchObject(ASKED);
    await expect(rotateToken(ctx, { id, overlapHours: 24 })).rejects.toMatchObject(ASKED);
    await expect(limitToken(ctx, { id, ips: "203.0.113.7" })).rejects.toMatchObject(ASKED);
    expect(await db.sql`select ips, expires_at from tokens where reseller_id = ${resellerId}`).toEqual([
      { ips: "{}", expires_at: null },
    ]);
  });

  test("of an admin can't create a token", async () => {
    const { id: resellerId } = await addReseller();
    await db.sql`update resellers set level = 'api' where id = ${resellerId}`;
    await createAdmin(db.systemCtx, { email: "ada@kiosk.test", name: "Ada", password: TEST_PASSWORD });
    const { ctx } = await openTestSession("ada@kiosk.test");
    await expect(createToken(ctx, { resellerId, name: "Mine" })).rejects.toMatchObject(ASKED);
    await confirm(ctx);
    await createToken(ctx, { resellerId, name: "Mine" });
  });

  test("of an admin can't open a reseller account", async () => {
    const { id: resellerId } = await addReseller();
    await createAdmin(db.systemCtx, { email: "ben@kiosk.test", name: "Ben", password: TEST_PASSWORD });
    const { ctx } = await openTestSession("ben@kiosk.test");
    await changeSettings(db.systemCtx, signUpSettings, { open: "yes" });
    const newcomer = { email: "new@kiosk.test", name: "New", phone: "08031234567", about: "" };
    await signUp(visitor(), newcomer);
    const [request] = (await signUpList.page(db.systemCtx)).rows;
    const invited = {
      email: "invited@kiosk.test",
      name: "Invited",
      level: "api" as const,
      reason: "requested",
    };
    const acts = [
      () => createResellerPasswordLink(ctx, { resellerId, reason: "forgot it" }),
      () => inviteReseller(ctx, invited),
      () => createReseller(ctx, { ...invited, email: "made@kiosk.test" }),
      () => approveSignUp(ctx, { id: request?.id ?? 0, level: "api", reason: "vouched for" }),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject(ASKED);
    expect(await db.sql`select from password_links`).toHaveLength(0);
    await confirm(ctx);
    for (const act of acts) await act();
  });
});

describe("confirming the password", () => {
  test("lasts for ten minutes in its own session only", async () => {
    const { id, email, ctx } = await inside();
    const { ctx: elsewhere } = await openTestSession(email);
    await confirm(ctx);
    await createToken(ctx, { name: "Shop" });
    await expect(createToken(elsewhere, { name: "Shop" })).rejects.toMatchObject(ASKED);
    await db.sql`update sessions set confirmed_at = confirmed_at - interval '10 minutes' where account_id = ${id}`;
    await expect(createToken(ctx, { name: "Shop" })).rejects.toMatchObject(ASKED);
  });

  test("ends with the session", async () => {
    const { ctx } = await inside();
    await confirm(ctx);
    await signOut(ctx);
    await expect(requireConfirmation(ctx)).rejects.toMatchObject(ASKED);
    await confirm(ctx);
    await expect(requireConfirmation(ctx)).rejects.toMatchObject(ASKED);
  });

  test("ignores another account's session", async () => {
    const [owner, stranger] = [await inside(), await inside()];
    await confirm(stranger.ctx);
    const actor = { ...owner.session.actor, sessionId: stranger.session.actor.sessionId };
    await expect(requireConfirmation(db.ctx(actor))).rejects.toMatchObject(ASKED);
  });

  test("rejects a wrong password at its field, and limits guessing as at sign-in", async () => {
    const { id, ctx } = await inside();
    await expect(confirm(ctx, "wrong words here")).rejects.toMatchObject({
      code: "invalid",
      fields: { confirmPassword: ["This isn’t your current password."] },
    });
    await db.sql`update throttles set failures = 20, free_at = now() where bucket = ${`account:password of ${id}`}`;
    const tries = await Promise.all(
      Array.from({ length: 9 }, () => confirm(ctx, "wrong words here").catch((error) => error)),
    );
    expect(tries.filter(({ code }) => code === "invalid")).toHaveLength(1);
    const waiting = tries.filter(({ code }) => code === "rate_limited");
    expect(waiting.map(({ fields }) => fields.confirmPassword)).toEqual(Array(8).fill([expect.any(String)]));
    await expect(requireConfirmation(ctx)).rejects.toMatchObject(ASKED);
  });

  test("is denied to visitors and API tokens, and not required from the operator's commands", async () => {
    const { id, email } = await addReseller();
    const token = db.ctx({ kind: "token", id, email, level: "api", tokenId: 1, test: false });
    for (const ctx of [visitor(), token]) await expect(requireConfirmation(ctx)).rejects.toThrow();
    await requireConfirmation(db.systemCtx);
  });
});
