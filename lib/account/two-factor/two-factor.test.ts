import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sweep } from "#db/retention";
import { testDatabase } from "#db/testing";
import type { Ctx } from "#lib/core/context";
import { holding } from "#lib/testing/holding";
import { lockWaits } from "#lib/testing/lock-waits";
import { createAdmin } from "../admins.ts";
import { closeAccount } from "../close-account.ts";
import { chooseByLink } from "../password/choose-by-link.ts";
import { confirmCode, confirmPassword } from "../password/confirm.ts";
import { issueLink } from "../password/link.ts";
import { changePassword, resetPassword } from "../password/set.ts";
import { endSessions, endSessionsOf, signOut } from "../session/end.ts";
import { finishSignIn, openHalf } from "../session/finish-sign-in.ts";
import { readSession } from "../session/read.ts";
import { signIn } from "../session/sign-in.ts";
import { addReseller, enter, PASSWORD, visitor } from "../testing/people.ts";
import { enrol, testApp } from "../testing/two-factor.ts";
import { beginTwoFactor, finishTwoFactor, newBackupCodes, turnOffTwoFactor } from "./enrol.ts";
import { resetTwoFactor, resetTwoFactorOf } from "./reset.ts";
import { forgetDevice, twoFactor } from "./state.ts";

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(async () => {
  await db.sql`truncate throttles`;
});

const BROWSER = { agent: "Chrome/1 Android", device: "the device of a browser" };

/** A reseller with two-factor sign-in, who is signed in. */
async function protectedOne() {
  const reseller = await addReseller(db);
  const { ctx, secret } = await enter(db, reseller.email);
  return { ...reseller, ctx, secret, ...(await enrol(db, ctx)) };
}

/** The first step. */
async function half(email: string, browser = BROWSER, address?: string): Promise<string> {
  const opened = await signIn(visitor(db, address), { email, password: PASSWORD, browser });
  if (opened.half === null) expect.fail("no code is asked");
  return opened.half;
}

const finish = (secret: string, oneTimeCode: string, more: object = {}) =>
  finishSignIn(visitor(db), { half: secret, oneTimeCode, browser: BROWSER, ...more });
const opens = async (secret: string) => (await readSession(visitor(db), secret)) !== undefined;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => error.code,
  );
const forgetSteps = () => db.sql`update second_factors set last_step = null`;

