import { describe, expect, test } from "vitest";
import { closeAccount } from "#lib/account/close-account";
import { confirmCode, confirmPassword } from "#lib/account/password/confirm-password";
import { readSession } from "#lib/account/session/read-session";
import { codeOf, openAccountScene } from "#lib/account/testing/account-scene";
import { seedAdmin, TEST_PASSWORD } from "#lib/account/testing/test-accounts";
import { TestAuthenticator } from "#lib/account/testing/test-authenticator";
import { enrolTwoFactor } from "#lib/account/testing/test-two-factor";
import type { Ctx } from "#lib/core/context";
import { handleEvents } from "#lib/event/testing/handle-events";
import { sweepOldData } from "#lib/maintenance/sweep-old-data";
import { TABLES } from "#lib/modules";
import {
  beginPasskeyRegistration,
  finishPasskeyRegistration,
  listPasskeys,
  removePasskey,
} from "./passkeys.ts";
import { beginPasskeySignIn, signInByPasskey } from "./sign-in-by-passkey.ts";

const { db, addReseller, confirmed, openTestSession, signedIn, visitor } = await openAccountScene();

const BROWSER = { device: "the device of a browser" };

async function withPasskey() {
  const user = await confirmed();
  const device = new TestAuthenticator();
  await add(user.ctx, device);
  return { ...user, device };
}

const add = async (ctx: Ctx, device: TestAuthenticator, odd = {}, name = "My phone") =>
  finishPasskeyRegistration(ctx, { name, response: device.make(await beginPasskeyRegistration(ctx), odd) });
const ask = (browser = BROWSER) => beginPasskeySignIn(visitor(), browser);
const give = (response: ReturnType<TestAuthenticator["sign"]>, browser = BROWSER) =>
  signInByPasskey(visitor(), { response, browser });

describe("adding a passkey", () => {
  test("requires the password, and a code with two-factor sign-in", async () => {
    const { ctx } = await signedIn();
    await expect(beginPasskeyRegistration(ctx)).rejects.toMatchObject({
      fields: { confirmPassword: [expect.any(String)] },
    });
    const { app } = await enrolTwoFactor(db, ctx);
    await expect(beginPasskeyRegistration(ctx)).rejects.toMatchObject({
      fields: { confirmCode: [expect.any(String)] },
    });
    await confirmCode(ctx, { confirmCode: await app.code() });
    await add(ctx, new TestAuthenticator());
    expect(await listPasskeys(ctx)).toMatchObject([{ name: "My phone", usedAt: null }]);
  });

  test("is recorded, and notifies its owner", async () => {
    const { id } = await withPasskey();
    expect(
      await db.sql`select actor from audit where action = 'passkey.added' and reseller_id = ${id}`,
    ).toEqual([{ actor: `reseller:${id}` }]);
    await handleEvents(db.systemCtx);
    expect(
      await db.sql`select from notifications where account_id = ${id} and facts ->> 'action' = 'passkey.added'`,
    ).toHaveLength(1);
  });

  test.each([
    ["another page asked for it", { origin: "http://evil.example" }],
    ["it is for another site", { rpId: "evil.example" }],
    ["the device did not make sure who holds it", { flags: 0b1 }],
  ])("is rejected when %s", async (_why, odd) => {
    const { ctx } = await confirmed();
    expect(await codeOf(add(ctx, new TestAuthenticator(), odd))).toBe("conflict");
    expect(await listPasskeys(ctx)).toEqual([]);
  });

  test("accepts a response once, to this account's challenge, within minutes", async () => {
    const [owner, stranger] = [await confirmed(), await confirmed()];
    const device = new TestAuthenticator();
    const options = await beginPasskeyRegistration(owner.ctx);
    const answer = { name: "Mine", response: device.make(options) };
    expect(await codeOf(finishPasskeyRegistration(stranger.ctx, answer))).toBe("conflict");
    await finishPasskeyRegistration(owner.ctx, answer);
    expect(await codeOf(finishPasskeyRegistration(owner.ctx, answer))).toBe("conflict");
    const late = new TestAuthenticator().make(await beginPasskeyRegistration(owner.ctx));
    await db.sql`update passkey_challenges set expires_at = now()`;
    expect(await codeOf(finishPasskeyRegistration(owner.ctx, { name: "Late", response: late }))).toBe(
      "conflict",
    );
    expect(await codeOf(add(stranger.ctx, device))).toBe("conflict");
    expect(await listPasskeys(stranger.ctx)).toEqual([]);
  });

  test("is denied to visitors and API tokens", async () => {
    const { id, email } = await addReseller();
    const token = db.ctx({ kind: "token", id, email, level: "api", tokenId: 1, test: false });
    for (const [ctx, code] of [
      [visitor(), "unauthenticated"],
      [token, "not_found"],
    ] as const) {
      expect(await codeOf(beginPasskeyRegistration(ctx))).toBe(code);
      expect(await codeOf(listPasskeys(ctx))).toBe(code);
      expect(await codeOf(removePasskey(ctx, { id: 1 }))).toBe(code);
    }
  });
});

