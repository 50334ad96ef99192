import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#db/client";
import type { Ctx } from "#lib/core/context";
import type { PortalError } from "#lib/core/error";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { reviewPurchase } from "#lib/purchase/place/review-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { cancelQueuedPurchases } from "#lib/purchase/settle/cancel-purchase";
import { openScene } from "#lib/testing/open-scene";
import { waitForLocks } from "#lib/testing/wait-for-locks";

let refs = 0;

// 2 a minute: 31.05 s from one to the next, 28 of them in a quarter of an hour.
const at = await openScene({ UPSTREAM_PURCHASES_PER_MINUTE: "2", WAITING_PER_RESELLER: "40" });
beforeEach(async () => {
  await cancelQueuedPurchases(at.system, sql`true`, { outcome: "over" });
  await at.system.db.execute(sql`update supplier_sending set next_slot_at = now()`);
});

type Channel = "web" | "api" | "batch" | "shop";

async function buy({ ctx }: { ctx: Ctx }, channel: Channel = "api"): Promise<string> {
  refs += 1;
  const input = { ref: `r${refs}`, phone: "08031234567", channel, again: true, ...at.offered() };
  return (await placePurchase(ctx, input)).purchase.ident;
}

async function buyMany(buyer: { ctx: Ctx }, count: number, channel?: Channel) {
  for (let n = 0; n < count; n++) await buy(buyer, channel);
}

const getRejection = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: PortalError) => error,
  );

const readWallet = async (id: number) =>
  (
    await at.system.db.execute<{ wallet: string }>(sql`select wallet from wallets where reseller_id = ${id}`)
  )[0]?.wallet;

test("rejects a purchase that can't be sent in time before money moves, and names the wait", async () => {
  const busy = await at.reseller();
  await buyMany(busy, 29);
  const before = await readWallet(busy.id);
  const error = await getRejection(buy(busy));
  expect(error).toMatchObject({
    code: "queue_too_long",
    fields: { status: ["Service unavailable!."] },
    facts: { retryAfter: expect.any(Number) },
  });
  expect(error?.code === "queue_too_long" && error.facts.wait).toBeGreaterThan(899);
  expect(await readWallet(busy.id)).toBe(before);
});

test("accepts a purchase whose turn comes before another reseller's long queue", async () => {
  const [busy, other] = [await at.reseller(), await at.reseller()];
  await buyMany(busy, 29);
  const ident = await buy(other);
  expect((await getPurchase(other.ctx, { ident })).queue?.position).toBe(2);
});

test("accepts a batch row, which has a day, where it rejects an API purchase", async () => {
  const busy = await at.reseller();
  await buyMany(busy, 29);
  expect(await getRejection(buy(busy, "api"))).toMatchObject({ code: "queue_too_long" });
  expect(await getRejection(buy(busy, "batch"))).toBeUndefined();
});

test("counts a pause that the upstream requested towards the wait", async () => {
  const buyer = await at.reseller();
  await at.system.db.execute(sql`update supplier_sending set next_slot_at = now() + interval '16 minutes'`);
  expect(await getRejection(buy(buyer))).toMatchObject({ code: "queue_too_long" });
});

test("limits a reseller's queued purchases, and names their number", async () => {
  const [busy, other] = [await at.reseller(), await at.reseller()];
  await buyMany(busy, 40, "shop");
  const error = await getRejection(buy(busy, "shop"));
  expect(error).toMatchObject({ code: "too_many_waiting", facts: { waiting: 40 } });
  expect(error?.message).toContain("40 purchases waiting");
  expect(await getRejection(buy(other, "shop"))).toBeUndefined();
});

test("keeps the limit when many purchases arrive at once", async () => {
  const busy = await at.reseller();
  await buyMany(busy, 37, "shop");
  const before = await readWallet(busy.id);
  const { placing } = await inTransaction(at.system, async ({ db }) => {
    await db.execute(sql`select from wallets where reseller_id = ${busy.id} for update`);
    // As eight processes would: within one, they wait for each other without a connection.
    const placing = Array.from({ length: 8 }, () =>
      getRejection(inTransaction(busy.ctx, (ctx) => buy({ ...busy, ctx }, "shop"))),
    );
    await waitForLocks(at.system, 8);
    return { placing };
  });
  const rejected = (await Promise.all(placing)).filter((error) => error);
  expect(rejected.map((error) => error?.code)).toEqual(Array(5).fill("too_many_waiting"));
  expect(BigInt(before ?? 0) - BigInt((await readWallet(busy.id)) ?? 0)).toBe(3n * at.offered().price);
});

test("shows in the review the wait, a queue that is too long, and too many queued purchases", async () => {
  const buyer = await at.reseller();
  const look = () => reviewPurchase(buyer.ctx, { ...at.offered(), phone: "08031234567", again: true });
  expect(await look()).toMatchObject({ waitS: null, obstacle: null });
  await buyMany(buyer, 2, "web");
  expect((await look()).waitS).toBeGreaterThan(55);
  await buyMany(buyer, 27, "web");
  expect((await look()).obstacle).toMatchObject({ code: "queue_too_long" });
  await buyMany(buyer, 11, "shop");
  expect((await look()).obstacle).toMatchObject({ code: "too_many_waiting", facts: { waiting: 40 } });
});
