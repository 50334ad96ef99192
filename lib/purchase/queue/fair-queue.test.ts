import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { connect } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { claimPurchase, getNextClaimDelay } from "#lib/dispatch/claim-purchase";
import { placePurchase } from "#lib/purchase/place/place-purchase";
import { getPurchase } from "#lib/purchase/read/get-purchase";
import { getMainSupplier } from "#lib/supplier/supplier";
import { openScene } from "#lib/testing/open-scene";
import { MAIN_SUPPLIER_ID } from "#lib/upstream/account";

const CHANNELS = ["web", "shop", "api", "batch"] as const;
type Channel = (typeof CHANNELS)[number];

const at = await openScene();
let refs = 0;

const line = connect(at.url, 1, { idle_timeout: 0 });
const sellers: Ctx[] = [];
for (let n = 0; n < 5; n++) sellers.push((await at.reseller("affiliate", 1_000_000_000n)).ctx);
afterAll(async () => {
  await line.close();
});

/** A purchase as the queue sees it; times are counted in claims. */
interface Waiting {
  ident: string;
  seller: number;
  channel: Channel;
  placedAt: number;
  claimedAt: number;
}

async function buy(seller: number, channel: Channel): Promise<string> {
  refs += 1;
  const input = { ref: `r${refs}`, phone: "08031234567", channel, again: true, ...at.offered() };
  return (await placePurchase(sellers[seller] as Ctx, input)).purchase.ident;
}

async function claimNext(): Promise<string | undefined> {
  const sender = { ...at.system, db: line.db };
  for (;;) {
    const claimed = await claimPurchase(sender, "turns", getMainSupplier());
    if (claimed) return claimed.ident;
    if ((await getNextClaimDelay(sender, MAIN_SUPPLIER_ID)) === undefined) return undefined;
  }
}

/** A purchase, or a claim of the next one (null). */
const arrival = fc.record({ seller: fc.nat(4), channel: fc.constantFrom(...CHANNELS) });
const story = fc.array(
  fc.oneof({ weight: 3, arbitrary: arrival }, { weight: 2, arbitrary: fc.constant(null) }),
  {
    minLength: 10,
    maxLength: 60,
  },
);

/** Runs the steps through the real placing and claiming, until the queue is empty. */
async function play(steps: ({ seller: number; channel: Channel } | null)[]): Promise<Waiting[]> {
  while (await claimNext());
  const all: Waiting[] = [];
  let claims = 0;
  const claimOne = async () => {
    const ident = await claimNext();
    const claimed = all.find((purchase) => purchase.ident === ident);
    if (!claimed) return false;
    claimed.claimedAt = claims;
    claims += 1;
    return true;
  };
  for (const step of steps) {
    if (!step) await claimOne();
    else all.push({ ident: await buy(step.seller, step.channel), ...step, placedAt: claims, claimedAt: -1 });
  }
  while (await claimOne());
  expect(all.filter(({ claimedAt }) => claimedAt < 0)).toEqual([]);
  return all.toSorted((a, b) => a.claimedAt - b.claimedAt);
}

const RUNS = { numRuns: 15, endOnFailure: true };

const between = (sent: Waiting[], from: number, to: number) => sent.slice(from, to);

test("gives every other reseller at most one turn until a reseller's next", async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const sent = await play(steps);
      for (const purchase of sent) {
        const before = between(sent, purchase.placedAt, purchase.claimedAt);
        if (before.some(({ seller }) => seller === purchase.seller)) continue;
        expect(before.length).toBe(new Set(before.map(({ seller }) => seller)).size);
      }
    }),
    RUNS,
  );
});

test("gives no reseller two turns while another waits for one", async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const sent = await play(steps);
      for (const [n, { seller }] of sent.entries()) {
        const next = sent.findIndex((purchase, at) => at > n && purchase.seller === seller);
        if (next < 0) continue;
        const served = new Set(between(sent, n + 1, next).map((purchase) => purchase.seller));
        const passedOver = sent.filter(
          (purchase) =>
            purchase.seller !== seller &&
            purchase.placedAt <= n &&
            purchase.claimedAt > next &&
            !served.has(purchase.seller),
        );
        expect(passedOver).toEqual([]);
      }
    }),
    RUNS,
  );
});

test("makes a channel wait for at most nine other turns of its reseller", async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const sent = await play(steps.map((step) => step && { ...step, seller: step.seller % 2 }));
      for (const purchase of sent) {
        const first = Math.max(
          purchase.placedAt,
          ...sent
            .filter((earlier) => earlier.seller === purchase.seller && earlier.channel === purchase.channel)
            .filter(({ claimedAt }) => claimedAt < purchase.claimedAt)
            .map(({ claimedAt }) => claimedAt + 1),
        );
        const turns = between(sent, first, purchase.claimedAt).filter(
          ({ seller }) => seller === purchase.seller,
        );
        expect(turns.length).toBeLessThan(10);
      }
    }),
    RUNS,
  );
});

test("gives of ten turns four to the web, three to the shop, two to the API and one to bulk while all wait", async () => {
  for (const channel of CHANNELS) for (let n = 0; n < 8; n++) await buy(0, channel);
  const channels: string[] = [];
  for (let n = 0; n < 20; n++) {
    const ident = await claimNext();
    const [row] = await at.system.db.execute<{ channel: string }>(
      sql`select channel from purchases where ident = ${ident}`,
    );
    channels.push(row?.channel ?? "");
  }
  const shares = CHANNELS.map((channel) => channels.filter((name) => name === channel).length);
  expect(shares).toEqual([8, 6, 4, 2]);
  while (await claimNext());
});

test("sends a purchase at the queue position that its buyer was shown", async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      while (await claimNext());
      const waiting = new Map<string, number>();
      for (const step of steps)
        if (step) waiting.set(await buy(step.seller, step.channel), step.seller);
        else waiting.delete((await claimNext()) ?? "");
      const shown = new Map<string, number | undefined>();
      for (const [ident, seller] of waiting)
        shown.set(ident, (await getPurchase(sellers[seller] as Ctx, { ident })).queue?.position);
      const sent: string[] = [];
      for (let ident = await claimNext(); ident; ident = await claimNext()) sent.push(ident);
      expect(sent.map((ident) => shown.get(ident))).toEqual(sent.map((_, n) => n + 1));
    }),
    RUNS,
  );
});
