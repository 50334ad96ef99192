import { describe, expect, test } from "vitest";
import { closeAccount } from "#lib/account/close-account";
import { createReseller } from "#lib/account/reseller/create-reseller";
import { readSession } from "#lib/account/session/read-session";
import { signIn } from "#lib/account/session/sign-in";
import { openAccountScene } from "#lib/account/testing/account-scene";
import { TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { changePassword, choosePassword, resetPassword } from "./set-password.ts";

const { db, addReseller, openTestSession, signedIn, visitor } = await openAccountScene();

const NEXT = "quite another phrase";

describe("changing a password", () => {
  test("accepts the new and rejects the old password, and records neither", async () => {
    const { id, email, ctx } = await signedIn();
    await changePassword(ctx, { currentPassword: TEST_PASSWORD, password: NEXT });
    await expect(signIn(visitor(), { email, password: TEST_PASSWORD })).rejects.toMatchObject({
      code: "invalid",
    });
    await signIn(visitor(), { email, password: NEXT });
    const [audit] =
      await db.sql`select * from audit where action = 'account.password' and reseller_id = ${id}`;
    expect(audit).toMatchObject({ actor: `reseller:${id}`, after: { generated: false, sessionsEnded: 1 } });
    expect(JSON.stringify(audit)).not.toMatch(new RegExp(`argon2|${TEST_PASSWORD}|${NEXT}`));
  });

  test("requires the current password, and limits guessing", async () => {
    const { id, ctx } = await signedIn();
    await db.sql`insert into throttles values (${`account:password of ${id}`}, 20, now(), now())`;
    const tries = await Promise.all(
      Array.from({ length: 9 }, () =>
        changePassword(ctx, { currentPassword: "wrong words here", password: NEXT }).catch((error) => error),
      ),
    );
    expect(tries.filter(({ code }) => code === "invalid")).toHaveLength(1);
    expect(tries.filter(({ code }) => code === "rate_limited")).toHaveLength(8);
  });

  test.each([["short"], ["password2024"], [TEST_PASSWORD]])(
    "to %s is rejected at the field",
    async (password) => {
      const { ctx, secret } = await signedIn();
      await expect(changePassword(ctx, { currentPassword: TEST_PASSWORD, password })).rejects.toMatchObject({
        code: "invalid",
        fields: { password: [expect.any(String)] },
      });
      expect(await readSession(visitor(), secret)).toBeDefined();
    },
  );

  test("succeeds once for two parallel calls", async () => {
    const { email, ctx } = await signedIn();
    const both = await Promise.allSettled(
      [NEXT, "a third long phrase"].map((password) =>
        changePassword(ctx, { currentPassword: TEST_PASSWORD, password }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const open =
      await db.sql`select from sessions where account_id = (select id from accounts where email = ${email})
      and ended_at is null`;
    expect(open).toHaveLength(1);
  });
});

describe("a generated password", () => {
  const newcomer = (email: string) => createReseller(db.systemCtx, { email, name: "New", level: "api" });

  test("is returned once, signs in, and must be replaced", async () => {
    const { email, password } = await newcomer("new1@kiosk.test");
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    const { session } = await openTestSession(email, password);
    expect(session.passwordGenerated).toBe(true);
  });

  test("is replaced by a chosen password, once", async () => {
    const { email, password } = await newcomer("new2@kiosk.test");
    const { ctx, secret: first } = await openTestSession(email, password);
    const { secret } = await choosePassword(ctx, { password: NEXT });
    expect(await readSession(visitor(), first)).toBeUndefined();
    const session = await readSession(visitor(), secret);
    expect(session?.passwordGenerated).toBe(false);
    await expect(choosePassword(ctx, { password: TEST_PASSWORD })).rejects.toMatchObject({
      code: "conflict",
    });
    await signIn(visitor(), { email, password: NEXT });
  });

  test("can't be chosen again", async () => {
    const { email, password = "" } = await newcomer("new3@kiosk.test");
    const { ctx } = await openTestSession(email, password);
    await expect(choosePassword(ctx, { password })).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("a forgotten password", () => {
  test("is replaced by an admin with a generated one, and every session ends", async () => {
    const { id, email, ctx, secret } = await signedIn();
    await expect(resetPassword(ctx, { email })).rejects.toMatchObject({ code: "not_found" });
    const { password } = await resetPassword(db.systemCtx, { email: email.toUpperCase() });
    expect(await readSession(visitor(), secret)).toBeUndefined();
    await expect(signIn(visitor(), { email, password: TEST_PASSWORD })).rejects.toMatchObject({
      code: "invalid",
    });
    expect((await openTestSession(email, password)).session.passwordGenerated).toBe(true);
    const [audit] =
      await db.sql`select * from audit where action = 'account.password_reset' and reseller_id = ${id}`;
    expect(audit).toMatchObject({ actor: "system:test", after: { generated: true, sessionsEnded: 1 } });
    expect(JSON.stringify(audit)).not.toContain(password);
  });

  test("returns not_found for an unknown or a closed account", async () => {
    const { id, email } = await addReseller();
    await closeAccount(db.systemCtx, { accountId: id, reason: "left" });
    for (const missingEmail of [email, "nobody@kiosk.test"]) {
      await expect(resetPassword(db.systemCtx, { email: missingEmail })).rejects.toMatchObject({
        code: "not_found",
      });
    }
  });
});