describe("turning it on", () => {
  test("asks for the password, and is on only after a right code", async () => {
    const { email } = await addReseller(db);
    const { ctx } = await enter(db, email);
    await expect(beginTwoFactor(ctx)).rejects.toMatchObject({
      fields: { confirmPassword: [expect.any(String)] },
    });
    await confirmPassword(ctx, { confirmPassword: PASSWORD });
    const { secret } = await beginTwoFactor(ctx);
    const app = testApp(db, secret);
    expect((await twoFactor(ctx)).since).toBeNull();
    await enter(db, email);

    const wrong = finishTwoFactor(ctx, { oneTimeCode: await app.code(5) });
    await expect(wrong).rejects.toMatchObject({ fields: { oneTimeCode: [expect.any(String)] } });
    expect((await twoFactor(ctx)).since).toBeNull();

    const codes = await finishTwoFactor(ctx, { oneTimeCode: await app.code() });
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(await twoFactor(ctx)).toMatchObject({ since: expect.any(Date), backupLeft: 10 });
    await half(email);
  });

  test("keeps neither the secret nor the codes readable, and puts none on record", async () => {
    const { id, app, backup } = await protectedOne();
    const kept = await db.sql`select f::text || (select string_agg(b::text, '') from backup_codes b) ||
      (select string_agg(a::text, '') from audit a) as text from second_factors f where account_id = ${id}`;
    expect(kept[0]?.text).not.toMatch(
      new RegExp(`${app.secret}|${backup.join("|")}|${backup[0]?.replace("-", "")}`),
    );
    const records =
      await db.sql`select action, actor from audit where action like 'two_factor.%' and reseller_id = ${id}`;
    expect(records).toEqual([{ action: "two_factor.on", actor: `reseller:${id}` }]);
  });

  test("on two pages at once is finished by one of them", async () => {
    const { email } = await addReseller(db);
    const { ctx } = await enter(db, email);
    await confirmPassword(ctx, { confirmPassword: PASSWORD });
    const app = testApp(db, (await beginTwoFactor(ctx)).secret);
    const code = await app.code();
    // Neither is finished before the other has asked: afterwards two-factor sign-in is on, and would be asked for first.
    const release = await holding(db.db, sql`select from second_factors for update`);
    const both = [1, 2].map(() => codeOf(finishTwoFactor(ctx, { oneTimeCode: code })));
    await lockWaits(db.systemCtx, 2);
    await release();
    expect((await Promise.all(both)).sort()).toEqual(["conflict", "done"]);
    expect(
      await db.sql`select from backup_codes where account_id = ${(ctx.actor as { id: number }).id}`,
    ).toHaveLength(10);
  });

  test("uses its code up: nobody who looked on signs in with it", async () => {
    const { email } = await addReseller(db);
    const { ctx } = await enter(db, email);
    const { app } = await enrol(db, ctx, { forgotten: false });
    await expect(finish(await half(email), await app.code())).rejects.toMatchObject({
      fields: { oneTimeCode: [expect.stringContaining("used already")] },
    });
  });

  test("cannot be tried endlessly", async () => {
    const { id, email } = await addReseller(db);
    const { ctx } = await enter(db, email);
    await confirmPassword(ctx, { confirmPassword: PASSWORD });
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
  test("asks for a code of the app in use, which works until the new one does", async () => {
    const { ctx, email, app, backup } = await protectedOne();
    await expect(beginTwoFactor(ctx)).rejects.toMatchObject({
      fields: { confirmCode: [expect.any(String)] },
    });
    await confirmCode(ctx, { confirmCode: await app.code() });
    const next = testApp(db, (await beginTwoFactor(ctx)).secret);
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
  test("takes the password, then a code: the password alone opens nothing", async () => {
    const { id, email, app } = await protectedOne();
    const open = () => db.sql`select from sessions where account_id = ${id} and ended_at is null`;
    const before = await open();
    const begun = await half(email);
    expect(await open()).toHaveLength(before.length);
    expect(await opens(begun)).toBe(false);
    const { secret, role } = await finish(begun, await app.code());
    expect(role).toBe("reseller");
    expect((await readSession(visitor(db), secret))?.actor).toMatchObject({ id });
    expect(secret).not.toBe(begun);
  });

  test("tells nothing before the password is right", async () => {
    const { email } = await protectedOne();
    const wrong = signIn(visitor(db), { email, password: "wrong words here", browser: BROWSER });
    await expect(wrong).rejects.toMatchObject({
      code: "invalid",
      fields: { password: [expect.any(String)] },
    });
  });

  test("goes on only in the browser that gave the password", async () => {
    const { email, app } = await protectedOne();
    const begun = await half(email);
    const code = await app.code();
    for (const browser of [{ device: "another browser" }, undefined])
      expect(await codeOf(finish(begun, code, { browser }))).toBe("conflict");
    expect(await openHalf(visitor(db), { half: begun, device: "another browser" })).toBeUndefined();
    await finish(begun, code);
  });

  test("does not go on after ten minutes, a change of the password, or the end of the account", async () => {
    const { id, email, app, ctx } = await protectedOne();
    const late = await half(email);
    await db.sql`update half_sign_ins set expires_at = now() where account_id = ${id}`;
    expect(await codeOf(finish(late, await app.code()))).toBe("conflict");
    const stale = await half(email);
    await changePassword(ctx, { currentPassword: PASSWORD, password: "another boat in the rain" });
    expect(await codeOf(finish(stale, await app.code()))).toBe("conflict");
    const opened = await signIn(visitor(db), {
      email,
      password: "another boat in the rain",
      browser: BROWSER,
    });
    await closeAccount(db.systemCtx, { accountId: id, reason: "left" });
    expect(await codeOf(finish(opened.half ?? "", await app.code()))).toBe("conflict");
  });

  test("with one code on many pages at once opens one session", async () => {
    const { email, app } = await protectedOne();
    const halves = await Promise.all(Array.from({ length: 4 }, () => half(email)));
    const code = await app.code();
    const all = await Promise.allSettled([...halves, ...halves].map((one) => finish(one, code)));
    const through = all.filter(({ status }) => status === "fulfilled");
    expect(through).toHaveLength(1);
  });

  test("with a code that was taken before, or one before it, is refused", async () => {
    const { email, app } = await protectedOne();
    // Kept: half a minute later the app shows others.
    const [used, before] = [await app.code(), await app.code(-1)];
    await finish(await half(email), used);
    for (const code of [used, before]) {
      const again = finish(await half(email), code);
      await expect(again).rejects.toMatchObject({ code: "invalid" });
    }
    await finish(await half(email), await app.code(1));
  });

  test("with a half that is over opens nothing more", async () => {
    const { email, app } = await protectedOne();
    const begun = await half(email);
    await finish(begun, await app.code());
    expect(await codeOf(finish(begun, await app.code(1)))).toBe("conflict");
  });

  test("by guessing codes waits longer each time, also when the guesses come at once", async () => {
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

  test("goes on where its owner was before, however much others guess elsewhere", async () => {
    const { id, email, app } = await protectedOne();
    await finish(await half(email), await app.code(-1));
    const thief = { device: "a thief's browser" };
    const theirs = await half(email, { ...BROWSER, ...thief });
    for (let n = 0; n < 6; n++) await codeOf(finish(theirs, "123456", { browser: thief }));
    await db.sql`update throttles set free_at = now() + interval '1 hour' where bucket = ${`account:code of ${id}`}`;
    expect(await codeOf(finish(theirs, await app.code(), { browser: thief }))).toBe("rate_limited");
    await finish(await half(email), await app.code());
  });
});

describe("a backup code", () => {
  test("lets in once, however many try it at the same moment, and is on record", async () => {
    const { id, email, backup, ctx } = await protectedOne();
    const code = ` ${backup[3]?.toUpperCase().replace("-", " ")} `;
    const halves = await Promise.all(Array.from({ length: 4 }, () => half(email)));
    const all = await Promise.all(halves.map((one) => codeOf(finish(one, code))));
    expect(all.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await codeOf(finish(await half(email), code))).toBe("invalid");
    expect((await twoFactor(ctx)).backupLeft).toBe(9);
    expect(
      await db.sql`select actor, after from audit where action = 'two_factor.backup_used' and reseller_id = ${id}`,
    ).toEqual([{ actor: `reseller:${id}`, after: { left: 9 } }]);
  });

  test("of somebody else lets nobody in", async () => {
    const [mine, theirs] = [await protectedOne(), await protectedOne()];
    expect(await codeOf(finish(await half(mine.email), theirs.backup[0] ?? ""))).toBe("invalid");
    await finish(await half(theirs.email), theirs.backup[0] ?? "");
  });

  test("is over when new ones are made, of which there are ten, however many pages ask", async () => {
    const { id, ctx, email, app, backup } = await protectedOne();
    expect(await codeOf(newBackupCodes(ctx))).toBe("invalid");
    await confirmCode(ctx, { confirmCode: await app.code() });
    const [next] = await Promise.all([newBackupCodes(ctx), newBackupCodes(ctx), newBackupCodes(ctx)]);
    expect(next).toHaveLength(10);
    expect(await db.sql`select from backup_codes where account_id = ${id}`).toHaveLength(10);
    expect(await codeOf(finish(await half(email), backup[0] ?? ""))).toBe("invalid");
  });
});

describe("a device that needs no code", () => {
  /** Signs in with a code, and asks for none from now on. */
  async function remembered() {
    const one = await protectedOne();
    const { secret, device = "" } = await finish(await half(one.email), await one.app.code(), {
      remember: "yes",
    });
    const session = await readSession(visitor(db), secret);
    if (!session) expect.fail("not signed in");
    return { ...one, device, here: db.ctx(session.actor) };
  }
  const asked = async (email: string, device: string, password = PASSWORD) =>
    (await signIn(visitor(db), { email, password, browser: { device } })).half !== null;

  test("is known by a secret of its own, for 30 days, and only to the account that said so", async () => {
    const { id, email, device } = await remembered();
    const other = await protectedOne();
    expect(device).not.toBe(BROWSER.device);
    expect([
      await asked(email, device),
      await asked(email, BROWSER.device),
      await asked(other.email, device),
    ]).toEqual([false, true, true]);
    const [row] =
      await db.sql`select extract(day from expires_at - created_at)::int as days from remembered_devices
      where account_id = ${id}`;
    expect(row?.days).toBe(30);
    await db.sql`update remembered_devices set expires_at = now() where account_id = ${id}`;
    expect(await asked(email, device)).toBe(true);
  });

  test("goes on needing none after signing out there, until it is ended in the list", async () => {
    const { email, device, here, ctx } = await remembered();
    await signOut(here);
    expect(await asked(email, device)).toBe(false);
    const { remembered: list } = await twoFactor(ctx);
    expect(list).toMatchObject([{ device: "Chrome on Android", current: false }]);
    const stranger = await protectedOne();
    await expect(forgetDevice(stranger.ctx, { id: list[0]?.id ?? 0 })).rejects.toMatchObject({
      code: "not_found",
    });
    await forgetDevice(ctx, { id: list[0]?.id ?? 0 });
    expect(await asked(email, device)).toBe(true);
    expect((await twoFactor(ctx)).remembered).toEqual([]);
  });

  test.each<[string, (one: Awaited<ReturnType<typeof remembered>>) => Promise<unknown>, string?]>([
    ["it is signed out from elsewhere", ({ ctx }) => endSessions(ctx, { which: "others" })],
    [
      "an admin signs it out",
      ({ id }) => endSessionsOf(db.systemCtx, { resellerId: id, reason: "they asked" }),
    ],
    [
      "the password is changed",
      ({ ctx }) => changePassword(ctx, { currentPassword: PASSWORD, password: "another boat in the rain" }),
      "another boat in the rain",
    ],
  ])("needs one again when %s", async (_what, end, password = PASSWORD) => {
    const one = await remembered();
    await end(one);
    expect(await asked(one.email, one.device, password)).toBe(true);
  });

  test("is not forgotten because others are signed out", async () => {
    const { email, device, here } = await remembered();
    await endSessions(here, { which: "others" });
    expect(await asked(email, device)).toBe(false);
    expect((await twoFactor(here)).remembered).toMatchObject([{ current: true }]);
  });
});

describe("a new password", () => {
  test("by a link does not switch it off: a code is asked after it", async () => {
    const { id, email, app } = await protectedOne();
    const link = await issueLink(db.systemCtx, { resellerId: id, reason: "forgot it" });
    const chosen = await chooseByLink(visitor(db), {
      secret: link.secret,
      password: "another boat in the rain",
      browser: BROWSER,
    });
    expect(chosen.secret).toBeNull();
    await finish(chosen.half ?? "", await app.code());
    const again = await signIn(visitor(db), {
      email,
      password: "another boat in the rain",
      browser: BROWSER,
    });
    expect(again.half).not.toBeNull();
  });

  test("of the operator's does not either", async () => {
    const { email, app } = await protectedOne();
    const { password } = await resetPassword(db.systemCtx, { email });
    const opened = await signIn(visitor(db), { email, password, browser: BROWSER });
    const { passwordGenerated } = await finish(opened.half ?? "", await app.code());
    expect(passwordGenerated).toBe(true);
  });
});

describe("turning it off", () => {
  test("asks for password and code, and leaves nothing behind", async () => {
    const { id, email, ctx, app } = await protectedOne();
    expect(await codeOf(turnOffTwoFactor(ctx))).toBe("invalid");
    await confirmCode(ctx, { confirmCode: await app.code() });
    await turnOffTwoFactor(ctx);
    expect((await signIn(visitor(db), { email, password: PASSWORD })).half).toBeNull();
    expect(await db.sql`select from backup_codes where account_id = ${id}`).toHaveLength(0);
    expect(await codeOf(turnOffTwoFactor(ctx))).toBe("conflict");
    await enrol(db, ctx);
  });

  test("a code that was given for it holds in no other session", async () => {
    const { email, ctx, app } = await protectedOne();
    const { secret } = await finish(await half(email), await app.code(-1));
    const session = await readSession(visitor(db), secret);
    await confirmCode(ctx, { confirmCode: await app.code() });
    const elsewhere = db.ctx(session?.actor ?? { kind: "visitor" });
    await confirmPassword(elsewhere, { confirmPassword: PASSWORD });
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
    await createAdmin(db.systemCtx, { email, name: "Ada", password: PASSWORD });
    return { email, ctx: (await enter(db, email)).ctx };
  }

  test("by an admin takes their own password and code, signs out everywhere, and is on record with its reason", async () => {
    const { id, email, secret } = await protectedOne();
    const begun = await half(email);
    const { ctx } = await admin();
    const { app } = await enrol(db, ctx);
    const input = { resellerId: id, reason: "called the number we know" };
    await expect(resetTwoFactor(ctx, input)).rejects.toMatchObject({
      fields: { confirmCode: [expect.any(String)] },
    });
    await confirmCode(ctx, { confirmCode: await app.code() });
    await resetTwoFactor(ctx, input);
    expect(await opens(secret)).toBe(false);
    expect(await openHalf(visitor(db), { half: begun, device: BROWSER.device })).toBeUndefined();
    expect((await signIn(visitor(db), { email, password: PASSWORD })).half).toBeNull();
    const [audit] =
      await db.sql`select actor, reason, after from audit where action = 'two_factor.reset' and reseller_id = ${id}`;
    expect(audit).toMatchObject({ reason: input.reason, after: { on: false, sessionsEnded: 1 } });
    expect(await codeOf(resetTwoFactor(ctx, input))).toBe("conflict");
  });

  test("of an admin, oneself too, is not an admin's to do, nor a reseller's or a visitor's", async () => {
    const [one, other] = [await admin(), await admin()];
    await enrol(db, one.ctx);
    const { app } = await enrol(db, other.ctx);
    await confirmCode(other.ctx, { confirmCode: await app.code() });
    for (const { ctx } of [one, other]) {
      const input = { resellerId: (ctx.actor as { id: number }).id, reason: "lost it" };
      expect(await codeOf(resetTwoFactor(other.ctx, input))).toBe("not_found");
    }
    const { id, ctx } = await protectedOne();
    expect(await codeOf(resetTwoFactor(ctx, { resellerId: id, reason: "lost it" }))).toBe("not_found");
    expect(await codeOf(resetTwoFactor(visitor(db), { resellerId: id, reason: "lost it" }))).toBe(
      "unauthenticated",
    );
    expect(await codeOf(resetTwoFactorOf(other.ctx, { email: one.email, reason: "lost it" }))).toBe(
      "not_found",
    );
  });

  test("by the operator's command works for admins", async () => {
    const { email, ctx } = await admin();
    await enrol(db, ctx);
    await resetTwoFactorOf(db.systemCtx, { email: email.toUpperCase(), reason: "phone stolen" });
    await enter(db, email);
    expect(
      await codeOf(resetTwoFactorOf(db.systemCtx, { email: "nobody@kiosk.test", reason: "lost it" })),
    ).toBe("not_found");
  });
});

test("what strangers and programs ask about it does not exist", async () => {
  const { id, email } = await addReseller(db);
  const token = db.ctx({ kind: "token", id, email, level: "api", tokenId: 1, test: false });
  for (const [ctx, code] of [
    [visitor(db), "unauthenticated"],
    [token, "not_found"],
  ] as const) {
    for (const verb of [twoFactor, beginTwoFactor, turnOffTwoFactor, newBackupCodes])
      expect(await codeOf(verb(ctx))).toBe(code);
    expect(await codeOf(finishTwoFactor(ctx, { oneTimeCode: "123456" }))).toBe(code);
    expect(await codeOf(forgetDevice(ctx, { id: 1 }))).toBe(code);
    expect(await codeOf(confirmCode(ctx, { confirmCode: "123456" }))).toBe(code);
  }
});

test("halves that are long over are swept away, and others not", async () => {
  const { id, email } = await protectedOne();
  await half(email);
  await half(email);
  await db.sql`update half_sign_ins set expires_at = now() - interval '25 hours'
    where id = (select max(id) from half_sign_ins where account_id = ${id})`;
  expect((await sweep(db.systemCtx, ["half_sign_ins"])).swept).toEqual({ half_sign_ins: 1 });
  expect(await db.sql`select from half_sign_ins where account_id = ${id}`).toHaveLength(1);
});
