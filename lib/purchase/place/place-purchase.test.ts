import { type SQL, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { inTransaction } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { cancelPurchase } from "#lib/purchase/settle/cancel-purchase";
import { settlePurchase } from "#lib/purchase/settle/settle-purchase";
import { checkPurchases } from "#lib/sales/check-purchases";
import { openScene } from "#lib/testing/open-scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";
import type { PlacePurchaseInput } from "./offer.ts";
import { placePurchase } from "./place-purchase.ts";

const at = await openScene();
let refs = 0;

function createRequest(overrides: Partial<PlacePurchaseInput> = {}): PlacePurchaseInput {
  refs += 1;
  const again = true;
  return { ref: `ref-${refs}`, phone: "08031234567", channel: "web", again, ...at.offered(), ...overrides };
}

async function readWallet(id: number): Promise<{ wallet: bigint; held: bigint }> {
  const [row] = await at.system.db.execute<{ wallet: string; held: string }>(
    sql`select wallet, held from wallets where reseller_id = ${id}`,
  );
  return { wallet: BigInt(row?.wallet ?? -1), held: BigInt(row?.held ?? -1) };
}

async function countPurchases(id: number): Promise<number> {
  const [row] = await at.system.db.execute<{ count: string }>(
    sql`select count(*) as count from purchases where reseller_id = ${id}`,
  );
  return Number(row?.count);
}

function getRejection(ctx: Ctx, input: PlacePurchaseInput) {
  return placePurchase(ctx, input).then(
    () => {
      throw new Error("was not rejected");
    },
    (error) => error as { code: string; message: string; fields: object; facts: Record<string, unknown> },
  );
}

describe("placing", () => {
  test("queues the purchase and holds exactly its price", async () => {
    const { id, ctx } = await at.reseller("affiliate", 1_000_000n);
    const input = createRequest();
    const { purchase, replayed } = await placePurchase(ctx, input);
    expect(replayed).toBe(false);
    expect(purchase).toMatchObject({ state: "queued", price: input.price, walletBefore: 1_000_000n });
    expect(purchase.ident).toMatch(/^DT[0-9A-Z]{16}$/);
    expect(await readWallet(id)).toEqual({ wallet: 1_000_000n - purchase.price, held: purchase.price });
    expect((await checkPurchases(at.system)).findings).toEqual([]);
  });

  test.each([
    ["queued", []],
    ["sending", ["sending"]],
    ["unconfirmed", ["sending", "unconfirmed"]],
  ])("asks about a second purchase while the earlier one is %s, whatever its age", async (_state, moves) => {
    const { id, ctx } = await at.reseller();
    const first = await placePurchase(ctx, createRequest({ again: false }));
    const change = (set: SQL) =>
      at.system.db.execute(sql`update purchases set ${set} where ident = ${first.purchase.ident}`);
    await change(sql`placed_at = now() - interval '3 days'`);
    for (const state of moves) await change(sql`state = ${state}`);
    const error = await getRejection(ctx, createRequest({ again: false }));
    expect(error).toMatchObject({ code: "duplicate", facts: { ident: first.purchase.ident } });
    await placePurchase(ctx, createRequest({ again: true }));
    await placePurchase(ctx, createRequest({ again: false, channel: "api" }));
    expect(await countPurchases(id)).toBe(3);
    await at.system.db.execute(sql`update purchases set state = 'queued' where state = 'sending'`);
  });

  test("derives the same ident from the same request, and others from another reseller, ref, plan or number", async () => {
    const [one, other] = [await at.reseller(), await at.reseller()];
    const input = createRequest({ ref: "same" });
    const idents = [
      (await placePurchase(one.ctx, input)).purchase.ident,
      (await placePurchase(other.ctx, input)).purchase.ident,
    ];
    const [row] = await at.system.db.execute<{ idents: string[] }>(sql`
      select jsonb_build_array(purchase_ident(${one.id}, 'buyer', 'same', ${input.planId}, '+2348031234568'),
        purchase_ident(${one.id}, 'buyer', 'same', ${input.planId + 1}, '+2348031234567'),
        purchase_ident(${one.id}, 'buyer', 'same2', ${input.planId}, '+2348031234567'),
        purchase_ident(${one.id}, 'batch', 'same', ${input.planId}, '+2348031234567'),
        purchase_ident(${one.id}, 'buyer', 'same', ${input.planId}, '+2348031234567')) as idents`);
    expect(row?.idents.at(-1)).toBe(idents[0]);
    expect(new Set([...idents, ...(row?.idents ?? [])]).size).toBe(6);
  });

  test("accepts a number in any notation, and rejects others with a valid example", async () => {
    const { ctx } = await at.reseller();
    for (const phone of ["0803 123 4567", "+234 803 123 4567", "2348031234567", " 0803-123-4567 "]) {
      const { purchase } = await placePurchase(ctx, createRequest({ phone }));
      expect(purchase.phoneE164).toBe("+2348031234567");
    }
    for (const phone of ["", "12", "0803123456", "+44 7911 123456", "not a number"]) {
      const error = await getRejection(ctx, createRequest({ phone }));
      expect(error.code).toBe("invalid");
      expect(error.message).toMatch(/for example 0\d{3} \d{3} \d{4}/);
    }
  });

  test("rejects a plan of another network, and an unknown plan", async () => {
    const { id, ctx } = await at.reseller();
    const { networkId } = at.offered();
    expect((await getRejection(ctx, createRequest({ networkId: networkId + 1 }))).fields).toHaveProperty(
      "network",
    );
    expect((await getRejection(ctx, createRequest({ planId: 999_999 }))).fields).toHaveProperty("plan");
    expect(await countPurchases(id)).toBe(0);
  });
});

describe("a ref", () => {
  test("used by a hundred calls at once places one purchase, and all get it", async () => {
    const { id, ctx } = await at.reseller("affiliate", 5_000_000n);
    const input = createRequest();
    const all = await Promise.all(Array.from({ length: 100 }, () => placePurchase(ctx, input)));
    expect(new Set(all.map(({ purchase }) => purchase.ident)).size).toBe(1);
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await countPurchases(id)).toBe(1);
    expect((await readWallet(id)).wallet).toBe(5_000_000n - (input.price ?? 0n));
  });

  test("repeated while its purchase settles waits for that, and returns it", async () => {
    const { id, ctx } = await at.reseller();
    const input = createRequest();
    const { purchase } = await placePurchase(ctx, input);
    const [row] = await at.system.db.execute<{ id: string }>(
      sql`select id from purchases where ident = ${purchase.ident}`,
    );
    const repeated = await at.system.db.transaction(async (tx) => {
      await tx.execute(sql`select from wallets where reseller_id = ${id} for update`);
      const again = placePurchase(ctx, input);
      await waitForLocks(at.system, 1);
      const from = ["queued"] as const;
      const end = { purchaseId: Number(row?.id), from, to: "failed" as const, by: "answer", outcome: null };
      const settled = settlePurchase(at.system, end);
      await waitForLocks(at.system, 2);
      return { again, settled };
    });
    expect(await repeated.settled).toBe("queued");
    expect(await repeated.again).toMatchObject({ purchase: { ident: purchase.ident }, replayed: true });
    expect(await readWallet(id)).toEqual({ wallet: 10_000_000n, held: 0n });
  });

  test("reused for another request returns ref_reused, and nothing moves", async () => {
    const { id, ctx } = await at.reseller();
    const input = createRequest();
    await placePurchase(ctx, input);
    const before = await readWallet(id);
    for (const change of [{ phone: "08031234568" }, { ...at.offered(1) }]) {
      expect((await getRejection(ctx, { ...input, ...change })).code).toBe("ref_reused");
    }
    expect(await readWallet(id)).toEqual(before);
  });

  test("returns the purchase at the price paid, marked as repeated, when sent again with another price", async () => {
    const { id, ctx } = await at.reseller();
    const input = createRequest();
    const first = await placePurchase(ctx, input);
    const before = await readWallet(id);
    const again = await placePurchase(ctx, { ...input, price: first.purchase.price + 5_000n });
    expect(again).toMatchObject({
      replayed: true,
      otherPrice: true,
      purchase: { price: first.purchase.price },
    });
    expect(await placePurchase(ctx, input)).toMatchObject({ replayed: true, otherPrice: false });
    const { price: _, ...unpriced } = input;
    expect(await placePurchase(ctx, unpriced)).toMatchObject({ replayed: true, otherPrice: false });
    expect(await readWallet(id)).toEqual(before);
  });

  test("replays even when the wallet is empty by then", async () => {
    const { price } = at.offered();
    const { ctx } = await at.reseller("affiliate", price);
    const input = createRequest();
    const first = await placePurchase(ctx, input);
    const again = await placePurchase(ctx, input);
    expect(again).toMatchObject({ replayed: true, purchase: { ident: first.purchase.ident } });
  });

  test("doesn't return the purchase of a shop order, even if nothing new can be placed", async () => {
    const { ctx } = await at.reseller("affiliate", at.offered().price);
    const input = createRequest();
    await placePurchase(ctx, { ...input, channel: "shop" });
    await expect(placePurchase(ctx, { ...input, channel: "api" })).rejects.toMatchObject({
      code: "insufficient_funds",
    });
  });

  test("belongs to one reseller: another may use the same, and can't see the purchase", async () => {
    const [first, second] = [await at.reseller(), await at.reseller()];
    const input = createRequest();
    const placement = await placePurchase(first.ctx, input);
    const secondPlacement = await placePurchase(second.ctx, input);
    expect(secondPlacement.purchase.ident).not.toBe(placement.purchase.ident);
    await expect(getPurchase(second.ctx, { ident: placement.purchase.ident })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("nothing moves", () => {
  test("when the price has changed; the error names the new one", async () => {
    const { id, ctx } = await at.reseller();
    const { price } = at.offered();
    const error = await getRejection(ctx, createRequest({ price: price - 1n }));
    expect(error).toMatchObject({ code: "price_changed", facts: { price } });
    expect(await countPurchases(id)).toBe(0);
  });

  test("when the wallet is too low; the error names the missing amount", async () => {
    const { price } = at.offered();
    const { id, ctx } = await at.reseller("affiliate", price - 1n);
    const error = await getRejection(ctx, createRequest());
    expect(error).toMatchObject({
      code: "insufficient_funds",
      fields: { amount: ["Insufficient wallet balance!"] },
      facts: { missing: 1n },
    });
    expect(await readWallet(id)).toEqual({ wallet: price - 1n, held: 0n });
  });

  test("for a restricted account, with the documented text", async () => {
    const { id, ctx } = await at.reseller();
    await at.system.db.execute(sql`update resellers set state = 'restricted' where id = ${id}`);
    const error = await getRejection(ctx, createRequest());
    expect(error.code).toBe("restricted");
    expect(error.message).toContain("Please submit your KYC to activate your account or contact support!.");
    expect(await countPurchases(id)).toBe(0);
  });

  test("while sending is stopped", async () => {
    const { id, ctx } = await at.reseller();
    await at.system.db.execute(sql`update dispatcher set stopped = true`);
    const error = await getRejection(ctx, createRequest()).finally(() =>
      at.system.db.execute(sql`update dispatcher set stopped = false`),
    );
    expect(error).toMatchObject({
      code: "service_unavailable",
      fields: { status: ["Service unavailable!."] },
    });
    expect(await countPurchases(id)).toBe(0);
  });

  test("while the catalogue is out of date", async () => {
    const { id, ctx } = await at.reseller();
    await at.system.db.execute(
      sql`update suppliers set synced_at = synced_at - interval '1 day' where id = 1`,
    );
    const error = await getRejection(ctx, createRequest()).finally(() =>
      at.system.db.execute(sql`update suppliers set synced_at = synced_at + interval '1 day' where id = 1`),
    );
    expect(error.code).toBe("service_unavailable");
    expect(await countPurchases(id)).toBe(0);
  });

  test("for a duplicate within two minutes, until the buyer confirms it", async () => {
    const { id, ctx } = await at.reseller();
    const first = await placePurchase(ctx, createRequest({ again: false }));
    const error = await getRejection(ctx, createRequest({ again: false }));
    expect(error).toMatchObject({ code: "duplicate", facts: { ident: first.purchase.ident } });
    expect(await countPurchases(id)).toBe(1);
    await placePurchase(ctx, createRequest({ again: true }));
    expect(await countPurchases(id)).toBe(2);
  });

  test("for a duplicate of any age that has no outcome yet", async () => {
    const { id, ctx } = await at.reseller();
    const first = await placePurchase(ctx, createRequest({ again: false }));
    await at.system.db.execute(
      sql`update purchases set placed_at = placed_at - interval '1 hour' where reseller_id = ${id}`,
    );
    const error = await getRejection(ctx, createRequest({ again: false }));
    expect(error).toMatchObject({ code: "duplicate", facts: { ident: first.purchase.ident } });
    await cancelPurchase(ctx, { ident: first.purchase.ident });
    await placePurchase(ctx, createRequest({ again: false }));
    expect(await countPurchases(id)).toBe(2);
  });
});

test("asks one of two identical forms sent at once to confirm the duplicate", async () => {
  const { id, ctx } = await at.reseller();
  const forms = await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from wallets where reseller_id = ${id} for update`);
    // As two processes would: within one, the second form waits without a connection.
    const sent = [1, 2].map(() =>
      inTransaction(ctx, (tx) => placePurchase(tx, createRequest({ again: false }))),
    );
    await waitForLocks(at.system, 2);
    return { settled: Promise.allSettled(sent) };
  });
  const outcomes = (await forms.settled).toSorted((a, b) => a.status.localeCompare(b.status));
  expect(outcomes).toMatchObject([{ status: "fulfilled" }, { reason: { code: "duplicate" } }]);
  expect(await countPurchases(id)).toBe(1);
});

test("keeps the new day's spending when a purchase began before midnight", async () => {
  const { id, ctx } = await at.reseller();
  const spending = async () =>
    (
      await at.system.db.execute(sql`select spent_day, spent::text from wallets where reseller_id = ${id}`)
    )[0];
  await at.system.db.execute(
    sql`update wallets set spent_day = '2999-01-01', spent = 500 where reseller_id = ${id}`,
  );
  const { purchase } = await placePurchase(ctx, createRequest());
  expect(await spending()).toEqual({ spent_day: "2999-01-01", spent: String(500n + purchase.price) });
  await at.system.db.execute(
    sql`update wallets set spent_day = '2001-01-01', spent = 500 where reseller_id = ${id}`,
  );
  await placePurchase(ctx, createRequest());
  expect(await spending()).toMatchObject({ spent: String(purchase.price) });
});

test("leaves today's spending as it is when a purchase of the day before is refunded", async () => {
  const { id, ctx } = await at.reseller();
  const [early, late] = [
    await placePurchase(ctx, createRequest()),
    await placePurchase(ctx, createRequest()),
  ];
  await at.system.db.execute(sql`
    update purchases set placed_at = case when ident = ${early.purchase.ident} then '2030-01-14 12:00Z'
        else '2030-01-15 12:00Z' end::timestamptz
      where reseller_id = ${id}`);
  await at.system.db.execute(sql`
    update wallets set spent_day = '2030-01-15', spent = ${2n * late.purchase.price} where reseller_id = ${id}`);
  for (const [{ purchase }, spent] of [
    [early, 2n * late.purchase.price],
    [late, late.purchase.price],
  ] as const) {
    await cancelPurchase(ctx, { ident: purchase.ident });
    expect(
      await at.system.db.execute(sql`select spent::text from wallets where reseller_id = ${id}`),
    ).toEqual([{ spent: String(spent) }]);
  }
});

describe("a hundred at once", () => {
  test("places exactly one with money for one", async () => {
    const { price } = at.offered();
    const { id, ctx } = await at.reseller("affiliate", price);
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => placePurchase(ctx, createRequest())),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readWallet(id)).toEqual({ wallet: 0n, held: price });
  });

  test("places exactly three with a daily limit for three, and names the limit", async () => {
    const { price } = at.offered();
    const { id, ctx } = await at.reseller();
    await at.system.db.execute(sql`update resellers set daily_limit = ${price * 3n + 1n} where id = ${id}`);
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, () => placePurchase(ctx, createRequest())),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const reasons = results.flatMap((result) =>
      result.status === "rejected" ? [String(result.reason.message)] : [],
    );
    expect(reasons[0]).toContain("Sorry, your daily data spending limit exceeded! Limit: ₦");
    expect((await checkPurchases(at.system)).findings).toEqual([]);
  });
});
