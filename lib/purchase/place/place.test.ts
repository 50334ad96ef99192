import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "#lib/core/context";
import { lockWaits } from "#lib/testing/lock-waits";
import { type Scene, scene } from "#lib/testing/scene";
import { check } from "../check.ts";
import { get } from "../read/get.ts";
import { settle } from "../settle/settle.ts";
import type { PlaceInput } from "./offer.ts";
import { place } from "./place.ts";

let at: Scene;
let refs = 0;

beforeAll(async () => {
  at = await scene();
});
afterAll(() => at.close());

function request(overrides: Partial<PlaceInput> = {}): PlaceInput {
  refs += 1;
  const again = true;
  return { ref: `ref-${refs}`, phone: "08031234567", channel: "web", again, ...at.offered(), ...overrides };
}

async function wallet(id: number): Promise<{ wallet: bigint; held: bigint }> {
  const [row] = await at.system.db.execute<{ wallet: string; held: string }>(
    sql`select wallet, held from wallets where reseller_id = ${id}`,
  );
  return { wallet: BigInt(row?.wallet ?? -1), held: BigInt(row?.held ?? -1) };
}

async function rows(id: number): Promise<number> {
  const [row] = await at.system.db.execute<{ count: string }>(
    sql`select count(*) as count from purchases where reseller_id = ${id}`,
  );
  return Number(row?.count);
}

function refused(ctx: Ctx, input: PlaceInput) {
  return place(ctx, input).then(
    () => {
      throw new Error("was not refused");
    },
    (error) => error as { code: string; message: string; fields: object; facts: Record<string, unknown> },
  );
}

describe("placing", () => {
  test("queues the purchase and holds exactly its price", async () => {
    const { id, ctx } = await at.reseller("affiliate", 1_000_000n);
    const input = request();
    const { purchase, replayed } = await place(ctx, input);
    expect(replayed).toBe(false);
    expect(purchase).toMatchObject({ state: "queued", price: input.price, walletBefore: 1_000_000n });
    expect(purchase.ident).toMatch(/^DT[0-9A-Z]{16}$/);
    expect(await wallet(id)).toEqual({ wallet: 1_000_000n - purchase.price, held: purchase.price });
    expect((await check(at.system)).findings).toEqual([]);
  });

  test.each([
    ["queued", []],
    ["sending", ["sending"]],
    ["unconfirmed", ["sending", "unconfirmed"]],
  ])("asks about a second purchase while the earlier one is %s, whatever its age", async (_state, moves) => {
    const { id, ctx } = await at.reseller();
    const first = await place(ctx, request({ again: false }));
    const change = (set: SQL) =>
      at.system.db.execute(sql`update purchases set ${set} where ident = ${first.purchase.ident}`);
    await change(sql`placed_at = now() - interval '3 days'`);
    for (const state of moves) await change(sql`state = ${state}`);
    const error = await refused(ctx, request({ again: false }));
    expect(error).toMatchObject({ code: "duplicate", facts: { ident: first.purchase.ident } });
    await place(ctx, request({ again: true }));
    await place(ctx, request({ again: false, channel: "api" }));
    expect(await rows(id)).toBe(3);
    await at.system.db.execute(sql`update purchases set state = 'queued' where state = 'sending'`);
  });

  test("makes another ident of each reseller, ref, plan and number", async () => {
    const [one, other] = [await at.reseller(), await at.reseller()];
    const input = request({ ref: "same" });
    const idents = [
      (await place(one.ctx, input)).purchase.ident,
      (await place(other.ctx, input)).purchase.ident,
    ];
    const [row] = await at.system.db.execute<{ idents: string[] }>(sql`
      select jsonb_build_array(purchase_ident(${one.id}, 'buyer', 'same', ${input.planId}, '+2348031234568'),
        purchase_ident(${one.id}, 'buyer', 'same', ${input.planId + 1}, '+2348031234567'),
        purchase_ident(${one.id}, 'buyer', 'same2', ${input.planId}, '+2348031234567'),
        purchase_ident(${one.id}, 'batch', 'same', ${input.planId}, '+2348031234567')) as idents`);
    expect(new Set([...idents, ...(row?.idents ?? [])]).size).toBe(6);
  });

  test("takes a number however a person writes it, and refuses others with a right example", async () => {
    const { ctx } = await at.reseller();
    for (const phone of ["0803 123 4567", "+234 803 123 4567", "2348031234567", " 0803-123-4567 "]) {
      const { purchase } = await place(ctx, request({ phone }));
      expect(purchase.phoneE164).toBe("+2348031234567");
    }
    for (const phone of ["", "12", "0803123456", "+44 7911 123456", "not a number"]) {
      const error = await refused(ctx, request({ phone }));
      expect(error.code).toBe("invalid");
      expect(error.message).toMatch(/looks like 0\d{3} \d{3} \d{4}/);
    }
  });

  test("refuses a plan under another network, and a plan that does not exist", async () => {
    const { id, ctx } = await at.reseller();
    const { networkId } = at.offered();
    expect((await refused(ctx, request({ networkId: networkId + 1 }))).fields).toHaveProperty("network");
    expect((await refused(ctx, request({ planId: 999_999 }))).fields).toHaveProperty("plan");
    expect(await rows(id)).toBe(0);
  });
});

