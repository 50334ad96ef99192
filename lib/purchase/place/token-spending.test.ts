import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { authenticateToken } from "#lib/account/token/authenticate-token";
import { type CreateTokenInput, createToken } from "#lib/account/token/create-token";
import { rotateToken } from "#lib/account/token/rotate-token";
import { limitToken } from "#lib/account/token/token-limits";
import type { Ctx } from "#lib/core/context";
import type { Minor } from "#lib/core/money/money";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { openScene } from "#lib/testing/open-scene";
import type { PlacePurchaseInput } from "./offer.ts";
import { placePurchase } from "./place-purchase.ts";

const at = await openScene();
const plan = at.offered(0, "api");
let refs = 0;

/** Creates a token with limits. `call` authenticates it again, as each call of the API does. */
async function program(limits: Partial<CreateTokenInput> = {}) {
  const { id: resellerId, ctx: owner } = await at.reseller("api");
  const { id, token } = await createToken(owner, { name: "Program", ...limits });
  return { id, resellerId, owner, call: () => callWith(token) };
}

async function callWith(token: string): Promise<Ctx> {
  const caller = await authenticateToken(at.system, { token, origin: null });
  return { ...at.system, actor: caller?.actor ?? { kind: "visitor" } };
}

const order = (overrides: Partial<PlacePurchaseInput> = {}): PlacePurchaseInput => {
  refs += 1;
  return { ref: `ref-${refs}`, phone: "08031234567", channel: "api", again: true, ...plan, ...overrides };
};

const tryTo = (ctx: Ctx, overrides: Partial<PlacePurchaseInput> = {}) =>
  placePurchase(ctx, order(overrides)).then(
    () => "placed",
    ({ code, fields, facts }) => ({ code, fields: Object.keys(fields), facts }),
  );

async function readSpending(resellerId: number): Promise<Minor> {
  const [row] = await at.system.db.execute<{ spent: string }>(
    sql`select coalesce(sum(price), 0) as spent from purchases where reseller_id = ${resellerId}`,
  );
  return BigInt(row?.spent ?? -1);
}

test.each<[string, Partial<CreateTokenInput>, Partial<CreateTokenInput>]>([
  ["amount", { purchaseLimit: plan.price - 1n }, { purchaseLimit: plan.price }],
  ["network", { networkIds: [plan.networkId + 1] }, { networkIds: [plan.networkId, 99] }],
  ["mobile_number", { numbers: "0803 123 4568" }, { numbers: "0803 123 4568\n+234 803 123 4567" }],
])("a token buys only what its limit at %s allows, and costs nothing else", async (field, no, yes) => {
  const denied = await program(no);
  expect(await tryTo(await denied.call())).toEqual({ code: "invalid", fields: [field], facts: {} });
  expect(await readSpending(denied.resellerId)).toBe(0n);
  expect(await tryTo(await (await program(yes)).call())).toBe("placed");
});

test("a token spends up to its limit of the day, others don't count, and what failed is given back", async () => {
  const limit = 2n * plan.price;
  const { call, owner } = await program({ dailyLimit: limit });
  const unlimited = await createToken(owner, { name: "Other" });
  const rejection = { code: "daily_limit", fields: ["status"], facts: { limit, spent: limit } };
  await placePurchase(owner, order({ channel: "web" }));
  const { purchase } = await placePurchase(await call(), order());
  expect(await tryTo(await call())).toBe("placed");
  expect(await tryTo(await call())).toEqual(rejection);
  await cancelPurchase(owner, { ident: purchase.ident });
  expect(await tryTo(await call())).toBe("placed");
  expect(await tryTo(await call())).toEqual(rejection);
  expect(await tryTo(await callWith(unlimited.token))).toBe("placed");
});

test("a renewed token counts what those before it spent, also while they overlap", async () => {
  const limit = 3n * plan.price;
  const { id, call, owner } = await program({ dailyLimit: limit });
  const rejection = { code: "daily_limit", fields: ["status"], facts: { limit, spent: limit } };
  expect(await tryTo(await call())).toBe("placed");
  const second = await rotateToken(owner, { id, overlapHours: 24 });
  expect(await tryTo(await callWith(second.token))).toBe("placed");
  const third = await rotateToken(owner, { id: second.id, overlapHours: 24 });
  expect(await tryTo(await callWith(third.token))).toBe("placed");
  for (const caller of [await call(), await callWith(second.token), await callWith(third.token)])
    expect(await tryTo(caller)).toEqual(rejection);
});

test("a day's limit doesn't count earlier days", async () => {
  const { call, resellerId } = await program({ dailyLimit: plan.price });
  expect(await tryTo(await call())).toBe("placed");
  expect(await tryTo(await call())).toMatchObject({ code: "daily_limit" });
  await at.system.db.execute(
    sql`update purchases set placed_at = placed_at - interval '1 day' where reseller_id = ${resellerId}`,
  );
  expect(await tryTo(await call())).toBe("placed");
});

test("a limit that is set while a call is on its way holds for that call", async () => {
  const { id, call, owner } = await program();
  const early = await call();
  await limitToken(owner, { id, dailyLimit: plan.price - 1n });
  expect(await tryTo(early)).toMatchObject({ code: "daily_limit" });
  await limitToken(owner, { id, numbers: "08031234567" });
  expect(await tryTo(early)).toBe("placed");
  await limitToken(owner, { id, numbers: "08031234568" });
  expect(await tryTo(early)).toMatchObject({ code: "invalid", fields: ["mobile_number"] });
  await limitToken(owner, { id });
  expect(await tryTo(early)).toBe("placed");
});

test("tokens never spend more than their limits, with calls to several processes at once", async () => {
  const processes: (typeof placePurchase)[] = [];
  for (let n = 0; n < 3; n++) {
    vi.resetModules();
    processes.push((await import("./place-purchase.ts")).placePurchase);
  }
  const scene = fc.record({
    limits: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
    calls: fc.array(fc.tuple(fc.nat(2), fc.nat(2)), { minLength: 8, maxLength: 20 }),
  });
  const property = fc.asyncProperty(scene, async ({ limits, calls }) => {
    const { owner, resellerId } = await program();
    const actors = await Promise.all(
      limits.map(async (times) => {
        const dailyLimit = BigInt(times) * plan.price + plan.price / 2n;
        const { token } = await createToken(owner, { name: "Limited", dailyLimit });
        const caller = await authenticateToken(at.system, { token, origin: null });
        if (!caller) throw new Error("The token isn't valid.");
        return { ctx: { ...at.system, actor: caller.actor }, tokenId: caller.actor.tokenId, times };
      }),
    );
    const sent = calls.map(([process, token]) => ({
      place: processes[process] ?? placePurchase,
      actor: actors[token % actors.length],
    }));
    await Promise.allSettled(sent.map(({ place, actor }) => place(actor?.ctx ?? at.system, order())));
    const rows = await at.system.db.execute<{ token_id: string; count: number }>(
      sql`select token_id, count(*)::integer as count from purchases
        where reseller_id = ${resellerId} group by token_id`,
    );
    const placed = new Map(rows.map(({ token_id, count }) => [Number(token_id), count]));
    for (const actor of actors) {
      const called = sent.filter((call) => call.actor === actor).length;
      expect(placed.get(actor.tokenId) ?? 0).toBe(Math.min(called, actor.times));
    }
  });
  await fc.assert(property, { numRuns: 12 });
});
