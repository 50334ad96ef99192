import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "#db/testing";
import type { Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { confirmCode, confirmPassword } from "../password/confirm.ts";
import { signOut } from "../session/end.ts";
import { addReseller, enter, PASSWORD, visitor } from "../testing/people.ts";
import { enrol } from "../testing/two-factor.ts";
import { asksPin, requirePin } from "./require-pin.ts";
import { pin, removePin, SetPinInput, setPin } from "./set-pin.ts";

const db = await testDatabase();
afterAll(() => db.close());
beforeEach(async () => {
  await db.sql`truncate throttles`;
});

const PIN = "4711";

async function inside() {
  const { id, email } = await addReseller(db);
  const { ctx } = await enter(db, email);
  await confirmPassword(ctx, { confirmPassword: PASSWORD });
  return { id, email, ctx };
}

async function guarded() {
  const one = await inside();
  await setPin(one.ctx, { pin: PIN });
  return one;
}

const codeOf = (ctx: Ctx, given: Parameters<typeof requirePin>[1] = {}) =>
  requirePin(ctx, given).then(
    () => "may buy",
    (error) => error.code,
  );
const refusal = (ctx: Ctx, given: string) =>
  requirePin(ctx, { pin: given }).then(
    () => expect.fail("may buy"),
    ({ fields }) => fields.pin.join(" "),
  );

describe("a PIN", () => {
  test("is asked once it is set, and only the right one lets buy", async () => {
    const { ctx } = await inside();
    expect([await asksPin(ctx), await codeOf(ctx)]).toEqual([false, "may buy"]);
    await setPin(ctx, { pin: PIN });
    expect(await asksPin(ctx)).toBe(true);
    expect([await codeOf(ctx), await codeOf(ctx, { pin: "4712" }), await codeOf(ctx, { pin: PIN })]).toEqual([
      "invalid",
      "invalid",
      "may buy",
    ]);
    expect(await codeOf(ctx)).toBe("invalid");
  });

  test.each(["123", "1234567", "12a4", "", "1111", "1234", "4321", "98765", "0123", "1212", "2580"])(
    "%j is not taken",
    (given) => {
      expect(SetPinInput.safeParse({ pin: given }).success).toBe(false);
    },
  );

  test.each(["4711", "02468", "135791", "1122"])("%j is", (given) => {
    expect(SetPinInput.safeParse({ pin: given }).success).toBe(true);
  });

  test("is set, changed and removed with the password, and a code where there is one", async () => {
    const { email } = await addReseller(db);
    const { ctx } = await enter(db, email);
    const asked = { fields: { confirmPassword: [expect.any(String)] } };
    await expect(setPin(ctx, { pin: PIN })).rejects.toMatchObject(asked);
    const { app } = await enrol(db, ctx);
    await expect(setPin(ctx, { pin: PIN })).rejects.toMatchObject({
      fields: { confirmCode: [expect.any(String)] },
    });
    await confirmCode(ctx, { confirmCode: await app.code() });
    await setPin(ctx, { pin: PIN });
    const copied = { ...ctx, actor: { ...ctx.actor, sessionId: 0 } as Ctx["actor"] };
    await expect(removePin(copied)).rejects.toMatchObject(asked);
    await removePin(ctx);
    expect(await codeOf(ctx)).toBe("may buy");
    await expect(removePin(ctx)).rejects.toMatchObject({ code: "conflict" });
  });

  test("stands nowhere readable, and its changes are on record without it", async () => {
    const { id, ctx } = await guarded();
    await setPin(ctx, { pin: "5823" });
    const [kept] = await db.sql`select hash from buying_pins where reseller_id = ${id}`;
    expect(kept?.hash).toMatch(/^\$argon2id\$/);
    const records = await db.sql`
      select action, before, after from audit where action like 'pin.%' and reseller_id = ${id} order by id`;
    expect(records).toEqual([
      { action: "pin.set", before: { on: false }, after: { on: true } },
      { action: "pin.set", before: { on: true }, after: { on: true } },
    ]);
    expect([await codeOf(ctx, { pin: PIN }), await codeOf(ctx, { pin: "5823" })]).toEqual([
      "invalid",
      "may buy",
    ]);
  });

  test("is nothing for visitors, admins and programs", async () => {
    const { id, email } = await addReseller(db);
    const token = db.ctx({ kind: "token", id, email, level: "api", tokenId: 1, test: false });
    for (const [ctx, code] of [
      [visitor(db), "unauthenticated"],
      [token, "not_found"],
      [db.ctx({ kind: "admin", id, email, sessionId: 1, permissions: ALL_PERMISSIONS }), "not_found"],
    ] as const) {
      await expect(setPin(ctx, { pin: PIN })).rejects.toMatchObject({ code });
      await expect(removePin(ctx)).rejects.toMatchObject({ code });
      await expect(pin(ctx)).rejects.toMatchObject({ code });
      expect(await codeOf(ctx, { pin: PIN })).toBe(code);
    }
  });
});

describe("three wrong PINs", () => {
  test("lock buying for 30 minutes, say until when, and tell the owner", async () => {
    const { id, ctx } = await guarded();
    expect(await refusal(ctx, "9999")).toMatch(/^This is not your PIN\. Two more/);
    expect(await refusal(ctx, "9998")).toMatch(/^This is not your PIN\. One more/);
    expect(await refusal(ctx, "9997")).toMatch(/locked until \w+ \d\d:\d\d/);
    expect(await codeOf(ctx, { pin: PIN })).toBe("rate_limited");
    const [row] = await db.sql`select round(extract(epoch from locked_until - now()) / 60)::int as minutes
      from buying_pins where reseller_id = ${id}`;
    expect(row?.minutes).toBe(30);
    expect((await pin(ctx)).lockedUntil).toBeInstanceOf(Date);
    expect(await db.sql`select from audit where action = 'pin.locked' and reseller_id = ${id}`).toHaveLength(
      1,
    );
    expect(
      await db.sql`select from notices where event = 'sign_in' and account_id = ${id}
        and facts ->> 'action' = 'pin.locked'`,
    ).toHaveLength(1);
  });

  test("are three, however many come at the same moment", async () => {
    const { id, ctx } = await guarded();
    const guesses = Array.from({ length: 12 }, (_, n) => String(9000 + n));
    const all = await Promise.all(guesses.map((guess) => codeOf(ctx, { pin: guess })));
    expect(all.filter((code) => code === "invalid")).toHaveLength(2);
    expect(all.filter((code) => code === "rate_limited")).toHaveLength(10);
    expect(await db.sql`select from audit where action = 'pin.locked' and reseller_id = ${id}`).toHaveLength(
      1,
    );
  });

  test("on other devices count together", async () => {
    const { email, ctx } = await guarded();
    const { ctx: elsewhere } = await enter(db, email);
    await codeOf(ctx, { pin: "9999" });
    await codeOf(elsewhere, { pin: "9998" });
    expect(await codeOf(ctx, { pin: "9997" })).toBe("rate_limited");
    expect(await codeOf(elsewhere, { pin: PIN })).toBe("rate_limited");
  });

  test("are forgotten after a right one, and after the lock", async () => {
    const { id, ctx } = await guarded();
    for (const given of ["9999", "9998", PIN, "9997", "9996"]) await codeOf(ctx, { pin: given });
    expect(await codeOf(ctx, { pin: PIN })).toBe("may buy");
    for (const given of ["9999", "9998", "9997"]) await codeOf(ctx, { pin: given });
    await db.sql`update buying_pins set locked_until = now() where reseller_id = ${id}`;
    expect([await codeOf(ctx, { pin: "9999" }), await codeOf(ctx, { pin: PIN })]).toEqual([
      "invalid",
      "may buy",
    ]);
  });

  test("end with a new PIN, which takes the password", async () => {
    const { ctx } = await guarded();
    for (const given of ["9999", "9998", "9997"]) await codeOf(ctx, { pin: given });
    await setPin(ctx, { pin: "5823" });
    expect(await codeOf(ctx, { pin: "5823" })).toBe("may buy");
  });
});

describe("asked no more for five minutes", () => {
  test("is only the device that said so, for that long", async () => {
    const { id, email, ctx } = await guarded();
    const { ctx: elsewhere } = await enter(db, email);
    await requirePin(ctx, { pin: PIN, keepPin: "yes" });
    expect([await codeOf(ctx), await asksPin(ctx), await codeOf(elsewhere)]).toEqual([
      "may buy",
      false,
      "invalid",
    ]);
    const [row] = await db.sql`select round(extract(epoch from pin_kept_until - now()))::int as seconds
      from sessions where account_id = ${id} and pin_kept_until is not null`;
    expect(row?.seconds).toBeGreaterThan(240);
    expect(row?.seconds).toBeLessThanOrEqual(300);
    await db.sql`update sessions set pin_kept_until = now() where account_id = ${id}`;
    expect(await codeOf(ctx)).toBe("invalid");
  });

  test("ends with the session, with a new PIN, and with a lock", async () => {
    const { email, ctx } = await guarded();
    const { ctx: elsewhere } = await enter(db, email);
    await requirePin(ctx, { pin: PIN, keepPin: "yes" });
    for (const given of ["9999", "9998", "9997"]) await codeOf(elsewhere, { pin: given });
    expect(await codeOf(ctx)).toBe("rate_limited");
    await setPin(ctx, { pin: "5823" });
    expect(await codeOf(ctx)).toBe("invalid");
    await requirePin(ctx, { pin: "5823", keepPin: "yes" });
    await signOut(ctx);
    expect(await codeOf(ctx)).toBe("invalid");
  });
});
