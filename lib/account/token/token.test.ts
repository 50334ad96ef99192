import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "#db/testing";
import { closeAccount } from "#lib/account/close-account";
import {
  addReseller,
  createConfirmedSession,
  seedAdmin,
  TEST_PASSWORD,
} from "#lib/account/testing/test-accounts";
import type { Ctx, Level } from "#lib/core/context";
import { ALL_PERMISSIONS } from "#lib/core/permission";
import { revokeToken } from "#lib/reseller/revoke-token";
import { asReseller } from "#lib/testing/scene";
import { authenticateToken } from "./authenticate-token.ts";
import { confirmToken } from "./confirm-token.ts";
import { createToken } from "./create-token.ts";
import { listTokens } from "./list-tokens.ts";
import { rotateToken } from "./rotate-token.ts";
import { generateToken, isOriginAllowed, looksLikeToken } from "./token.ts";
import { findDenyingLimits, LimitTokenInput, limitToken, TokenLimits } from "./token-limits.ts";

const database = await createTestDatabase();
afterAll(() => database.close());

async function reseller(level: Level = "api"): Promise<Ctx> {
  const { id } = await addReseller(database, level);
  return asReseller(database.systemCtx, id);
}

const call = (token: string, address = "203.0.113.7", origin: string | null = null) =>
  authenticateToken({ actor: { kind: "visitor" }, db: database.db, address }, { token, origin });

describe("a token", () => {
  test("contains its kind, 256 random bits and a checksum that detects a slip", () => {
    const live = generateToken(false);
    expect(live).toMatch(/^kiosk_live_[0-9A-Za-z]{49}$/);
    expect(generateToken(true)).toMatch(/^kiosk_test_/);
    expect(looksLikeToken(live)).toBe(true);
    const slip = live.slice(0, 20) + (live[20] === "a" ? "b" : "a") + live.slice(21);
    expect(looksLikeToken(slip)).toBe(false);
    expect(new Set(Array.from({ length: 100 }, () => generateToken(false))).size).toBe(100);
  });

  test("authenticates its owner at their level, and is stored as a hash only", async () => {
    const ctx = await reseller();
    const { token, id } = await createToken(ctx, { name: "Shop" });
    expect(await call(token)).toMatchObject({
      actor: { kind: "token", tokenId: id, level: "api", test: false },
      deniedBy: [],
    });
    const rows = await database.db.execute(sql`
      select row_to_json(t)::text from tokens t union all select row_to_json(a)::text from audit a`);
    expect(JSON.stringify(rows)).not.toContain(token.slice(11, 40));
  });

  test("notes its last use and address", async () => {
    const ctx = await reseller();
    const { token } = await createToken(ctx, { name: "Shop" });
    expect(await listTokens(ctx)).toMatchObject([{ usedAt: null, usedAddress: null, state: "valid" }]);
    await call(token, "203.0.113.7");
    await call(token, "2001:db8::1");
    const [view] = await listTokens(ctx);
    expect(view).toMatchObject({ usedAt: expect.any(Date), usedAddress: "2001:db8::1" });
    expect(JSON.stringify(view)).not.toMatch(/hash/);
  });

  test("is rejected at the next call once revoked, and when its account is closed", async () => {
    const ctx = await reseller();
    const { token, id } = await createToken(ctx, { name: "Shop" });
    const { token: other } = await createToken(ctx, { name: "Other" });
    await revokeToken(ctx, { id });
    expect(await call(token)).toBeUndefined();
    await expect(revokeToken(ctx, { id })).rejects.toMatchObject({ code: "conflict" });
    const accountId = ctx.actor.kind === "reseller" ? ctx.actor.id : 0;
    await closeAccount(database.systemCtx, { accountId, reason: "left" });
    expect(await call(other)).toBeUndefined();
  });

  test("is unknown when it was never created", async () => {
    expect(await call(generateToken(false))).toBeUndefined();
    expect(await call("")).toBeUndefined();
  });
});