describe("signing in by a passkey", () => {
  test("opens its owner's session, without password and code", async () => {
    const { id, ctx, device } = await withPasskey();
    await enrolTwoFactor(db, ctx);
    const { secret, role, half } = await give(device.sign(await ask()));
    expect([role, half]).toEqual(["reseller", null]);
    expect((await readSession(visitor(), secret))?.actor).toMatchObject({ id });
    expect(await listPasskeys(ctx)).toMatchObject([{ usedAt: expect.any(Date) }]);
  });

  test("accepts a response once, in the browser that began it, within minutes", async () => {
    const { device } = await withPasskey();
    const options = await ask();
    const elsewhere = device.sign(options);
    expect(await codeOf(give(elsewhere, { device: "another browser" }))).toBe("invalid");
    const answer = device.sign(options);
    const both = await Promise.all([1, 2, 3].map(() => codeOf(give(answer))));
    expect(both.sort()).toEqual(["done", "invalid", "invalid"]);
    const late = device.sign(await ask());
    await db.sql`update passkey_challenges set expires_at = now()`;
    expect(await codeOf(give(late))).toBe("invalid");
    expect(await codeOf(give(device.sign({ challenge: "bm90IGFza2Vk" })))).toBe("invalid");
  });

  test.each([
    ["another page asked for it", { origin: "http://evil.example" }],
    ["it is for another site", { rpId: "evil.example" }],
    ["the device did not make sure who holds it", { flags: 0b1 }],
  ])("is rejected when %s", async (_why, odd) => {
    const { device } = await withPasskey();
    expect(await codeOf(give(device.sign(await ask(), odd)))).toBe("invalid");
  });

  test("rejects another key under a known id, and an unknown id", async () => {
    const { device } = await withPasskey();
    const forged = new TestAuthenticator();
    const answer = forged.sign(await ask());
    const name = device.id.toString("base64url");
    expect(await codeOf(give({ ...answer, id: name, rawId: name }))).toBe("invalid");
    expect(await codeOf(give(forged.sign(await ask())))).toBe("invalid");
  });

  test("rejects a passkey whose copy was used since", async () => {
    const { device } = await withPasskey();
    device.counter = 7;
    await give(device.sign(await ask()));
    device.counter = 6;
    expect(await codeOf(give(device.sign(await ask())))).toBe("invalid");
  });

  test("records a failed passkey of an admin once in ten minutes, and none of a reseller", async () => {
    const email = "passkeys@kiosk.test";
    const id = await seedAdmin(db.systemCtx, { email, name: "Ada", password: TEST_PASSWORD });
    const { ctx } = await openTestSession(email);
    await confirmPassword(ctx, { confirmPassword: TEST_PASSWORD });
    const device = new TestAuthenticator();
    await add(ctx, device);
    const [passkey] = await listPasskeys(ctx);
    const rejected = () =>
      db.sql`select actor, subject_id, after from audit where action = 'session.rejected' order by id`;
    const once = { actor: "visitor", subject_id: String(id), after: { passkey: passkey?.id } };
    const { device: resellers } = await withPasskey();
    for (const held of [resellers, device])
      expect(await codeOf(give(held.sign(await ask(), { flags: 0b1 })))).toBe("invalid");
    await expect.poll(rejected).toEqual([once]);
    expect(await codeOf(give(device.sign({ challenge: "bm90IGFza2Vk" })))).toBe("invalid");
    await give(device.sign(await ask()));
    expect(await rejected()).toEqual([once]);
    await db.sql`alter table audit disable trigger audit_append_only`;
    await db.sql`update audit set at = now() - interval '11 minutes' where action = 'session.rejected'`;
    await db.sql`alter table audit enable trigger audit_append_only`;
    expect(await codeOf(give(device.sign({ challenge: "bm90IGFza2Vk" })))).toBe("invalid");
    await expect.poll(rejected).toEqual([once, once]);
  });

  test("fails after the passkey is removed or the account is closed", async () => {
    const { id, ctx, email, device } = await withPasskey();
    const user = await confirmed();
    const [passkey] = await listPasskeys(ctx);
    expect(await codeOf(removePasskey(user.ctx, { id: passkey?.id ?? 0 }))).toBe("not_found");
    const { ctx: copied } = await openTestSession(email);
    expect(await codeOf(removePasskey(copied, { id: passkey?.id ?? 0 }))).toBe("invalid");
    await removePasskey(ctx, { id: passkey?.id ?? 0 });
    expect(await codeOf(give(device.sign(await ask())))).toBe("invalid");

    const next = new TestAuthenticator();
    await add(ctx, next);
    await closeAccount(db.systemCtx, { accountId: id, reason: "left" });
    expect(await codeOf(give(next.sign(await ask())))).toBe("forbidden");
  });

  test("is limited per address", async () => {
    const from = visitor("203.0.113.77");
    await beginPasskeySignIn(from, BROWSER);
    await db.sql`update throttles set failures = 400, free_at = now() + interval '1 hour'
      where bucket = 'passkey:203.0.113.77'`;
    expect(await codeOf(beginPasskeySignIn(from, BROWSER))).toBe("rate_limited");
  });
});

test("deletes expired challenges, and keeps open ones", async () => {
  await db.sql`delete from passkey_challenges`;
  await ask();
  await ask();
  await db.sql`update passkey_challenges set expires_at = now() - interval '2 hours'
    where id = (select max(id) from passkey_challenges)`;
  expect((await sweepOldData(db.systemCtx, TABLES)).swept).toEqual({ passkey_challenges: 1 });
  expect(await db.sql`select from passkey_challenges`).toHaveLength(1);
});
