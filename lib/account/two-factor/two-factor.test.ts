import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createAdmin } from "#lib/account/admins";
import { closeAccount } from "#lib/account/close-account";
import { choosePasswordByLink } from "#lib/account/password/choose-password-by-link";
import { confirmCode, confirmPassword } from "#lib/account/password/confirm-password";
import { createResellerPasswordLink } from "#lib/account/password/password-link";
import { changePassword, resetPassword } from "#lib/account/password/set-password";
import { endResellerSessions, endSessions, signOut } from "#lib/account/session/end-sessions";
import { findPendingSignIn, finishSignIn } from "#lib/account/session/finish-sign-in";
import { readSession } from "#lib/account/session/read-session";
import { signIn } from "#lib/account/session/sign-in";
import { codeOf, openAccountScene } from "#lib/account/testing/account-scene";
import { TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { createTestApp, enrolTwoFactor } from "#lib/account/testing/test-two-factor";
import type { Ctx } from "#lib/core/context";
import { sweepOldData } from "#lib/maintenance/sweep-old-data";
import { TABLES } from "#lib/modules";
import { holdTransaction } from "#lib/testing/hold-transaction";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import {
  beginTwoFactor,
  finishTwoFactor,
  regenerateBackupCodes,
  turnOffTwoFactor,
} from "./enrol-two-factor.ts";
import { resetTwoFactor, resetTwoFactorByEmail } from "./reset-two-factor.ts";
import { getTwoFactorStatus, revokeTrustedDevice } from "./two-factor-status.ts";

const { db, addReseller, openTestSession, opens, signedIn, visitor } = await openAccountScene();

const BROWSER = { agent: "Chrome/1 Android", device: "the device of a browser" };

/** Signs in a reseller with two-factor sign-in. */
async function protectedOne() {
  const reseller = await addReseller();
  const { ctx, secret } = await openTestSession(reseller.email);
  return { ...reseller, ctx, secret, ...(await enrolTwoFactor(db, ctx)) };
}

/** Begins a sign-in by the password. */
async function half(email: string, browser = BROWSER, address?: string): Promise<string> {
  const opened = await signIn(visitor(address), { email, password: TEST_PASSWORD, browser });
  if (opened.half === null) expect.fail("no code is asked");
  return opened.half;
}

const finish = (secret: string, oneTimeCode: string, more: object = {}) =>
  finishSignIn(visitor(), { half: secret, oneTimeCode, browser: BROWSER, ...more });
const forgetSteps = () => db.sql`update second_factors set last_step = null`;

describe("turning it on", () => {
  test("requires the password, and is on only after a right code", async () => {
    const { email, ctx } = await signedIn();
    await expect(beginTwoFactor(ctx)).rejects.toMatchObject({
      fields: { confirmPassword: [expect.any(String)] },
    });
    await confirmPassword(ctx, { confirmPassword: TEST_PASSWORD });
    const { secret } = await beginTwoFactor(ctx);
    const app = createTestApp(db, secret);
    expect((await getTwoFactorStatus(ctx)).since).toBeNull();
    await openTestSession(email);

    const wrong = finishTwoFactor(ctx, { oneTimeCode: await app.code(5) });
    const byClock = /compare clocks: the portal’s says \d\d? \w+ \d{4}, \d\d:\d\d:\d\d /;
    await expect(wrong).rejects.toMatchObject({ fields: { oneTimeCode: [expect.stringMatching(byClock)] } });
    expect((await getTwoFactorStatus(ctx)).since).toBeNull();

    const codes = await finishTwoFactor(ctx, { oneTimeCode: await app.code() });
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(await getTwoFactorStatus(ctx)).toMatchObject({ since: expect.any(Date), backupLeft: 10 });
    await half(email);
  });

  test("stores neither the secret nor the codes readably, and records none", async () => {
    const { id, app, backup } = await protectedOne();
    const stored = await db.sql`select f::text || (select string_agg(b::text, '') from backup_codes b) ||
      (select string_agg(a::text, '') from audit a) as text from second_factors f where account_id = ${id}`;
    expect(stored[0]?.text).not.toMatch(
      new RegExp(`${app.secret}|${backup.join("|")}|${backup[0]?.replace("-", "")}`),
    );
    const records =
      await db.sql`select action, actor from audit where action like 'two_factor.%' and reseller_id = ${id}`;
    expect(records).toEqual([{ action: "two_factor.on", actor: `reseller:${id}` }]);
  });

  test("is finished by one of two pages", async () => {
    const { ctx } = await signedIn();
    await confirmPassword(ctx, { confirmPassword: TEST_PASSWORD });
    const app = createTestApp(db, (await beginTwoFactor(ctx)).secret);
    const code = await app.code();
    // Both begin before either finishes: once two-factor sign-in is on, a code would be required first.
    const release = await holdTransaction(db.db, sql`select from second_factors for update`);
    const both = [1, 2].map(() => codeOf(finishTwoFactor(ctx, { oneTimeCode: code })));
    await waitForLocks(db.systemCtx, 2);
    await release();
    expect((await Promise.all(both)).sort()).toEqual(["conflict", "done"]);
    expect(
      await db.sql`select from backup_codes where account_id = ${(ctx.actor as { id: number }).id}`,
    ).toHaveLength(10);
  });

  test("consumes its code, which can't sign in", async () => {
    const { email, ctx } = await signedIn();
    const { app } = await enrolTwoFactor(db, ctx, { forgotten: false });
    await expect(finish(await half(email), await app.code())).rejects.toMatchObject({
      fields: { oneTimeCode: [expect.stringContaining("already used")] },
    });
  });

  test("is limited", async () => {
    const { id, ctx } = await signedIn();
    await confirmPassword(ctx, { confirmPassword: TEST_PASSWORD });
    await beginTwoFactor(ctx);
    await db.sql`insert into throttles values (${`account:new code of ${id}`}, 40, now(), now())`;
    const tries = await Promise.all(
      Array.from({ length: 9 }, () => codeOf(finishTwoFactor(ctx, { oneTimeCode: "000000" }))),
    );
    expect(tries.filter((code) => code === "invalid")).toHaveLength(1);
    expect(tries.filter((code) => code === "rate_limited")).toHaveLength(8);
  });
});

describe("moving to another app", () => {
  test("requires a code of the app in use, which works until the new one does", async () => {
    const { ctx, email, app, backup } = await protectedOne();
    await expect(beginTwoFactor(ctx)).rejects.toMatchObject({
      fields: { confirmCode: [expect.any(String)] },
    });
    await confirmCode(ctx, { confirmCode: await app.code() });
    const next = createTestApp(db, (await beginTwoFactor(ctx)).secret);
    await finish(await half(email), await app.code(1));
    expect(await codeOf(finish(await half(email), await next.code()))).toBe("invalid");

    await finishTwoFactor(ctx, { oneTimeCode: await next.code(-1) });
    await forgetSteps();
    expect(await codeOf(finish(await half(email), await app.code()))).toBe("invalid");
    expect(await codeOf(finish(await half(email), backup[0] ?? ""))).toBe("invalid");
    await finish(await half(email), await next.code());
  });
});

describe("signing in", () => {
  test("requires the password, then a code, and opens nothing before", async () => {
    const { id, email, app } = await protectedOne();
    const open = () => db.sql`select from sessions where account_id = ${id} and ended_at is null`;
    const before = await open();
    const begun = await half(email);
    expect(await open()).toHaveLength(before.length);
    expect(await opens(begun)).toBe(false);
    const { secret, role } = await finish(begun, await app.code());
    expect(role).toBe("reseller");
    expect((await readSession(visitor(), secret))?.actor).toMatchObject({ id });
    expect(secret).not.toBe(begun);
  });

  test("reveals nothing before the password is right", async () => {
    const { email } = await protectedOne();
    const wrong = signIn(visitor(), { email, password: "wrong words here", browser: BROWSER });
    await expect(wrong).rejects.toMatchObject({
      code: "invalid",
      fields: { password: [expect.any(String)] },
    });
  });

  test("continues only in the browser that gave the password", async () => {
    const { email, app } = await protectedOne();
    const begun = await half(email);
    const code = await app.code();
    for (const browser of [{ device: "another browser" }, undefined])
      expect(await codeOf(finish(begun, code, { browser }))).toBe("conflict");
    expect(await findPendingSignIn(visitor(), { half: begun, device: "another browser" })).toBeUndefined();
    await finish(begun, code);
  });

  test("ends after ten minutes, a password change, or the end of the account", async () => {
    const { id, email, app, ctx } = await protectedOne();
    const late = await half(email);
    await db.sql`update pending_sign_ins set expires_at = now() where account_id = ${id}`;
    expect(await codeOf(finish(late, await app.code()))).toBe("conflict");
    const stale = await half(email);
    await changePassword(ctx, { currentPassword: TEST_PASSWORD, password: "another boat in the rain" });
    expect(await codeOf(finish(stale, await app.code()))).toBe("conflict");
    const opened = await signIn(visitor(), {
      email,
      password: "another boat in the rain",
      browser: BROWSER,
    });
    await closeAccount(db.systemCtx, { accountId: id, reason: "left" });
    expect(await codeOf(finish(opened.half ?? "", await app.code()))).toBe("conflict");
  });

  test("opens one session with one code on many pages at once", async () => {
    const { email, app } = await protectedOne();
    const halves = await Promise.all(Array.from({ length: 4 }, () => half(email)));
    const code = await app.code();
    const all = await Promise.allSettled([...halves, ...halves].map((pending) => finish(pending, code)));
    const through = all.filter(({ status }) => status === "fulfilled");
    expect(through).toHaveLength(1);
  });

  test("rejects a used code, and the one before it", async () => {
    const { email, app } = await protectedOne();
    // Read now, because half a minute later the app shows others.
    const [used, before] = [await app.code(), await app.code(-1)];
    await finish(await half(email), used);
    for (const code of [used, before]) {
      const again = finish(await half(email), code);
      await expect(again).rejects.toMatchObject({ code: "invalid" });
    }
    await finish(await half(email), await app.code(1));
  });

  test("opens nothing with a finished pending sign-in", async () => {
    const { email, app } = await protectedOne();
    const begun = await half(email);
    await finish(begun, await app.code());
    expect(await codeOf(finish(begun, await app.code(1)))).toBe("conflict");
  });

  test("waits longer with each guessed code, also for parallel guesses", async () => {
    const { id, email } = await protectedOne();
    const begun = await half(email);
    const bucket = `account:code of ${id}`;
    await db.sql`insert into throttles values (${bucket}, 40, now(), now())`;
    const all = await Promise.all(Array.from({ length: 9 }, () => codeOf(finish(begun, "123456"))));
    expect(all.filter((code) => code === "invalid")).toHaveLength(1);
    expect(all.filter((code) => code === "rate_limited")).toHaveLength(8);
    const [row] = await db.sql`select round(extract(epoch from free_at - updated_at))::int as wait
      from throttles where bucket = ${bucket}`;
    expect(row?.wait).toBe(300);
  });

  test("continues in the owner's known browser while others guess elsewhere", async () => {
    const { id, email, app } = await protectedOne();
    await finish(await half(email), await app.code(-1));
    const thief = { device: "a thief's browser" };
    const thiefSecret = await half(email, { ...BROWSER, ...thief });
    for (let n = 0; n < 6; n++) await codeOf(finish(thiefSecret, "123456", { browser: thief }));
    await db.sql`update throttles set free_at = now() + interval '1 hour' where bucket = ${`account:code of ${id}`}`;
    expect(await codeOf(finish(thiefSecret, await app.code(), { browser: thief }))).toBe("rate_limited");
    await finish(await half(email), await app.code());
  });
});

describe("a backup code", () => {
  test("signs in once among parallel attempts, and is recorded", async () => {
    const { id, email, backup, ctx } = await protectedOne();
    const code = ` ${backup[3]?.toUpperCase().replace("-", " ")} `;
    const halves = await Promise.all(Array.from({ length: 4 }, () => half(email)));
    const all = await Promise.all(halves.map((pending) => codeOf(finish(pending, code))));
    expect(all.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await codeOf(finish(await half(email), code))).toBe("invalid");
    expect((await getTwoFactorStatus(ctx)).backupLeft).toBe(9);
    expect(
      await db.sql`select actor, after from audit where action = 'two_factor.backup_used' and reseller_id = ${id}`,
    ).toEqual([{ actor: `reseller:${id}`, after: { left: 9 } }]);
  });

  test("of another account is rejected", async () => {
    const [owner, stranger] = [await protectedOne(), await protectedOne()];
    expect(await codeOf(finish(await half(owner.email), stranger.backup[0] ?? ""))).toBe("invalid");
    await finish(await half(stranger.email), stranger.backup[0] ?? "");
  });

  test("ends when ten new ones are created, also by parallel pages", async () => {
    const { id, ctx, email, app, backup } = await protectedOne();
    expect(await codeOf(regenerateBackupCodes(ctx))).toBe("invalid");
    await confirmCode(ctx, { confirmCode: await app.code() });
    const [next] = await Promise.all([
      regenerateBackupCodes(ctx),
      regenerateBackupCodes(ctx),
      regenerateBackupCodes(ctx),
    ]);
    expect(next).toHaveLength(10);
    expect(await db.sql`select from backup_codes where account_id = ${id}`).toHaveLength(10);
    expect(await codeOf(finish(await half(email), backup[0] ?? ""))).toBe("invalid");
  });
});

describe("a trusted device", () => {
  /** Signs in with a code, and trusts the device. */
  async function remembered() {
    const user = await protectedOne();
    const { secret, device = "" } = await finish(await half(user.email), await user.app.code(), {
      remember: "yes",
    });
    const session = await readSession(visitor(), secret);
    if (!session) expect.fail("not signed in");
    return { ...user, device, here: db.ctx(session.actor) };
  }
  const isCodeRequired = async (email: string, device: string, password = TEST_PASSWORD) =>
    (await signIn(visitor(), { email, password, browser: { device } })).half !== null;

  test("is recognised by its own secret for 30 days, and only by the account that trusted it", async () => {
    const { id, email, device } = await remembered();
    const stranger = await protectedOne();
    expect(device).not.toBe(BROWSER.device);
    expect([
      await isCodeRequired(email, device),
      await isCodeRequired(email, BROWSER.device),
      await isCodeRequired(stranger.email, device),
    ]).toEqual([false, true, true]);
    const [row] =
      await db.sql`select extract(day from expires_at - created_at)::int as days from trusted_devices
      where account_id = ${id}`;
    expect(row?.days).toBe(30);
    await db.sql`update trusted_devices set expires_at = now() where account_id = ${id}`;
    expect(await isCodeRequired(email, device)).toBe(true);
  });

  test("stays trusted after signing out there, until it is removed from the list", async () => {
    const { email, device, here, ctx } = await remembered();
    await signOut(here);
    expect(await isCodeRequired(email, device)).toBe(false);
    const { remembered: list } = await getTwoFactorStatus(ctx);
    expect(list).toMatchObject([{ device: "Chrome on Android", current: false }]);
    const stranger = await protectedOne();
    await expect(revokeTrustedDevice(stranger.ctx, { id: list[0]?.id ?? 0 })).rejects.toMatchObject({
      code: "not_found",
    });
    await revokeTrustedDevice(ctx, { id: list[0]?.id ?? 0 });
    expect(await isCodeRequired(email, device)).toBe(true);
    expect((await getTwoFactorStatus(ctx)).remembered).toEqual([]);
  });

  test.each<[string, (user: Awaited<ReturnType<typeof remembered>>) => Promise<unknown>, string?]>([
    ["it is signed out from elsewhere", ({ ctx }) => endSessions(ctx, { which: "others" })],
    [
      "an admin signs it out",
      ({ id }) => endResellerSessions(db.systemCtx, { resellerId: id, reason: "they asked" }),
    ],
    [
      "the password is changed",
      ({ ctx }) =>
        changePassword(ctx, { currentPassword: TEST_PASSWORD, password: "another boat in the rain" }),
      "another boat in the rain",
    ],
  ])("needs one again when %s", async (_what, end, password = TEST_PASSWORD) => {
    const user = await remembered();
    await end(user);
    expect(await isCodeRequired(user.email, user.device, password)).toBe(true);
  });

  test("stays trusted when other sessions end", async () => {
    const { email, device, here } = await remembered();
    await endSessions(here, { which: "others" });
    expect(await isCodeRequired(email, device)).toBe(false);
    expect((await getTwoFactorStatus(here)).remembered).toMatchObject([{ current: true }]);
  });
});

describe("a new password", () => {
  test("by a link still requires a code", async () => {
    const { id, email, app } = await protectedOne();
    const link = await createResellerPasswordLink(db.systemCtx, { resellerId: id, reason: "forgot it" });
    const chosen = await choosePasswordByLink(visitor(), {
      secret: link.secret,
      password: "another boat in the rain",
      browser: BROWSER,
    });
    expect(chosen.secret).toBeNull();
    await finish(chosen.half ?? "", await app.code());
    const again = await signIn(visitor(), {
      email,
      password: "another boat in the rain",
      browser: BROWSER,
    });
    expect(again.half).not.toBeNull();
  });

  test("by the operator still requires a code", async () => {
    const { email, app } = await protectedOne();
    const { password } = await resetPassword(db.systemCtx, { email });
    const opened = await signIn(visitor(), { email, password, browser: BROWSER });
    const { passwordGenerated } = await finish(opened.half ?? "", await app.code());
    expect(passwordGenerated).toBe(true);
  });
});

describe("turning it off", () => {
  test("requires password and code, and deletes everything", async () => {
    const { id, email, ctx, app } = await protectedOne();
    expect(await codeOf(turnOffTwoFactor(ctx))).toBe("invalid");
    await confirmCode(ctx, { confirmCode: await app.code() });
    await turnOffTwoFactor(ctx);
    expect((await signIn(visitor(), { email, password: TEST_PASSWORD })).half).toBeNull();
    expect(await db.sql`select from backup_codes where account_id = ${id}`).toHaveLength(0);
    expect(await codeOf(turnOffTwoFactor(ctx))).toBe("conflict");
    await enrolTwoFactor(db, ctx);
  });

  test("accepts a confirmed code only in its own session", async () => {
    const { email, ctx, app } = await protectedOne();
    const { secret } = await finish(await half(email), await app.code(-1));
    const session = await readSession(visitor(), secret);
    await confirmCode(ctx, { confirmCode: await app.code() });
    const elsewhere = db.ctx(session?.actor ?? { kind: "visitor" });
    await confirmPassword(elsewhere, { confirmPassword: TEST_PASSWORD });
    await expect(turnOffTwoFactor(elsewhere)).rejects.toMatchObject({
      fields: { confirmCode: [expect.any(String)] },
    });
  });
});

describe("a reset", () => {
  let made = 0;
  async function admin(): Promise<{ email: string; ctx: Ctx }> {
    made += 1;
    const email = `admin-${made}@kiosk.test`;
    await createAdmin(db.systemCtx, { email, name: "Ada", password: TEST_PASSWORD });
    return { email, ctx: (await openTestSession(email)).ctx };
  }

  test("by an admin requires their password and code, signs out everywhere, and records the reason", async () => {
    const { id, email, secret } = await protectedOne();
    const begun = await half(email);
    const { ctx } = await admin();
    const { app } = await enrolTwoFactor(db, ctx);
    const input = { resellerId: id, reason: "called the number we know" };
    await expect(resetTwoFactor(ctx, input)).rejects.toMatchObject({
      fields: { confirmCode: [expect.any(String)] },
    });
    await confirmCode(ctx, { confirmCode: await app.code() });
    await resetTwoFactor(ctx, input);
    expect(await opens(secret)).toBe(false);
    expect(await findPendingSignIn(visitor(), { half: begun, device: BROWSER.device })).toBeUndefined();
    expect((await signIn(visitor(), { email, password: TEST_PASSWORD })).half).toBeNull();
    const [audit] =
      await db.sql`select actor, reason, after from audit where action = 'two_factor.reset' and reseller_id = ${id}`;
    expect(audit).toMatchObject({ reason: input.reason, after: { on: false, sessionsEnded: 1 } });
    expect(await codeOf(resetTwoFactor(ctx, input))).toBe("conflict");
  });

  test("of an admin is denied to admins, resellers and visitors", async () => {
    const [first, second] = [await admin(), await admin()];
    await enrolTwoFactor(db, first.ctx);
    const { app } = await enrolTwoFactor(db, second.ctx);
    await confirmCode(second.ctx, { confirmCode: await app.code() });
    for (const { ctx } of [first, second]) {
      const input = { resellerId: (ctx.actor as { id: number }).id, reason: "lost it" };
      expect(await codeOf(resetTwoFactor(second.ctx, input))).toBe("not_found");
    }
    const { id, ctx } = await protectedOne();
    expect(await codeOf(resetTwoFactor(ctx, { resellerId: id, reason: "lost it" }))).toBe("not_found");
    expect(await codeOf(resetTwoFactor(visitor(), { resellerId: id, reason: "lost it" }))).toBe(
      "unauthenticated",
    );
    expect(await codeOf(resetTwoFactorByEmail(second.ctx, { email: first.email, reason: "lost it" }))).toBe(
      "not_found",
    );
  });

  test("by the operator's command works for admins", async () => {
    const { email, ctx } = await admin();
    await enrolTwoFactor(db, ctx);
    await resetTwoFactorByEmail(db.systemCtx, { email: email.toUpperCase(), reason: "phone stolen" });
    await openTestSession(email);
    expect(
      await codeOf(resetTwoFactorByEmail(db.systemCtx, { email: "nobody@kiosk.test", reason: "lost it" })),
    ).toBe("not_found");
  });
});

test("returns not_found or unauthenticated for visitors and API tokens", async () => {
  const { id, email } = await addReseller();
  const token = db.ctx({ kind: "token", id, email, level: "api", tokenId: 1, test: false });
  for (const [ctx, code] of [
    [visitor(), "unauthenticated"],
    [token, "not_found"],
  ] as const) {
    for (const verb of [getTwoFactorStatus, beginTwoFactor, turnOffTwoFactor, regenerateBackupCodes])
      expect(await codeOf(verb(ctx))).toBe(code);
    expect(await codeOf(finishTwoFactor(ctx, { oneTimeCode: "123456" }))).toBe(code);
    expect(await codeOf(revokeTrustedDevice(ctx, { id: 1 }))).toBe(code);
    expect(await codeOf(confirmCode(ctx, { confirmCode: "123456" }))).toBe(code);
  }
});

test("deletes expired pending sign-ins, and keeps open ones", async () => {
  const { id, email } = await protectedOne();
  await half(email);
  await half(email);
  await db.sql`update pending_sign_ins set expires_at = now() - interval '25 hours'
    where id = (select max(id) from pending_sign_ins where account_id = ${id})`;
  expect((await sweepOldData(db.systemCtx, TABLES, ["pending_sign_ins"])).swept).toEqual({
    pending_sign_ins: 1,
  });
  expect(await db.sql`select from pending_sign_ins where account_id = ${id}`).toHaveLength(1);
});