describe("rotating", () => {
  test("keeps both valid for the chosen time, with the same limits", async () => {
    const ctx = await reseller();
    const old = await createToken(ctx, { name: "Shop", ips: "203.0.113.0/24" });
    const fresh = await rotateToken(ctx, { id: old.id, overlapHours: 24 });
    expect(await call(old.token)).toMatchObject({ deniedBy: [] });
    expect(await call(fresh.token, "198.51.100.1")).toMatchObject({ deniedBy: ["address"] });
    expect((await listTokens(ctx)).map(({ state }) => state)).toEqual(["valid", "ending"]);
    await database.db.execute(sql`update tokens set expires_at = now() where id = ${old.id}`);
    expect(await call(old.token)).toBeUndefined();
  });

  test("ends the old one at once without an overlap, and happens once", async () => {
    const ctx = await reseller();
    const old = await createToken(ctx, { name: "Shop" });
    await rotateToken(ctx, { id: old.id, overlapHours: 0 });
    expect(await call(old.token)).toBeUndefined();
    await expect(rotateToken(ctx, { id: old.id, overlapHours: 1 })).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

describe("a token that an admin creates", () => {
  async function createByAdmin() {
    const ctx = await reseller();
    const resellerId = ctx.actor.kind === "reseller" ? ctx.actor.id : 0;
    const email = `admin-of-${resellerId}@example.com`;
    const id = await seedAdmin(database.systemCtx, { email, name: "Ada", password: TEST_PASSWORD });
    const sessionId = await createConfirmedSession(database.systemCtx, id);
    const admin = database.ctx({ kind: "admin", id, email, sessionId, permissions: ALL_PERMISSIONS });
    const made = await createToken(admin, { resellerId, name: "Shop", reason: "asked by phone" });
    return { ctx, admin, made };
  }

  test("works only after its reseller has confirmed it, which happens once", async () => {
    const { ctx, admin, made } = await createByAdmin();
    expect(await call(made.token)).toBeUndefined();
    expect(await listTokens(ctx)).toMatchObject([{ id: made.id, state: "unconfirmed" }]);
    for (const stranger of [await reseller(), admin])
      await expect(confirmToken(stranger, { id: made.id })).rejects.toMatchObject({ code: "not_found" });
    await confirmToken(ctx, { id: made.id });
    expect(await call(made.token)).toMatchObject({ actor: { tokenId: made.id } });
    await expect(confirmToken(ctx, { id: made.id })).rejects.toMatchObject({ code: "conflict" });
  });

  test("never works once its reseller has rejected it", async () => {
    const { ctx, made } = await createByAdmin();
    await revokeToken(ctx, { id: made.id });
    await expect(confirmToken(ctx, { id: made.id })).rejects.toMatchObject({ code: "conflict" });
    expect(await call(made.token)).toBeUndefined();
  });

  test("needs the reseller's password, and awaits them as a successor too", async () => {
    const { ctx, admin, made } = await createByAdmin();
    await confirmToken(ctx, { id: made.id });
    const successor = await rotateToken(admin, { id: made.id, overlapHours: 1, reason: "asked by phone" });
    expect(await call(successor.token)).toBeUndefined();
    expect(await call(made.token)).toBeDefined();
    await database.db.execute(sql`update sessions set confirmed_at = null`);
    await expect(confirmToken(ctx, { id: successor.id })).rejects.toMatchObject({
      fields: { confirmPassword: expect.anything() },
    });
  });
});

describe("permissions", () => {
  test("let resellers at level api create tokens, and the operator for any of them", async () => {
    const ctx = await reseller("top_user");
    await expect(createToken(ctx, { name: "Shop" })).rejects.toMatchObject({ code: "forbidden" });
    const resellerId = ctx.actor.kind === "reseller" ? ctx.actor.id : 0;
    const { token } = await createToken(database.systemCtx, { name: "Shop", resellerId });
    expect(await call(token)).toMatchObject({ actor: { level: "top_user" } });
  });

  test("return not_found for another reseller's token, and ignore another owner's name", async () => {
    const [owner, stranger] = [await reseller(), await reseller()];
    const { id } = await createToken(owner, { name: "Shop" });
    const denied = { code: "not_found" };
    await expect(revokeToken(stranger, { id })).rejects.toMatchObject(denied);
    await expect(rotateToken(stranger, { id, overlapHours: 0 })).rejects.toMatchObject(denied);
    await expect(limitToken(stranger, { id })).rejects.toMatchObject(denied);
    const resellerId = owner.actor.kind === "reseller" ? owner.actor.id : 0;
    await createToken(stranger, { name: "Mine", resellerId });
    expect((await listTokens(owner)).map(({ name }) => name)).toEqual(["Shop"]);
    expect(await listTokens(stranger, { resellerId })).toMatchObject([{ name: "Mine" }]);
  });

  test("of spending are set, kept by a successor, recorded without numbers, and removed when left out", async () => {
    const ctx = await reseller();
    const limits = { dailyLimit: 500_000n, purchaseLimit: 100_000n, networkIds: [1, 2] };
    const { id } = await createToken(ctx, { name: "Shop", ...limits, numbers: "0803 123 4567" });
    const { id: successor } = await rotateToken(ctx, { id, overlapHours: 1 });
    await limitToken(ctx, { id });
    const none = { dailyLimit: null, purchaseLimit: null, networkIds: null, numbers: null };
    expect(await listTokens(ctx)).toMatchObject([
      { id: successor, ...limits, numbers: ["+2348031234567"] },
      { id, ...none },
    ]);
    const [limited] = await database.db.execute(sql`
      select before -> 'numbers' as numbers, before ->> 'dailyLimit' as daily
      from audit where action = 'token.limited' and subject_id = ${String(id)}`);
    expect(limited).toEqual({ numbers: 1, daily: "500000" });
    expect(JSON.stringify(await database.db.execute(sql`select before, after from audit`))).not.toContain(
      "8031234567",
    );
  });

  test.each([
    { dailyLimit: "0" },
    { purchaseLimit: "many" },
    { networkIds: ["x"] },
    { numbers: "12" },
    { numbers: Array.from({ length: 201 }, (_, n) => String(8031000000 + n)) },
  ])("of spending reject case %#", (limits) => {
    expect(LimitTokenInput.safeParse({ id: 1, ...limits }).success).toBe(false);
  });

  test("of spending aren't for test tokens", async () => {
    const ctx = await reseller();
    const denied = { fields: { dailyLimit: [expect.any(String)] } };
    await expect(createToken(ctx, { name: "Shop", test: true, networkIds: ["1"] })).rejects.toMatchObject(
      denied,
    );
    const { id } = await createToken(ctx, { name: "Shop", test: true });
    await expect(limitToken(ctx, { id, purchaseLimit: "5" })).rejects.toMatchObject(denied);
  });

  test("records every change of a token", async () => {
    const ctx = await reseller();
    const { id } = await createToken(ctx, { name: "Shop" });
    await limitToken(ctx, { id, ips: "203.0.113.7" });
    await rotateToken(ctx, { id, overlapHours: 1 });
    await revokeToken(ctx, { id });
    const rows = await database.db.execute<{ action: string }>(sql`
      select action from audit where subject = 'token' and subject_id = ${String(id)} order by id`);
    expect(rows.map(({ action }) => action)).toEqual([
      "token.issued",
      "token.limited",
      "token.rotated",
      "token.revoked",
    ]);
  });
});

describe("limits", () => {
  const from = (ips: string, address: string) => findDenyingLimits(TokenLimits.parse({ ips }), address, null);

  test.each([
    ["203.0.113.7", "203.0.113.7", true],
    ["203.0.113.7", "203.0.113.8", false],
    ["203.0.113.0/24", "203.0.113.255", true],
    ["203.0.113.9/24", "203.0.112.255", false],
    ["2001:db8::/32", "2001:db8:1::5", true],
    ["2001:db8::/32", "2001:db9::1", false],
    ["::ffff:203.0.113.0/120", "203.0.113.9", true],
    ["203.0.113.7", "::ffff:203.0.113.7", true],
    ["203.0.113.0/24, 2001:db8::1", "2001:db8::1", true],
    ["0.0.0.0/0", "2001:db8::1", false],
  ])("%s and a call from %s", (ips, address, welcome) => {
    expect(from(ips, address)).toEqual(welcome ? [] : ["address"]);
  });

  test.each(["203.0.113", "300.1.1.1", "10.0.0.0/33", "0x7f.1", "example.com", "::1/129", "10.0.0.0/-1"])(
    "%s is rejected as a range",
    (ips) => {
      expect(TokenLimits.safeParse({ ips }).success).toBe(false);
    },
  );

  test("match origins exactly, and require one from an unlisted address", () => {
    const limits = TokenLimits.parse({ origins: "https://Shop.example/ http://localhost:5173" });
    expect(limits.origins).toEqual(["https://shop.example", "http://localhost:5173"]);
    expect(findDenyingLimits(limits, "203.0.113.7", "https://shop.example")).toEqual([]);
    expect(findDenyingLimits(limits, "203.0.113.7", "https://shop.example.evil")).toEqual(["origin"]);
    expect(findDenyingLimits(limits, "203.0.113.7", null)).toEqual(["origin"]);
    const both = { ...limits, ips: ["203.0.113.7/32"] };
    expect(findDenyingLimits(both, "203.0.113.7", null)).toEqual([]);
    expect(findDenyingLimits(both, "203.0.113.8", "https://shop.example")).toEqual(["address"]);
    expect(TokenLimits.safeParse({ origins: "shop.example" }).success).toBe(false);
    expect(TokenLimits.safeParse({ origins: "https://shop.example/path" }).success).toBe(false);
  });

  test("reveal to a preflight only whether a valid token allows the origin", async () => {
    const ctx = await reseller();
    const { id } = await createToken(ctx, { name: "Page", origins: ["https://page.example"] });
    expect(await isOriginAllowed(ctx, "https://page.example")).toBe(true);
    expect(await isOriginAllowed(ctx, "https://other.example")).toBe(false);
    await revokeToken(ctx, { id });
    expect(await isOriginAllowed(ctx, "https://page.example")).toBe(false);
  });
});