describe("a ref", () => {
  test("used by a hundred calls at once makes one row and one debit, and all get it", async () => {
    const { id, ctx } = await at.reseller("affiliate", 5_000_000n);
    const input = request();
    const all = await Promise.all(Array.from({ length: 100 }, () => place(ctx, input)));
    expect(new Set(all.map(({ purchase }) => purchase.ident)).size).toBe(1);
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await rows(id)).toBe(1);
    expect((await wallet(id)).wallet).toBe(5_000_000n - (input.price ?? 0n));
  });

  test("repeated at the moment its purchase settles waits for that, and gets it", async () => {
    const { id, ctx } = await at.reseller();
    const input = request();
    const { purchase } = await place(ctx, input);
    const [row] = await at.system.db.execute<{ id: string }>(
      sql`select id from purchases where ident = ${purchase.ident}`,
    );
    const repeated = await at.system.db.transaction(async (tx) => {
      await tx.execute(sql`select from wallets where reseller_id = ${id} for update`);
      const again = place(ctx, input);
      await lockWaits(at.system, 1);
      const from = ["queued"] as const;
      const end = { purchaseId: Number(row?.id), from, to: "failed" as const, by: "answer", outcome: null };
      const settled = settle(at.system, end);
      await lockWaits(at.system, 2);
      return { again, settled };
    });
    expect(await repeated.settled).toBe("queued");
    expect(await repeated.again).toMatchObject({ purchase: { ident: purchase.ident }, replayed: true });
    expect(await wallet(id)).toEqual({ wallet: 10_000_000n, held: 0n });
  });

  test("seen before with another request is an error, and nothing moves", async () => {
    const { id, ctx } = await at.reseller();
    const input = request();
    await place(ctx, input);
    const before = await wallet(id);
    for (const other of [{ phone: "08031234568" }, { ...at.offered(1) }]) {
      expect((await refused(ctx, { ...input, ...other })).code).toBe("ref_reused");
    }
    expect(await wallet(id)).toEqual(before);
  });

  test("sent again with another price is the same purchase, at the price that was paid, and says so", async () => {
    const { id, ctx } = await at.reseller();
    const input = request();
    const first = await place(ctx, input);
    const before = await wallet(id);
    const again = await place(ctx, { ...input, price: first.purchase.price + 5_000n });
    expect(again).toMatchObject({
      replayed: true,
      otherPrice: true,
      purchase: { price: first.purchase.price },
    });
    expect(await place(ctx, input)).toMatchObject({ replayed: true, otherPrice: false });
    const { price: _, ...unpriced } = input;
    expect(await place(ctx, unpriced)).toMatchObject({ replayed: true, otherPrice: false });
    expect(await wallet(id)).toEqual(before);
  });

  test("replays even when the money is gone meanwhile", async () => {
    const { price } = at.offered();
    const { ctx } = await at.reseller("affiliate", price);
    const input = request();
    const first = await place(ctx, input);
    const again = await place(ctx, input);
    expect(again).toMatchObject({ replayed: true, purchase: { ident: first.purchase.ident } });
  });

  test("names no purchase of a shop's order, even where nothing new can be placed", async () => {
    const { ctx } = await at.reseller("affiliate", at.offered().price);
    const input = request();
    await place(ctx, { ...input, channel: "storefront" });
    await expect(place(ctx, { ...input, channel: "api" })).rejects.toMatchObject({
      code: "insufficient_funds",
    });
  });

  test("belongs to one reseller: another may use the same, and sees nothing of it", async () => {
    const [one, two] = [await at.reseller(), await at.reseller()];
    const input = request();
    const mine = await place(one.ctx, input);
    const theirs = await place(two.ctx, input);
    expect(theirs.purchase.ident).not.toBe(mine.purchase.ident);
    await expect(get(two.ctx, { ident: mine.purchase.ident })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("nothing moves", () => {
  test("when the price is not the one that the buyer saw; the new one is told", async () => {
    const { id, ctx } = await at.reseller();
    const { price } = at.offered();
    const error = await refused(ctx, request({ price: price - 1n }));
    expect(error).toMatchObject({ code: "price_changed", facts: { price } });
    expect(await rows(id)).toBe(0);
  });

  test("when the money does not suffice; what is missing is told", async () => {
    const { price } = at.offered();
    const { id, ctx } = await at.reseller("affiliate", price - 1n);
    const error = await refused(ctx, request());
    expect(error).toMatchObject({
      code: "insufficient_funds",
      fields: { amount: ["Insufficient wallet balance!"] },
      facts: { missing: 1n },
    });
    expect(await wallet(id)).toEqual({ wallet: price - 1n, held: 0n });
  });

  test("for a restricted account, with the documented words", async () => {
    const { id, ctx } = await at.reseller();
    await at.system.db.execute(sql`update resellers set state = 'restricted' where id = ${id}`);
    const error = await refused(ctx, request());
    expect(error.code).toBe("restricted");
    expect(error.message).toContain("Please submit your KYC to activate your account or contact support!.");
    expect(await rows(id)).toBe(0);
  });

  test("while sending is stopped", async () => {
    const { id, ctx } = await at.reseller();
    await at.system.db.execute(sql`update dispatcher set stopped = true`);
    const error = await refused(ctx, request()).finally(() =>
      at.system.db.execute(sql`update dispatcher set stopped = false`),
    );
    expect(error).toMatchObject({
      code: "service_unavailable",
      fields: { status: ["Service unavailable!."] },
    });
    expect(await rows(id)).toBe(0);
  });

  test("while the catalogue is too old", async () => {
    const { id, ctx } = await at.reseller();
    await at.system.db.execute(sql`update catalogue set synced_at = synced_at - interval '1 day'`);
    const error = await refused(ctx, request()).finally(() =>
      at.system.db.execute(sql`update catalogue set synced_at = synced_at + interval '1 day'`),
    );
    expect(error.code).toBe("service_unavailable");
    expect(await rows(id)).toBe(0);
  });

  test("for the same plan and number within two minutes, until the buyer says that it is meant", async () => {
    const { id, ctx } = await at.reseller();
    const first = await place(ctx, request({ again: false }));
    const error = await refused(ctx, request({ again: false }));
    expect(error).toMatchObject({ code: "duplicate", facts: { ident: first.purchase.ident } });
    expect(await rows(id)).toBe(1);
    await place(ctx, request({ again: true }));
    expect(await rows(id)).toBe(2);
  });
});

test("of two forms that buy the same for the same number at once, one is asked whether it is meant", async () => {
  const { id, ctx } = await at.reseller();
  const forms = await at.system.db.transaction(async (tx) => {
    await tx.execute(sql`select from wallets where reseller_id = ${id} for update`);
    const sent = [1, 2].map(() => place(ctx, request({ again: false })));
    await lockWaits(at.system, 2);
    return { settled: Promise.allSettled(sent) };
  });
  const outcomes = (await forms.settled).toSorted((one, other) => one.status.localeCompare(other.status));
  expect(outcomes).toMatchObject([{ status: "fulfilled" }, { reason: { code: "duplicate" } }]);
  expect(await rows(id)).toBe(1);
});

test("a purchase that began before midnight does not make the new day's spending be forgotten", async () => {
  const { id, ctx } = await at.reseller();
  const spending = async () =>
    (
      await at.system.db.execute(sql`select spent_day, spent::text from wallets where reseller_id = ${id}`)
    )[0];
  await at.system.db.execute(
    sql`update wallets set spent_day = '2999-01-01', spent = 500 where reseller_id = ${id}`,
  );
  const { purchase } = await place(ctx, request());
  expect(await spending()).toEqual({ spent_day: "2999-01-01", spent: String(500n + purchase.price) });
  await at.system.db.execute(
    sql`update wallets set spent_day = '2001-01-01', spent = 500 where reseller_id = ${id}`,
  );
  await place(ctx, request());
  expect(await spending()).toMatchObject({ spent: String(purchase.price) });
});

describe("a hundred at once", () => {
  test("with money for one: exactly one", async () => {
    const { price } = at.offered();
    const { id, ctx } = await at.reseller("affiliate", price);
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => place(ctx, request())));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await wallet(id)).toEqual({ wallet: 0n, held: price });
  });

  test("with a daily limit for three: exactly three, and the limit in the answer", async () => {
    const { price } = at.offered();
    const { id, ctx } = await at.reseller();
    await at.system.db.execute(sql`update resellers set daily_limit = ${price * 3n + 1n} where id = ${id}`);
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => place(ctx, request())));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const reasons = results.flatMap((result) =>
      result.status === "rejected" ? [String(result.reason.message)] : [],
    );
    expect(reasons[0]).toContain("Sorry, your daily data spending limit exceeded! Limit: ₦");
    expect((await check(at.system)).findings).toEqual([]);
  });
});
