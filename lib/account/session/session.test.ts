import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "#db/testing";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { createAdmin } from "../admins.ts";
import { closeAccount } from "../close-account.ts";
import { changePassword } from "../password/set.ts";
import { addReseller, enter, PASSWORD, signedIn, visitor } from "../testing/people.ts";
import { endSessions, signOut } from "./end.ts";
import { listSessions } from "./list.ts";
import { readSession } from "./read.ts";
import { signIn } from "./sign-in.ts";

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(async () => {
  await db.sql`truncate throttles`;
});

const opens = async (secret: string) => (await readSession(visitor(db), secret)) !== undefined;

describe("a copied cookie is dead", () => {
  test("after sign-out", async () => {
    const { email } = await addReseller(db);
    const [here, there] = [await enter(db, email), await enter(db, email)];
    await signOut(here.ctx);
    expect([await opens(here.secret), await opens(there.secret)]).toEqual([false, true]);
    await signOut(here.ctx);
    expect(
      await db.sql`select from audit where action = 'session.ended'
      and subject_id = ${String(here.session.actor.sessionId)}`,
    ).toHaveLength(1);
  });

  test("after a password change, on every device and on the one that changed it", async () => {
    const { email } = await addReseller(db);
    const [here, there] = [await enter(db, email), await enter(db, email)];
    const { secret } = await changePassword(here.ctx, {
      currentPassword: PASSWORD,
      password: "quite another phrase",
    });
    expect([await opens(here.secret), await opens(there.secret), await opens(secret)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("after the account was closed", async () => {
    const { id, email } = await addReseller(db);
    const { secret } = await enter(db, email);
    await closeAccount(db.systemCtx, { accountId: id, reason: "left" });
    expect(await opens(secret)).toBe(false);
  });

  test("when the account is closed but a session was left open", async () => {
    const { id, email } = await addReseller(db);
    const { secret } = await enter(db, email);
    await db.sql`update resellers set state = 'closed' where id = ${id}`;
    expect(await opens(secret)).toBe(false);
  });

  test("when its time is over", async () => {
    const { email } = await addReseller(db);
    const { secret } = await enter(db, email);
    await db.sql`update sessions set expires_at = now() - interval '1 second', seen_at = now() - interval '1 day'`;
    expect(await opens(secret)).toBe(false);
    expect(await opens(secret)).toBe(false);
  });
});

describe("a session", () => {
  test("tells who acts, at which level, and whether they may buy", async () => {
    const { id, email, name } = await addReseller(db);
    const { secret, session } = await enter(db, email);
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
    expect(await readSession(visitor(db), secret)).toMatchObject({
      state: "restricted",
      actor: { level: "api" },
    });
  });

  test("of an admin is an admin's", async () => {
    await createAdmin(db.systemCtx, { email: "ada@kiosk.test", name: "Ada", password: PASSWORD });
    expect((await enter(db, "ada@kiosk.test")).session.actor).toMatchObject({
      kind: "admin",
      permissions: ALL_PERMISSIONS,
    });
  });

  test("is not opened by anything else", async () => {
    expect(await opens("")).toBe(false);
    const [row] = await db.sql`select secret_hash from sessions limit 1`;
    expect(await opens(row?.secret_hash)).toBe(false);
  });

  test("slides 30 days from when it was last seen, noted once a minute, and ends 90 days after it began", async () => {
    const { id, email } = await addReseller(db);
    const { secret } = await enter(db, email);
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
  const age = (minutes: number) => db.sql`update sessions
    set created_at = created_at - make_interval(mins => ${minutes}), seen_at = seen_at - make_interval(mins => ${minutes}),
      expires_at = expires_at - make_interval(mins => ${minutes})
    where account_id = (select id from accounts where email = ${email}) and ended_at is null`;

  test("ends after 30 minutes without a hand on it, and goes on as long as there is one", async () => {
    await createAdmin(db.systemCtx, { email, name: "Grace", password: PASSWORD });
    const { secret } = await enter(db, email);
    for (const _ of "abc") {
      await age(29);
      expect(await opens(secret)).toBe(true);
    }
    await age(31);
    expect(await opens(secret)).toBe(false);
  });

  test("ends 12 hours after it began, whatever is done", async () => {
    const { secret } = await enter(db, email);
    for (let minutes = 0; minutes < 11.5 * 60; minutes += 30) {
      await age(29);
      expect(await opens(secret)).toBe(true);
    }
    await age(28);
    await opens(secret);
    await age(29);
    expect(await opens(secret)).toBe(false);
  });

  test("is not kept alive by a page that asks by itself", async () => {
    const { secret } = await enter(db, email);
    for (const _ of "abc") {
      await age(9);
      expect(await readSession(visitor(db), secret, { byItself: true })).toBeDefined();
    }
    await age(9);
    expect(await readSession(visitor(db), secret, { byItself: true })).toBeUndefined();
  });
});

describe("signing in again in the same browser", () => {
  test("ends the session that it had, and no other", async () => {
    const { email } = await addReseller(db);
    const [here, there] = [await enter(db, email), await enter(db, email)];
    const browser = { agent: "test", replaces: here.secret };
    const secret = await signedIn(visitor(db), { email, password: PASSWORD, browser });
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

  test("ends it also when somebody else had been signed in there", async () => {
    const [mine, theirs] = [await addReseller(db), await addReseller(db)];
    const before = await enter(db, theirs.email);
    await signIn(visitor(db), {
      email: mine.email,
      password: PASSWORD,
      browser: { replaces: before.secret },
    });
    expect(await opens(before.secret)).toBe(false);
  });

  test("with a wrong password ends nothing", async () => {
    const { email } = await addReseller(db);
    const { secret } = await enter(db, email);
    const wrong = { email, password: "wrong words here", browser: { replaces: secret } };
    await expect(signIn(visitor(db), wrong)).rejects.toMatchObject({ code: "invalid" });
    expect(await opens(secret)).toBe(true);
  });
});

describe("one's open sessions", () => {
  test("are listed with the one that asks, and without those that ended or belong to others", async () => {
    const [mine, other] = [await addReseller(db), await addReseller(db)];
    await enter(db, other.email);
    const [here, there, gone] = [
      await enter(db, mine.email),
      await enter(db, mine.email),
      await enter(db, mine.email),
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

  test("can be ended one by one, or all others at once", async () => {
    const { email } = await addReseller(db);
    const [a, b, c, d] = [
      await enter(db, email),
      await enter(db, email),
      await enter(db, email),
      await enter(db, email),
    ];
    expect(await endSessions(a.ctx, { which: b.session.actor.sessionId })).toBe(1);
    expect(await Promise.all([a, b, c, d].map((s) => opens(s.secret)))).toEqual([true, false, true, true]);
    expect(await endSessions(a.ctx, { which: "others" })).toBe(2);
    expect(await Promise.all([a, b, c, d].map((s) => opens(s.secret)))).toEqual([true, false, false, false]);
  });

  test("of others do not exist", async () => {
    const [mine, other] = [await addReseller(db), await addReseller(db)];
    const [me, victim] = [await enter(db, mine.email), await enter(db, other.email)];
    await expect(endSessions(me.ctx, { which: victim.session.actor.sessionId })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await opens(victim.secret)).toBe(true);
  });

  test("are nothing for visitors and programs", async () => {
    const { id, email } = await addReseller(db);
    const token = db.ctx({ kind: "token", id, email, level: "api", tokenId: 1, test: false });
    await expect(listSessions(visitor(db))).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(listSessions(token)).rejects.toMatchObject({ code: "not_found" });
    await expect(signOut(token)).rejects.toMatchObject({ code: "not_found" });
  });
});
