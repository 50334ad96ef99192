import { beforeAll, describe, expect, test } from "vitest";
import { createAdmin } from "#lib/account/admins";
import { closeAccount } from "#lib/account/close-account";
import { changePassword } from "#lib/account/password/set-password";
import { openAccountScene } from "#lib/account/testing/account-scene";
import { signInWithoutCode, TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { endSessions, signOut } from "./end-sessions.ts";
import { listSessions } from "./list-sessions.ts";
import { readSession } from "./read-session.ts";
import { signIn } from "./sign-in.ts";

const { db, addReseller, openTestSession, opens, signedIn, visitor } = await openAccountScene();

test("an account has fifty sessions: a further sign-in ends the one that was opened first", async () => {
  const [{ id, email }, other] = [await addReseller(), await addReseller()];
  const [first, neighbour] = [await openTestSession(email), await openTestSession(other.email)];
  const second = await openTestSession(email);
  await db.sql`insert into sessions (secret_hash, account_id, expires_at)
    select ${id} || ' ' || n, ${id}, now() + interval '1 day' from generate_series(1, 48) n`;
  expect([await opens(first.secret), await opens(second.secret)]).toEqual([true, true]);
  const last = await openTestSession(email);
  const open = await Promise.all([first, second, last, neighbour].map(({ secret }) => opens(secret)));
  expect(open).toEqual([false, true, true, true]);
});

describe("a copied cookie ends", () => {
  test("after sign-out", async () => {
    const { email } = await addReseller();
    const [here, there] = [await openTestSession(email), await openTestSession(email)];
    await signOut(here.ctx);
    expect([await opens(here.secret), await opens(there.secret)]).toEqual([false, true]);
    await signOut(here.ctx);
    expect(
      await db.sql`select from audit where action = 'session.ended'
      and subject_id = ${String(here.session.actor.sessionId)}`,
    ).toHaveLength(1);
  });

  test("after a password change, on every device and on the one that changed it", async () => {
    const { email } = await addReseller();
    const [here, there] = [await openTestSession(email), await openTestSession(email)];
    const { secret } = await changePassword(here.ctx, {
      currentPassword: TEST_PASSWORD,
      password: "quite another phrase",
    });
    expect([await opens(here.secret), await opens(there.secret), await opens(secret)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("after the account was closed", async () => {
    const { id, secret } = await signedIn();
    await closeAccount(db.systemCtx, { accountId: id, reason: "left" });
    expect(await opens(secret)).toBe(false);
  });

  test("when the account is closed and a session is open", async () => {
    const { id, secret } = await signedIn();
    await db.sql`update resellers set state = 'closed' where id = ${id}`;
    expect(await opens(secret)).toBe(false);
  });

  test("when it expires", async () => {
    const { secret } = await signedIn();
    await db.sql`update sessions set expires_at = now() - interval '1 second', seen_at = now() - interval '1 day'`;
    expect(await opens(secret)).toBe(false);
    expect(await opens(secret)).toBe(false);
  });
});

describe("a session", () => {
  test("names the actor, the level, and whether they may buy", async () => {
    const { id, email, name, secret, session } = await signedIn();
    const sessionId = session.actor.sessionId;
    expect(session).toEqual({
      actor: { kind: "reseller", id, email, level: "affiliate", sessionId },
      name,
      state: "active",
      passwordGenerated: false,
      staffRole: null,
      secondFactorMissing: false,
    });
    await db.sql`update resellers set state = 'restricted', level = 'api' where id = ${id}`;
    expect(await readSession(visitor(), secret)).toMatchObject({
      state: "restricted",
      actor: { level: "api" },
    });
  });

  test("of an admin acts as an admin", async () => {
    await createAdmin(db.systemCtx, { email: "ada@kiosk.test", name: "Ada", password: TEST_PASSWORD });
    expect((await openTestSession("ada@kiosk.test")).session.actor).toMatchObject({
      kind: "admin",
      permissions: ALL_PERMISSIONS,
    });
  });

  test("isn't opened by another secret", async () => {
    expect(await opens("")).toBe(false);
    const [row] = await db.sql`select secret_hash from sessions limit 1`;
    expect(await opens(row?.secret_hash)).toBe(false);
  });

  test("lasts 30 days from the last request, noted once a minute, and at most 90 days", async () => {
    const { id, secret } = await signedIn();
    const times = async () => {
      const [row] = await db.sql`
        select extract(day from expires_at - now())::int as left, seen_at, extract(day from expires_at - created_at)::int as whole
        from sessions where account_id = ${id}`;
      return row;
    };
    const fresh = await times();
    await opens(secret);
    expect((await times())?.seen_at).toEqual(fresh?.seen_at);

    const age = (days: number) => db.sql`update sessions
      set created_at = created_at - make_interval(days => ${days}), seen_at = seen_at - make_interval(days => ${days}),
        expires_at = expires_at - make_interval(days => ${days}) where account_id = ${id}`;
    for (const day of [20, 40, 60]) {
      await age(20);
      expect(await opens(secret)).toBe(true);
      expect((await times())?.whole).toBe(Math.min(day + 30, 90));
    }
    await age(29);
    expect(await opens(secret)).toBe(true);
    await age(2);
    expect(await opens(secret)).toBe(false);
  });
});

describe("an admin's session", () => {
  const email = "grace@kiosk.test";
  beforeAll(() => createAdmin(db.systemCtx, { email, name: "Grace", password: TEST_PASSWORD }));
  const age = (minutes: number) => db.sql`update sessions
    set created_at = created_at - make_interval(mins => ${minutes}), seen_at = seen_at - make_interval(mins => ${minutes}),
      expires_at = expires_at - make_interval(mins => ${minutes})
    where account_id = (select id from accounts where email = ${email}) and ended_at is null`;

  test("ends after 30 minutes without a request, and stays open with requests", async () => {
    const { secret } = await openTestSession(email);
    for (const _ of "abc") {
      await age(29);
      expect(await opens(secret)).toBe(true);
    }
    await age(31);
    expect(await opens(secret)).toBe(false);
  });

  test("ends 12 hours after it began", async () => {
    const { secret } = await openTestSession(email);
    for (let minutes = 0; minutes < 11.5 * 60; minutes += 30) {
      await age(29);
      expect(await opens(secret)).toBe(true);
    }
    await age(28);
    await opens(secret);
    await age(29);
    expect(await opens(secret)).toBe(false);
  });

  test("isn't extended by automatic requests of a page", async () => {
    const { secret } = await openTestSession(email);
    for (const _ of "abc") {
      await age(9);
      expect(await readSession(visitor(), secret, { byItself: true })).toBeDefined();
    }
    await age(9);
    expect(await readSession(visitor(), secret, { byItself: true })).toBeUndefined();
  });
});

describe("signing in again in the same browser", () => {
  test("ends the earlier session, and no other", async () => {
    const { email } = await addReseller();
    const [here, there] = [await openTestSession(email), await openTestSession(email)];
    const browser = { agent: "test", replaces: here.secret };
    const secret = await signInWithoutCode(visitor(), { email, password: TEST_PASSWORD, browser });
    expect([await opens(here.secret), await opens(there.secret), await opens(secret)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(
      await db.sql`select from audit where action = 'session.ended'
      and subject_id = ${String(here.session.actor.sessionId)}`,
    ).toHaveLength(1);
  });

  test("ends the earlier session of another account too", async () => {
    const [owner, stranger] = [await addReseller(), await addReseller()];
    const before = await openTestSession(stranger.email);
    await signIn(visitor(), {
      email: owner.email,
      password: TEST_PASSWORD,
      browser: { replaces: before.secret },
    });
    expect(await opens(before.secret)).toBe(false);
  });

  test("ends nothing with a wrong password", async () => {
    const { email, secret } = await signedIn();
    const wrong = { email, password: "wrong words here", browser: { replaces: secret } };
    await expect(signIn(visitor(), wrong)).rejects.toMatchObject({ code: "invalid" });
    expect(await opens(secret)).toBe(true);
  });
});

describe("open sessions", () => {
  test("are listed with the acting one, without ended ones or those of other accounts", async () => {
    const [owner, stranger] = [await addReseller(), await addReseller()];
    await openTestSession(stranger.email);
    const [here, there, gone] = [
      await openTestSession(owner.email),
      await openTestSession(owner.email),
      await openTestSession(owner.email),
    ];
    await signOut(gone.ctx);
    const list = await listSessions(here.ctx);
    expect(list.map(({ id, current }) => [id, current]).sort()).toEqual(
      [
        [here.session.actor.sessionId, true],
        [there.session.actor.sessionId, false],
      ].sort(),
    );
    expect(JSON.stringify(list)).not.toContain("secret");
  });

  test("can be ended one by one, or all but the acting one", async () => {
    const { email } = await addReseller();
    const [a, b, c, d] = [
      await openTestSession(email),
      await openTestSession(email),
      await openTestSession(email),
      await openTestSession(email),
    ];
    expect(await endSessions(a.ctx, { which: b.session.actor.sessionId })).toBe(1);
    expect(await Promise.all([a, b, c, d].map((s) => opens(s.secret)))).toEqual([true, false, true, true]);
    expect(await endSessions(a.ctx, { which: "others" })).toBe(2);
    expect(await Promise.all([a, b, c, d].map((s) => opens(s.secret)))).toEqual([true, false, false, false]);
  });

  test("returns not_found for another account's session", async () => {
    const [owner, stranger] = [await addReseller(), await addReseller()];
    const [me, victim] = [await openTestSession(owner.email), await openTestSession(stranger.email)];
    await expect(endSessions(me.ctx, { which: victim.session.actor.sessionId })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await opens(victim.secret)).toBe(true);
  });

  test("are denied to visitors and API tokens", async () => {
    const { id, email } = await addReseller();
    const token = db.ctx({ kind: "token", id, email, level: "api", tokenId: 1, test: false });
    await expect(listSessions(visitor())).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(listSessions(token)).rejects.toMatchObject({ code: "not_found" });
    await expect(signOut(token)).rejects.toMatchObject({ code: "not_found" });
  });
});
