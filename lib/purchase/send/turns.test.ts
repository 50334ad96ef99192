import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Database } from "#db/client";
import type { Ctx } from "#lib/core/context";
import { type Scene, scene } from "#lib/testing/scene";
import { place } from "../place/place.ts";
import { get } from "../read/get.ts";
import { claim, nextClaimIn } from "./claim.ts";

const CHANNELS = ["web", "storefront", "api", "bulk"] as const;
type Channel = (typeof CHANNELS)[number];

let at: Scene;
let line: Database;
let sellers: Ctx[];
let refs = 0;

beforeAll(async () => {
  at = await scene();
  line = connect(at.url, 1, { idle_timeout: 0 });
  sellers = [];
  for (let n = 0; n < 5; n++) sellers.push((await at.reseller("affiliate", 1_000_000_000n)).ctx);
});
afterAll(async () => {
  await line.close();
  await at.close();
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
  return (await place(sellers[seller] as Ctx, input)).purchase.ident;
}

async function claimNext(): Promise<string | undefined> {
  const own = { ...at.system, db: line.db };
  for (;;) {
    const claimed = await claim(own, "turns");
    if (claimed) return claimed.ident;
    if ((await nextClaimIn(own)) === undefined) return undefined;
  }
}

/** Somebody buys, or the next one is sent (null). */
const arrival = fc.record({ seller: fc.nat(4), channel: fc.constantFrom(...CHANNELS) });
const story = fc.array(
  fc.oneof({ weight: 3, arbitrary: arrival }, { weight: 2, arbitrary: fc.constant(null) }),
  {
    minLength: 10,
    maxLength: 60,
  },
);

/** What happens through the real placing and claiming, to the last purchase that waits. */
async function play(steps: ({ seller: number; channel: Channel } | null)[]): Promise<Waiting[]> {
  while (await claimNext());
  const all: Waiting[] = [];
  let claims = 0;
  const claimOne = async () => {
    const ident = await claimNext();
    const claimed = all.find((one) => one.ident === ident);
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
  return all.toSorted((one, other) => one.claimedAt - other.claimedAt);
}

const RUNS = { numRuns: 15, endOnFailure: true };

const between = (sent: Waiting[], from: number, to: number) => sent.slice(from, to);

test("until a reseller's next turn every other reseller has at most one", async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const sent = await play(steps);
      for (const one of sent) {
        const before = between(sent, one.placedAt, one.claimedAt);
        if (before.some(({ seller }) => seller === one.seller)) continue;
        expect(before.length).toBe(new Set(before.map(({ seller }) => seller)).size);
      }
    }),
    RUNS,
  );
});

test("nobody has two turns while another waits for one", async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const sent = await play(steps);
      for (const [n, { seller }] of sent.entries()) {
        const next = sent.findIndex((one, at) => at > n && one.seller === seller);
        if (next < 0) continue;
        const served = new Set(between(sent, n + 1, next).map((one) => one.seller));
        const passedOver = sent.filter(
          (one) =>
            one.seller !== seller && one.placedAt <= n && one.claimedAt > next && !served.has(one.seller),
        );
        expect(passedOver).toEqual([]);
      }
    }),
    RUNS,
  );
});

test("within a reseller no channel waits for more than the nine other turns of its ten", async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const sent = await play(steps.map((step) => step && { ...step, seller: step.seller % 2 }));
      for (const one of sent) {
        const first = Math.max(
          one.placedAt,
          ...sent
            .filter((other) => other.seller === one.seller && other.channel === one.channel)
            .filter(({ claimedAt }) => claimedAt < one.claimedAt)
            .map(({ claimedAt }) => claimedAt + 1),
        );
        const others = between(sent, first, one.claimedAt).filter(({ seller }) => seller === one.seller);
        expect(others.length).toBeLessThan(10);
      }
    }),
    RUNS,
  );
});

test("while everything waits, four of ten turns go to the web, three to the shop, two to programs, one to bulk", async () => {
  for (const channel of CHANNELS) for (let n = 0; n < 8; n++) await buy(0, channel);
  const channels: string[] = [];
  for (let n = 0; n < 20; n++) {
    const ident = await claimNext();
    const [row] = await at.system.db.execute<{ channel: string }>(
      sql`select channel from purchases where ident = ${ident}`,
    );
    channels.push(row?.channel ?? "");
  }
  const shares = CHANNELS.map((channel) => channels.filter((one) => one === channel).length);
  expect(shares).toEqual([8, 6, 4, 2]);
  while (await claimNext());
});

test("the place in the line that a buyer is shown is the place at which it is sent", async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      while (await claimNext());
      const waiting = new Map<string, number>();
      for (const step of steps)
        if (step) waiting.set(await buy(step.seller, step.channel), step.seller);
        else waiting.delete((await claimNext()) ?? "");
      const shown = new Map<string, number | undefined>();
      for (const [ident, seller] of waiting)
        shown.set(ident, (await get(sellers[seller] as Ctx, { ident })).queue?.position);
      const sent: string[] = [];
      for (let ident = await claimNext(); ident; ident = await claimNext()) sent.push(ident);
      expect(sent.map((ident) => shown.get(ident))).toEqual(sent.map((_, n) => n + 1));
    }),
    RUNS,
  );
});
