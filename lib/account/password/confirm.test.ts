import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "#db/testing";
import type { Ctx } from "#lib/core/context";
import { createAdmin } from "../admins.ts";
import { createReseller, inviteReseller } from "../reseller/create.ts";
import { signOut } from "../session/end.ts";
import { approveSignUp } from "../sign-up/decide.ts";
import { signUpList } from "../sign-up/list.ts";
import { readSignUpSwitch, setSignUp, signUp } from "../sign-up/sign-up.ts";
import { addReseller, enter, PASSWORD, visitor } from "../testing/people.ts";
import { issueToken } from "../token/issue.ts";
import { limitToken } from "../token/limits.ts";
import { rotateToken } from "../token/rotate.ts";
import { confirmPassword, requireConfirmed } from "./confirm.ts";
import { issueLink } from "./link.ts";

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(async () => {
  await db.sql`truncate throttles`;
});

const ASKED = {
  code: "invalid",
  fields: { confirmPassword: ["Type your password once more. Then it is done."] },
};
const confirm = (ctx: Ctx, password = PASSWORD) => confirmPassword(ctx, { confirmPassword: password });

/** A reseller of level `api` who has just signed in. */
async function inside() {
  const { id, email } = await addReseller(db);
  await db.sql`update resellers set level = 'api' where id = ${id}`;
  return { id, email, ...(await enter(db, email)) };
}

describe("a session that only has the cookie", () => {
  test("makes, renews and changes no token", async () => {
    const { id: resellerId, ctx } = await inside();
    const { id } = await issueToken(db.systemCtx, { resellerId, name: "Shop" });
    await expect(issueToken(ctx, { name: "Mine" })).rejects.toMatchObject(ASKED);
    await expect(rotateToken(ctx, { id, overlapHours: 24 })).rejects.toMatchObject(ASKED);
    await expect(limitToken(ctx, { id, ips: "203.0.113.7" })).rejects.toMatchObject(ASKED);
    expect(await db.sql`select ips, expires_at from tokens where reseller_id = ${resellerId}`).toEqual([
      { ips: "{}", expires_at: null },
    ]);
  });

  test("of an admin makes no token for anybody", async () => {
    const { id: resellerId } = await addReseller(db);
    await createAdmin(db.systemCtx, { email: "ada@kiosk.test", name: "Ada", password: PASSWORD });
    const { ctx } = await enter(db, "ada@kiosk.test");
    await expect(issueToken(ctx, { resellerId, name: "Mine" })).rejects.toMatchObject(ASKED);
    await confirm(ctx);
    await issueToken(ctx, { resellerId, name: "Mine" });
  });

  test("of an admin opens no reseller account", async () => {
    const { id: resellerId } = await addReseller(db);
    await createAdmin(db.systemCtx, { email: "ben@kiosk.test", name: "Ben", password: PASSWORD });
    const { ctx } = await enter(db, "ben@kiosk.test");
    const { version } = await readSignUpSwitch(db.systemCtx);
    await setSignUp(db.systemCtx, { to: "open", version, reason: "for the test" });
    const newcomer = { email: "new@kiosk.test", name: "New", phone: "08031234567", about: "" };
    await signUp(visitor(db), newcomer);
    const [request] = (await signUpList.page(db.systemCtx)).rows;
    const invited = { email: "invited@kiosk.test", name: "Invited", level: "api" as const, reason: "asked" };
    const acts = [
      () => issueLink(ctx, { resellerId, reason: "forgot it" }),
      () => inviteReseller(ctx, invited),
      () => createReseller(ctx, { ...invited, email: "made@kiosk.test" }),
      () => approveSignUp(ctx, { id: request?.id ?? 0, level: "api", reason: "vouched for" }),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject(ASKED);
    expect(await db.sql`select from account_links`).toHaveLength(0);
    await confirm(ctx);
    for (const act of acts) await act();
  });
});

describe("the password, given once more", () => {
  test("holds for ten minutes in the session that gave it, and in no other", async () => {
    const { id, email, ctx } = await inside();
    const { ctx: elsewhere } = await enter(db, email);
    await confirm(ctx);
    await issueToken(ctx, { name: "Shop" });
    await expect(issueToken(elsewhere, { name: "Shop" })).rejects.toMatchObject(ASKED);
    await db.sql`update sessions set confirmed_at = confirmed_at - interval '10 minutes' where account_id = ${id}`;
    await expect(issueToken(ctx, { name: "Shop" })).rejects.toMatchObject(ASKED);
  });

  test("holds no longer than the session", async () => {
    const { ctx } = await inside();
    await confirm(ctx);
    await signOut(ctx);
    await expect(requireConfirmed(ctx)).rejects.toMatchObject(ASKED);
    await confirm(ctx);
    await expect(requireConfirmed(ctx)).rejects.toMatchObject(ASKED);
  });

  test("is not taken from another account's session", async () => {
    const [mine, theirs] = [await inside(), await inside()];
    await confirm(theirs.ctx);
    const actor = { ...mine.session.actor, sessionId: theirs.session.actor.sessionId };
    await expect(requireConfirmed(db.ctx(actor))).rejects.toMatchObject(ASKED);
  });

  test("wrong is refused at its field, and guessing waits as at the sign-in", async () => {
    const { id, ctx } = await inside();
    await expect(confirm(ctx, "wrong words here")).rejects.toMatchObject({
      code: "invalid",
      fields: { confirmPassword: ["This is not the password you have now."] },
    });
    await db.sql`update throttles set failures = 20, free_at = now() where bucket = ${`account:password of ${id}`}`;
    const tries = await Promise.all(
      Array.from({ length: 9 }, () => confirm(ctx, "wrong words here").catch((error) => error)),
    );
    expect(tries.filter(({ code }) => code === "invalid")).toHaveLength(1);
    const waiting = tries.filter(({ code }) => code === "rate_limited");
    expect(waiting.map(({ fields }) => fields.confirmPassword)).toEqual(Array(8).fill([expect.any(String)]));
    await expect(requireConfirmed(ctx)).rejects.toMatchObject(ASKED);
  });

  test("is nothing for visitors and programs; the operator's commands have none", async () => {
    const { id, email } = await addReseller(db);
    const token = db.ctx({ kind: "token", id, email, level: "api", tokenId: 1, test: false });
    for (const ctx of [visitor(db), token]) await expect(requireConfirmed(ctx)).rejects.toThrow();
    await requireConfirmed(db.systemCtx);
  });
});
