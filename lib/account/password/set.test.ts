import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "#db/testing";
import { closeAccount } from "../close-account.ts";
import { createReseller } from "../reseller/create.ts";
import { readSession } from "../session/read.ts";
import { signIn } from "../session/sign-in.ts";
import { addReseller, enter, PASSWORD, visitor } from "../testing/people.ts";
import { changePassword, choosePassword, resetPassword } from "./set.ts";

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(async () => {
  await db.sql`truncate throttles`;
});

const NEXT = "quite another phrase";

describe("changing one's password", () => {
  test("makes the new one right and the old one wrong, and is on record without either", async () => {
    const { id, email } = await addReseller(db);
    const { ctx } = await enter(db, email);
    await changePassword(ctx, { currentPassword: PASSWORD, password: NEXT });
    await expect(signIn(visitor(db), { email, password: PASSWORD })).rejects.toMatchObject({
      code: "invalid",
    });
    await signIn(visitor(db), { email, password: NEXT });
    const [audit] =
      await db.sql`select * from audit where action = 'account.password' and reseller_id = ${id}`;
    expect(audit).toMatchObject({ actor: `reseller:${id}`, after: { generated: false, sessionsEnded: 1 } });
    expect(JSON.stringify(audit)).not.toMatch(new RegExp(`argon2|${PASSWORD}|${NEXT}`));
  });

  test("needs the present one, and guessing it is throttled", async () => {
    const { id, email } = await addReseller(db);
    const { ctx } = await enter(db, email);
    await db.sql`insert into throttles values (${`account:password of ${id}`}, 20, now(), now())`;
    const tries = await Promise.all(
      Array.from({ length: 9 }, () =>
        changePassword(ctx, { currentPassword: "wrong words here", password: NEXT }).catch((error) => error),
      ),
    );
    expect(tries.filter(({ code }) => code === "invalid")).toHaveLength(1);
    expect(tries.filter(({ code }) => code === "rate_limited")).toHaveLength(8);
  });

  test.each([["short"], ["password2024"], [PASSWORD]])("to %s is refused at the field", async (password) => {
    const { email } = await addReseller(db);
    const { ctx, secret } = await enter(db, email);
    await expect(changePassword(ctx, { currentPassword: PASSWORD, password })).rejects.toMatchObject({
      code: "invalid",
      fields: { password: [expect.any(String)] },
    });
    expect(await readSession(visitor(db), secret)).toBeDefined();
  });

  test("twice at the same moment succeeds once", async () => {
    const { email } = await addReseller(db);
    const { ctx } = await enter(db, email);
    const both = await Promise.allSettled(
      [NEXT, "a third long phrase"].map((password) =>
        changePassword(ctx, { currentPassword: PASSWORD, password }),
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

  test("is told once, lets its owner in, and says that it has to be replaced", async () => {
    const { email, password } = await newcomer("new1@kiosk.test");
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    const { session } = await enter(db, email, password);
    expect(session.passwordGenerated).toBe(true);
  });

  test("is replaced by choosing one, once", async () => {
    const { email, password } = await newcomer("new2@kiosk.test");
    const { ctx, secret: first } = await enter(db, email, password);
    const { secret } = await choosePassword(ctx, { password: NEXT });
    expect(await readSession(visitor(db), first)).toBeUndefined();
    const session = await readSession(visitor(db), secret);
    expect(session?.passwordGenerated).toBe(false);
    await expect(choosePassword(ctx, { password: PASSWORD })).rejects.toMatchObject({ code: "conflict" });
    await signIn(visitor(db), { email, password: NEXT });
  });

  test("cannot be chosen again", async () => {
    const { email, password = "" } = await newcomer("new3@kiosk.test");
    const { ctx } = await enter(db, email, password);
    await expect(choosePassword(ctx, { password })).rejects.toMatchObject({ code: "invalid" });
  });
});

describe("a forgotten password", () => {
  test("is replaced by an admin with one that is good to choose another, and every session ends", async () => {
    const { id, email } = await addReseller(db);
    const { ctx, secret } = await enter(db, email);
    await expect(resetPassword(ctx, { email })).rejects.toMatchObject({ code: "not_found" });
    const { password } = await resetPassword(db.systemCtx, { email: email.toUpperCase() });
    expect(await readSession(visitor(db), secret)).toBeUndefined();
    await expect(signIn(visitor(db), { email, password: PASSWORD })).rejects.toMatchObject({
      code: "invalid",
    });
    expect((await enter(db, email, password)).session.passwordGenerated).toBe(true);
    const [audit] =
      await db.sql`select * from audit where action = 'account.password_reset' and reseller_id = ${id}`;
    expect(audit).toMatchObject({ actor: "system:test", after: { generated: true, sessionsEnded: 1 } });
    expect(JSON.stringify(audit)).not.toContain(password);
  });

  test("of nobody, or of a closed account, is not found", async () => {
    const { id, email } = await addReseller(db);
    await closeAccount(db.systemCtx, { accountId: id, reason: "left" });
    for (const who of [email, "nobody@kiosk.test"]) {
      await expect(resetPassword(db.systemCtx, { email: who })).rejects.toMatchObject({ code: "not_found" });
    }
  });
});
