import { describe, expect, test, vi } from "vitest";
import { confirmCode } from "#lib/account/password/confirm-password";
import { signOut } from "#lib/account/session/end-sessions";
import { openAccountScene } from "#lib/account/testing/account-scene";
import { enrolTwoFactor } from "#lib/account/testing/test-two-factor";
import type { Ctx } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { handleEvents } from "#lib/event/testing/handle-events";
import { isPinRequired, requirePin } from "./require-pin.ts";
import { getPinStatus, removePin, SetPinInput, setPin } from "./set-pin.ts";

const { db, addReseller, confirmed, openTestSession, signedIn, visitor } = await openAccountScene();

const PIN = "4711";

async function guarded() {
  const user = await confirmed();
  await setPin(user.ctx, { pin: PIN });
  return user;
}

const codeOf = (ctx: Ctx, given: Parameters<typeof requirePin>[1] = {}, require = requirePin) =>
  require(ctx, given).then(
    () => "may buy",
    (error) => error.code,
  );
const rejection = (ctx: Ctx, pin: string) =>
  requirePin(ctx, { pin: pin }).then(
    () => expect.fail("may buy"),
    ({ fields }) => fields.pin.join(" "),
  );

describe("a PIN", () => {
  test("is required once set, and only the right one allows buying", async () => {
    const { ctx } = await confirmed();
    expect([await isPinRequired(ctx), await codeOf(ctx)]).toEqual([false, "may buy"]);
    await setPin(ctx, { pin: PIN });
    expect(await isPinRequired(ctx)).toBe(true);
    expect([await codeOf(ctx), await codeOf(ctx, { pin: "4712" }), await codeOf(ctx, { pin: PIN })]).toEqual([
      "invalid",
      "invalid",
      "may buy",
    ]);
    expect(await codeOf(ctx)).toBe("invalid");
    expect(await codeOf(ctx, { pin: "٤٧١١" })).toBe("may buy");
  });

  test.each(["123", "1234567", "12a4", "", "1111", "1234", "4321", "98765", "0123", "1212", "2580"])(
    "%j is not taken",
    (pin) => {
      expect(SetPinInput.safeParse({ pin: pin }).success).toBe(false);
    },
  );

  test.each(["4711", "02468", "135791", "1122"])("%j is", (pin) => {
    expect(SetPinInput.safeParse({ pin: pin }).success).toBe(true);
  });

  test("is set, changed and removed with the password, and a code with two-factor sign-in", async () => {
    const { ctx } = await signedIn();
    const confirmationError = { fields: { confirmPassword: [expect.any(String)] } };
    await expect(setPin(ctx, { pin: PIN })).rejects.toMatchObject(confirmationError);
    const { app } = await enrolTwoFactor(db, ctx);
    await expect(setPin(ctx, { pin: PIN })).rejects.toMatchObject({
      fields: { confirmCode: [expect.any(String)] },
    });
    await confirmCode(ctx, { confirmCode: await app.code() });
    await setPin(ctx, { pin: PIN });
    const copied = { ...ctx, actor: { ...ctx.actor, sessionId: 0 } as Ctx["actor"] };
    await expect(removePin(copied)).rejects.toMatchObject(confirmationError);
    await removePin(ctx);
    expect(await codeOf(ctx)).toBe("may buy");
    await expect(removePin(ctx)).rejects.toMatchObject({ code: "conflict" });
  });

  test("is stored as a hash, and its changes are recorded without it", async () => {
    const { id, ctx } = await guarded();
    await setPin(ctx, { pin: "5823" });
    const [stored] = await db.sql`select hash from transaction_pins where reseller_id = ${id}`;
    expect(stored?.hash).toMatch(/^\$argon2id\$/);
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

  test("is denied to visitors, admins and API tokens", async () => {
    const { id, email } = await addReseller();
    const token = db.ctx({ kind: "token", id, email, level: "api", tokenId: 1, test: false });
    for (const [ctx, code] of [
      [visitor(), "unauthenticated"],
      [token, "not_found"],
      [db.ctx({ kind: "admin", id, email, sessionId: 1, permissions: ALL_PERMISSIONS }), "not_found"],
    ] as const) {
      await expect(setPin(ctx, { pin: PIN })).rejects.toMatchObject({ code });
      await expect(removePin(ctx)).rejects.toMatchObject({ code });
      await expect(getPinStatus(ctx)).rejects.toMatchObject({ code });
      expect(await codeOf(ctx, { pin: PIN })).toBe(code);
    }
  });
});

describe("three wrong PINs", () => {
  test("lock buying for 30 minutes, return the end, and notify the owner", async () => {
    const { id, ctx } = await guarded();
    expect(await rejection(ctx, "9999")).toMatch(/^Wrong PIN\. Two more/);
    expect(await rejection(ctx, "9998")).toMatch(/^Wrong PIN\. One more/);
    expect(await rejection(ctx, "9997")).toMatch(/locked until \w+ \d\d:\d\d/);
    expect(await codeOf(ctx, { pin: PIN })).toBe("rate_limited");
    const [row] = await db.sql`select round(extract(epoch from locked_until - now()) / 60)::int as minutes
      from transaction_pins where reseller_id = ${id}`;
    expect(row?.minutes).toBe(30);
    expect((await getPinStatus(ctx)).lockedUntil).toBeInstanceOf(Date);
    expect(await db.sql`select from audit where action = 'pin.locked' and reseller_id = ${id}`).toHaveLength(
      1,
    );
    await handleEvents(db.systemCtx);
    expect(
      await db.sql`select from notifications where event = 'sign_in' and account_id = ${id}
        and facts ->> 'action' = 'pin.locked'`,
    ).toHaveLength(1);
  });

  test("count as three among attempts at the same time, also in several processes", async () => {
    const { id, ctx } = await guarded();
    const processes: (typeof requirePin)[] = [];
    for (let n = 0; n < 4; n++) {
      vi.resetModules();
      processes.push((await import("./require-pin.ts")).requirePin);
    }
    const guesses = Array.from({ length: 12 }, (_, n) => String(9000 + n));
    const all = await Promise.all(
      guesses.map((pin, n) => codeOf(ctx, { pin }, processes[n % processes.length])),
    );
    expect(all.filter((code) => code === "invalid")).toHaveLength(2);
    expect(all.filter((code) => code === "rate_limited")).toHaveLength(10);
    expect(await db.sql`select from audit where action = 'pin.locked' and reseller_id = ${id}`).toHaveLength(
      1,
    );
  });

  test("count together across devices", async () => {
    const { email, ctx } = await guarded();
    const { ctx: elsewhere } = await openTestSession(email);
    await codeOf(ctx, { pin: "9999" });
    await codeOf(elsewhere, { pin: "9998" });
    expect(await codeOf(ctx, { pin: "9997" })).toBe("rate_limited");
    expect(await codeOf(elsewhere, { pin: PIN })).toBe("rate_limited");
  });

  test("are reset after a right one, and after the lock", async () => {
    const { id, ctx } = await guarded();
    for (const pin of ["9999", "9998", PIN, "9997", "9996"]) await codeOf(ctx, { pin: pin });
    expect(await codeOf(ctx, { pin: PIN })).toBe("may buy");
    for (const pin of ["9999", "9998", "9997"]) await codeOf(ctx, { pin: pin });
    await db.sql`update transaction_pins set locked_until = now() where reseller_id = ${id}`;
    expect([await codeOf(ctx, { pin: "9999" }), await codeOf(ctx, { pin: PIN })]).toEqual([
      "invalid",
      "may buy",
    ]);
  });

  test("are reset by a new PIN, which requires the password", async () => {
    const { ctx } = await guarded();
    for (const pin of ["9999", "9998", "9997"]) await codeOf(ctx, { pin: pin });
    await setPin(ctx, { pin: "5823" });
    expect(await codeOf(ctx, { pin: "5823" })).toBe("may buy");
  });
});

describe("remembering the PIN for five minutes", () => {
  test("holds only on the device that chose it", async () => {
    const { id, email, ctx } = await guarded();
    const { ctx: elsewhere } = await openTestSession(email);
    await requirePin(ctx, { pin: PIN, keepPin: "yes" });
    expect([await codeOf(ctx), await isPinRequired(ctx), await codeOf(elsewhere)]).toEqual([
      "may buy",
      false,
      "invalid",
    ]);
    const [row] = await db.sql`select round(extract(epoch from pin_valid_until - now()))::int as seconds
      from sessions where account_id = ${id} and pin_valid_until is not null`;
    expect(row?.seconds).toBeGreaterThan(240);
    expect(row?.seconds).toBeLessThanOrEqual(300);
    await db.sql`update sessions set pin_valid_until = now() where account_id = ${id}`;
    expect(await codeOf(ctx)).toBe("invalid");
  });

  test("ends with the session, with a new PIN, and with a lock", async () => {
    const { email, ctx } = await guarded();
    const { ctx: elsewhere } = await openTestSession(email);
    await requirePin(ctx, { pin: PIN, keepPin: "yes" });
    for (const pin of ["9999", "9998", "9997"]) await codeOf(elsewhere, { pin: pin });
    expect(await codeOf(ctx)).toBe("rate_limited");
    await setPin(ctx, { pin: "5823" });
    expect(await codeOf(ctx)).toBe("invalid");
    await requirePin(ctx, { pin: "5823", keepPin: "yes" });
    await signOut(ctx);
    expect(await codeOf(ctx)).toBe("invalid");
  });
});
