import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sweep } from "#db/retention";
import { testDatabase } from "#db/testing";
import type { Ctx } from "#lib/core/context";
import { closeAccount } from "../close-account.ts";
import { confirmCode, confirmPassword } from "../password/confirm.ts";
import { readSession } from "../session/read.ts";
import { TestAuthenticator } from "../testing/authenticator.ts";
import { addReseller, enter, PASSWORD, seedAdmin, visitor } from "../testing/people.ts";
import { enrol } from "../testing/two-factor.ts";
import { beginPasskey, finishPasskey, listPasskeys, removePasskey } from "./own-passkeys.ts";
import { beginPasskeySignIn, signInByPasskey } from "./sign-in-by-passkey.ts";

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(async () => {
  await db.sql`truncate throttles`;
});

const BROWSER = { device: "the device of a browser" };

async function inside() {
  const { id, email } = await addReseller(db);
  const { ctx } = await enter(db, email);
  await confirmPassword(ctx, { confirmPassword: PASSWORD });
  return { id, email, ctx };
}

async function withPasskey() {
  const one = await inside();
  const device = new TestAuthenticator();
  await add(one.ctx, device);
  return { ...one, device };
}

const add = async (ctx: Ctx, device: TestAuthenticator, odd = {}, name = "My phone") =>
  finishPasskey(ctx, { name, response: device.make(await beginPasskey(ctx), odd) });
const ask = (browser = BROWSER) => beginPasskeySignIn(visitor(db), browser);
const give = (response: ReturnType<TestAuthenticator["sign"]>, browser = BROWSER) =>
  signInByPasskey(visitor(db), { response, browser });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => error.code,
  );

describe("adding a passkey", () => {
  test("asks for the password, and for a code where there is one", async () => {
    const { email } = await addReseller(db);
    const { ctx } = await enter(db, email);
    await expect(beginPasskey(ctx)).rejects.toMatchObject({
      fields: { confirmPassword: [expect.any(String)] },
    });
    const { app } = await enrol(db, ctx);
    await expect(beginPasskey(ctx)).rejects.toMatchObject({ fields: { confirmCode: [expect.any(String)] } });
    await confirmCode(ctx, { confirmCode: await app.code() });
    await add(ctx, new TestAuthenticator());
    expect(await listPasskeys(ctx)).toMatchObject([{ name: "My phone", usedAt: null }]);
  });

  test("is on record, and its owner is told", async () => {
    const { id } = await withPasskey();
    expect(
      await db.sql`select actor from audit where action = 'passkey.added' and reseller_id = ${id}`,
    ).toEqual([{ actor: `reseller:${id}` }]);
    expect(
      await db.sql`select from notices where account_id = ${id} and facts ->> 'action' = 'passkey.added'`,
    ).toHaveLength(1);
  });

  test.each([
    ["another page asked for it", { origin: "http://evil.example" }],
    ["it is for another site", { rpId: "evil.example" }],
    ["the device did not make sure who holds it", { flags: 0b1 }],
  ])("is refused when %s", async (_why, odd) => {
    const { ctx } = await inside();
    expect(await codeOf(add(ctx, new TestAuthenticator(), odd))).toBe("conflict");
    expect(await listPasskeys(ctx)).toEqual([]);
  });

  test("takes an answer once, to what this account was asked, within minutes", async () => {
    const [mine, theirs] = [await inside(), await inside()];
    const device = new TestAuthenticator();
    const asked = await beginPasskey(mine.ctx);
    const answer = { name: "Mine", response: device.make(asked) };
    expect(await codeOf(finishPasskey(theirs.ctx, answer))).toBe("conflict");
    await finishPasskey(mine.ctx, answer);
    expect(await codeOf(finishPasskey(mine.ctx, answer))).toBe("conflict");
    const late = new TestAuthenticator().make(await beginPasskey(mine.ctx));
    await db.sql`update passkey_challenges set expires_at = now()`;
    expect(await codeOf(finishPasskey(mine.ctx, { name: "Late", response: late }))).toBe("conflict");
    expect(await codeOf(add(theirs.ctx, device))).toBe("conflict");
    expect(await listPasskeys(theirs.ctx)).toEqual([]);
  });

  test("is nothing for strangers and programs", async () => {
    const { id, email } = await addReseller(db);
    const token = db.ctx({ kind: "token", id, email, level: "api", tokenId: 1, test: false });
    for (const [ctx, code] of [
      [visitor(db), "unauthenticated"],
      [token, "not_found"],
    ] as const) {
      expect(await codeOf(beginPasskey(ctx))).toBe(code);
      expect(await codeOf(listPasskeys(ctx))).toBe(code);
      expect(await codeOf(removePasskey(ctx, { id: 1 }))).toBe(code);
    }
  });
});

