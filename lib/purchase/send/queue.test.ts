import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#db/client";
import type { Ctx } from "#lib/core/context";
import type { PortalError } from "#lib/core/error";
import { lockWaits } from "#lib/testing/lock-waits";
import { type Scene, scene } from "#lib/testing/scene";
import { place } from "../place/place.ts";
import { review } from "../place/review.ts";
import { get } from "../read/get.ts";
import { cancelQueued } from "../settle/cancel.ts";

let at: Scene;
let refs = 0;

beforeAll(async () => {
  // 2 a minute: 31.05 s from one to the next, 28 of them in a quarter of an hour.
  at = await scene({ UPSTREAM_PURCHASES_PER_MINUTE: "2", WAITING_PER_RESELLER: "40" });
});
beforeEach(async () => {
  await cancelQueued(at.system, sql`true`, { outcome: "over" });
  await at.system.db.execute(sql`update dispatcher set next_slot_at = now()`);
});
afterAll(() => at.close());

type Channel = "web" | "api" | "bulk" | "storefront";

async function buy({ ctx }: { ctx: Ctx }, channel: Channel = "api"): Promise<string> {
  refs += 1;
  const input = { ref: `r${refs}`, phone: "08031234567", channel, again: true, ...at.offered() };
  return (await place(ctx, input)).purchase.ident;
}

async function buyMany(who: { ctx: Ctx }, count: number, channel?: Channel) {
  for (let n = 0; n < count; n++) await buy(who, channel);
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: PortalError) => error,
  );

const walletOf = async (id: number) =>
  (
    await at.system.db.execute<{ wallet: string }>(sql`select wallet from wallets where reseller_id = ${id}`)
  )[0]?.wallet;

test("what cannot be sent before its deadline is refused before money moves, and says how long it would take", async () => {
  const busy = await at.reseller();
  await buyMany(busy, 29);
  const before = await walletOf(busy.id);
  const error = await refusal(buy(busy));
  expect(error).toMatchObject({
    code: "queue_too_long",
    fields: { status: ["Service unavailable!."] },
    facts: { retryAfter: expect.any(Number) },
  });
  expect(error?.code === "queue_too_long" && error.facts.wait).toBeGreaterThan(899);
  expect(await walletOf(busy.id)).toBe(before);
});

test("another's long line is no reason to refuse whose turn comes before", async () => {
  const [busy, other] = [await at.reseller(), await at.reseller()];
  await buyMany(busy, 29);
  const ident = await buy(other);
  expect((await get(other.ctx, { ident })).queue?.position).toBe(2);
});

test("bulk, which has a day, is taken where a program's purchase is not", async () => {
  const busy = await at.reseller();
  await buyMany(busy, 29);
  expect(await refusal(buy(busy, "api"))).toMatchObject({ code: "queue_too_long" });
  expect(await refusal(buy(busy, "bulk"))).toBeUndefined();
});

test("a pause that the upstream asked for counts towards the wait", async () => {
  const buyer = await at.reseller();
  await at.system.db.execute(sql`update dispatcher set next_slot_at = now() + interval '16 minutes'`);
  expect(await refusal(buy(buyer))).toMatchObject({ code: "queue_too_long" });
});

test("one reseller may have so many waiting and no more, and reads how many", async () => {
  const [busy, other] = [await at.reseller(), await at.reseller()];
  await buyMany(busy, 40, "storefront");
  const error = await refusal(buy(busy, "storefront"));
  expect(error).toMatchObject({ code: "too_many_waiting", facts: { waiting: 40 } });
  expect(error?.message).toContain("40 purchases waiting");
  expect(await refusal(buy(other, "storefront"))).toBeUndefined();
});

test("of many that come at once no more are taken than there is room for", async () => {
  const busy = await at.reseller();
  await buyMany(busy, 37, "storefront");
  const before = await walletOf(busy.id);
  const { placing } = await inTransaction(at.system, async ({ db }) => {
    await db.execute(sql`select from wallets where reseller_id = ${busy.id} for update`);
    const placing = Array.from({ length: 8 }, () => refusal(buy(busy, "storefront")));
    await lockWaits(at.system, 8);
    return { placing };
  });
  const refused = (await Promise.all(placing)).filter((error) => error);
  expect(refused.map((error) => error?.code)).toEqual(Array(5).fill("too_many_waiting"));
  expect(BigInt(before ?? 0) - BigInt((await walletOf(busy.id)) ?? 0)).toBe(3n * at.offered().price);
});

test("the review shows the wait, a line that is too long, and that too many wait", async () => {
  const buyer = await at.reseller();
  const look = () => review(buyer.ctx, { ...at.offered(), phone: "08031234567", again: true });
  expect(await look()).toMatchObject({ waitS: null, obstacle: null });
  await buyMany(buyer, 2, "web");
  expect((await look()).waitS).toBeGreaterThan(55);
  await buyMany(buyer, 27, "web");
  expect((await look()).obstacle).toMatchObject({ code: "queue_too_long" });
  await buyMany(buyer, 11, "storefront");
  expect((await look()).obstacle).toMatchObject({ code: "too_many_waiting", facts: { waiting: 40 } });
});