describe("signing in by a passkey", () => {
  test("opens its owner's session, without password and code", async () => {
    const { id, ctx, device } = await withPasskey();
    await enrol(db, ctx);
    const { secret, role, half } = await give(device.sign(await ask()));
    expect([role, half]).toEqual(["reseller", null]);
    expect((await readSession(visitor(db), secret))?.actor).toMatchObject({ id });
    expect(await listPasskeys(ctx)).toMatchObject([{ usedAt: expect.any(Date) }]);
  });

  test("takes each answer once, in the browser that was asked, within minutes", async () => {
    const { device } = await withPasskey();
    const asked = await ask();
    const elsewhere = device.sign(asked);
    expect(await codeOf(give(elsewhere, { device: "another browser" }))).toBe("invalid");
    const answer = device.sign(asked);
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
  ])("is refused when %s", async (_why, odd) => {
    const { device } = await withPasskey();
    expect(await codeOf(give(device.sign(await ask(), odd)))).toBe("invalid");
  });

  test("is refused with another's key under a known name, and with an unknown one", async () => {
    const { device } = await withPasskey();
    const forged = new TestAuthenticator();
    const answer = forged.sign(await ask());
    const name = device.id.toString("base64url");
    expect(await codeOf(give({ ...answer, id: name, rawId: name }))).toBe("invalid");
    expect(await codeOf(give(forged.sign(await ask())))).toBe("invalid");
  });

  test("is refused when a copy of the key was used since", async () => {
    const { device } = await withPasskey();
    device.counter = 7;
    await give(device.sign(await ask()));
    device.counter = 6;
    expect(await codeOf(give(device.sign(await ask())))).toBe("invalid");
  });

  test("refused at an admin's passkey is on record, once in ten minutes, and at a reseller's is not", async () => {
    const email = "passkeys@kiosk.test";
    const id = await seedAdmin(db.systemCtx, { email, name: "Ada", password: PASSWORD });
    const { ctx } = await enter(db, email);
    await confirmPassword(ctx, { confirmPassword: PASSWORD });
    const device = new TestAuthenticator();
    await add(ctx, device);
    const [own] = await listPasskeys(ctx);
    const refused = () =>
      db.sql`select actor, subject_id, after from audit where action = 'session.refused' order by id`;
    const once = { actor: "visitor", subject_id: String(id), after: { passkey: own?.id } };
    const { device: resellers } = await withPasskey();
    for (const held of [resellers, device])
      expect(await codeOf(give(held.sign(await ask(), { flags: 0b1 })))).toBe("invalid");
    await expect.poll(refused).toEqual([once]);
    expect(await codeOf(give(device.sign({ challenge: "bm90IGFza2Vk" })))).toBe("invalid");
    await give(device.sign(await ask()));
    expect(await refused()).toEqual([once]);
    await db.sql`alter table audit disable trigger audit_append_only`;
    await db.sql`update audit set at = now() - interval '11 minutes' where action = 'session.refused'`;
    await db.sql`alter table audit enable trigger audit_append_only`;
    expect(await codeOf(give(device.sign({ challenge: "bm90IGFza2Vk" })))).toBe("invalid");
    await expect.poll(refused).toEqual([once, once]);
  });

  test("ends when the passkey is removed, with the password, or the account is closed", async () => {
    const { id, ctx, email, device } = await withPasskey();
    const other = await inside();
    const [own] = await listPasskeys(ctx);
    expect(await codeOf(removePasskey(other.ctx, { id: own?.id ?? 0 }))).toBe("not_found");
    const { ctx: copied } = await enter(db, email);
    expect(await codeOf(removePasskey(copied, { id: own?.id ?? 0 }))).toBe("invalid");
    await removePasskey(ctx, { id: own?.id ?? 0 });
    expect(await codeOf(give(device.sign(await ask())))).toBe("invalid");

    const next = new TestAuthenticator();
    await add(ctx, next);
    await closeAccount(db.systemCtx, { accountId: id, reason: "left" });
    expect(await codeOf(give(next.sign(await ask())))).toBe("forbidden");
  });

  test("cannot be begun endlessly from one address", async () => {
    const from = visitor(db, "203.0.113.77");
    await beginPasskeySignIn(from, BROWSER);
    await db.sql`update throttles set failures = 400, free_at = now() + interval '1 hour'
      where bucket = 'passkey:203.0.113.77'`;
    expect(await codeOf(beginPasskeySignIn(from, BROWSER))).toBe("rate_limited");
  });
});

test("challenges that nobody answered are swept away, and others not", async () => {
  await db.sql`delete from passkey_challenges`;
  await ask();
  await ask();
  await db.sql`update passkey_challenges set expires_at = now() - interval '2 hours'
    where id = (select max(id) from passkey_challenges)`;
  expect((await sweep(db.systemCtx)).swept).toEqual({ passkey_challenges: 1 });
  expect(await db.sql`select from passkey_challenges`).toHaveLength(1);
});
