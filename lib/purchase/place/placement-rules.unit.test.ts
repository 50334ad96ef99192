import { expect, test } from "vitest";
import type { Plan } from "#lib/catalogue/catalogue";
import { LEVELS } from "#lib/core/context";
import { ALL_HELPER_PERMISSIONS } from "#lib/core/helper-permission";
import type { Minor } from "#lib/core/money/money";
import { MAX_QUEUE_WAIT_S } from "#lib/purchase/queue/queue";
import type { Offer, Placing } from "./offer.ts";
import {
  decidePurchases,
  findRejection,
  getMaxQueued,
  MAX_QUEUED_BATCH_ROWS,
  type PlacementFacts,
  type Spender,
} from "./placement-rules.ts";

const CASES = 100_000;
// A stack for each rejection would take most of the time.
Error.stackTraceLimit = 0;
const PHONES = ["+2348031234567", "+2348031234568"];
const outage = { what: "MTN SME", since: new Date(0) };

/** Draws repeatable numbers (xorshift), by which a case that fails is found again. */
function drawFrom(seed: number) {
  let state = Math.imul(seed + 1, 2_654_435_761) | 1;
  const below = (count: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % count;
  };
  return {
    below,
    often: () => below(16) > 0,
    seldom: () => below(16) === 0,
    of: <T>(all: readonly T[]): T => all[below(all.length)] as T,
  };
}

const placings = (["reseller", "token", "helper"] as const).flatMap((kind) =>
  (
    [
      ["buyer", "web"],
      ["buyer", "api"],
      ["order", "shop"],
      ["schedule", "batch"],
      ["batch", "batch"],
    ] as const
  ).map(([namespace, channel]) => ({ kind, namespace, channel })),
);

/** Draws facts near to every limit, and a few purchases. */
function drawCase(seed: number) {
  const { below, often, seldom, of } = drawFrom(seed);
  const { kind, namespace, channel } = of(placings);
  const placing = { buyer: { kind, id: 1, level: "api" }, namespace, channel } as unknown as Placing;
  const money = (): Minor => BigInt(below(30));
  const limit = () => (seldom() ? money() : null);
  const spender: Spender | null =
    kind === "reseller"
      ? null
      : {
          kind,
          valid: often(),
          permissions: seldom() ? [] : ALL_HELPER_PERMISSIONS,
          dailyLimit: limit(),
          purchaseLimit: limit(),
          networkIds: seldom() ? [of([1, 2])] : null,
          numbers: seldom() ? [of(PHONES)] : null,
          ownSpent: money(),
        };
  const most = getMaxQueued(namespace);
  const facts: PlacementFacts = {
    closed: seldom(),
    state: often() ? "active" : of(["restricted", "closed"]),
    level: often() ? "api" : of(LEVELS),
    agentVersion: often() ? null : "1",
    wallet: money() - (seldom() ? 10n : 0n),
    dailyLimit: limit(),
    spent: money(),
    spender,
    waiting: seldom() ? most - below(3) : below(3),
    wait: seldom() ? MAX_QUEUE_WAIT_S[channel] - 1 + below(3) : 0,
    plans: new Map(
      [1, 2].map((id) => [
        id,
        { accepted: often(), delivered: often(), outage: seldom() ? outage : undefined },
      ]),
    ),
    duplicates: new Map(["0", "1", "2", "3"].filter(seldom).map((ref) => [ref, `DT${ref}`])),
  };
  const offers = Array.from({ length: namespace === "batch" ? below(5) : 1 }, (_, n) => {
    const id = of([1, 2]);
    const plan = { id, networkId: of([1, 2]) } as Plan;
    return {
      plan,
      ref: String(n),
      phone: of(PHONES),
      price: BigInt(1 + below(9)),
      commission: 0n,
      cost: 1n,
      asks: often(),
    };
  });
  return { facts, offers: offers as Offer[], placing };
}

function* drawCases(count = CASES) {
  for (let seed = 0; seed < count; seed++) yield drawCase(seed);
}

const sum = (offers: readonly Offer[]) => offers.reduce((total, { price }) => total + price, 0n);
const within = (limit: Minor | null | undefined, value: Minor) => (limit ?? value) >= value;
const isDuplicate = ({ duplicates }: PlacementFacts, { asks, ref }: Offer) => asks && duplicates.has(ref);

/** Whether a set of accepted purchases keeps every promise to the buyer, whatever the rules are. */
function keepsPromises({ facts, placing }: ReturnType<typeof drawCase>, accepted: readonly Offer[]): boolean {
  const { spender, plans } = facts;
  const total = sum(accepted);
  return [
    !facts.closed && facts.state === "active" && facts.level === placing.buyer.level,
    facts.agentVersion === null,
    spender?.valid !== false,
    spender?.kind !== "helper" || placing.namespace !== "batch" || spender.permissions.includes("batches"),
    facts.wallet >= total,
    within(facts.dailyLimit, facts.spent + total),
    within(spender?.dailyLimit, (spender?.ownSpent ?? 0n) + total),
    accepted.every(({ price }) => within(spender?.purchaseLimit, price)),
    accepted.every(({ plan }) => spender?.networkIds?.includes(plan.networkId) !== false),
    accepted.every(({ phone }) => spender?.numbers?.includes(phone) !== false),
    facts.waiting + accepted.length <= getMaxQueued(placing.namespace),
    facts.wait <= MAX_QUEUE_WAIT_S[placing.channel],
    accepted.every(
      ({ plan }, n) => plans.get(plan.id)?.accepted && (plans.get(plan.id)?.delivered || n === 0),
    ),
    !accepted.some((offer) => isDuplicate(facts, offer)),
  ].every(Boolean);
}

test("accepts what keeps every limit, and of what doesn't, names the first", () => {
  for (const drawn of drawCases()) {
    const { facts, offers, placing } = drawn;
    const { accepted, duplicates, rejection } = decidePurchases(facts, offers, placing);
    const rest = offers.filter((offer) => !accepted.includes(offer) && !duplicates.includes(offer));
    if (accepted.length > 0 && !keepsPromises(drawn, accepted)) expect(drawn).toBe("rejected");
    if ((rejection === undefined) !== (rest.length === 0)) expect({ drawn, rejection }).toBe("explained");
    const [next] = rest;
    if (!next) continue;
    const before = accepted.filter((offer) => offers.indexOf(offer) < offers.indexOf(next));
    if (keepsPromises(drawn, [...before, next])) expect({ drawn, rejection }).toBe("accepted");
  }
});

test("leaves only rows that need a confirmation or aren't delivered, and places nothing behind another", () => {
  for (const drawn of drawCases(CASES / 5)) {
    const { facts, offers, placing } = drawn;
    const { accepted, duplicates } = decidePurchases(facts, offers, placing);
    const wanted = placing.namespace === "batch" ? offers.filter((offer) => isDuplicate(facts, offer)) : [];
    if (duplicates.join() !== wanted.join()) expect(drawn).toBe("asked about");
    for (const [n, offer] of offers.entries()) {
      const isBefore = accepted.some((later) => offers.indexOf(later) > n);
      const { accepted: isSold, delivered } = facts.plans.get(offer.plan.id) ?? {};
      if (isBefore && isSold && delivered && !accepted.includes(offer) && !isDuplicate(facts, offer))
        expect({ drawn, offer }).toBe("accepted");
    }
  }
});

test("names the missing money to the last unit, and the limit with the sum spent of it", () => {
  for (const { facts, offers, placing } of drawCases(CASES / 10)) {
    const { accepted, rejection } = decidePurchases(facts, offers, placing);
    if (rejection?.code === "insufficient_funds" || rejection?.code === "negative_wallet") {
      const { missing } = rejection.facts;
      const codeWith = (more: Minor) =>
        decidePurchases({ ...facts, wallet: facts.wallet + more }, offers, placing).rejection?.code;
      const first = offers.find(
        (offer) => placing.namespace !== "batch" || !isDuplicate(facts, offer),
      ) as Offer;
      if (rejection.code === "negative_wallet") expect(facts.wallet + missing).toBe(first.price);
      else expect([codeWith(missing - 1n), missing > 0n]).toEqual(["insufficient_funds", true]);
    }
    if (rejection?.code === "daily_limit") {
      const { limit, spent } = rejection.facts;
      const before = accepted.reduce((sum, { price }) => sum + price, 0n);
      const spentOf = [
        { limit: facts.dailyLimit, spent: facts.spent + before },
        { limit: facts.spender?.dailyLimit, spent: (facts.spender?.ownSpent ?? 0n) + before },
      ];
      expect(spentOf).toContainEqual({ limit, spent });
    }
  }
});

const calm: PlacementFacts = {
  ...{
    closed: false,
    state: "active",
    level: "api",
    agentVersion: null,
    wallet: 100n,
    dailyLimit: null,
    spent: 0n,
    spender: null,
  },
  ...{ waiting: 0, wait: 0, duplicates: new Map() },
  plans: new Map([[1, { accepted: true, delivered: true, outage: undefined }]]),
};
const web = {
  buyer: { kind: "reseller", id: 1, level: "api" },
  namespace: "buyer",
  channel: "web",
} as Placing;
const offer = { plan: { id: 1, networkId: 1 }, ref: "r", phone: PHONES[0], price: 10n, asks: true } as Offer;
const token: Spender = {
  ...{ kind: "token", valid: true, permissions: [], ownSpent: 0n },
  ...{ dailyLimit: null, purchaseLimit: null, networkIds: null, numbers: null },
};
const undelivered = { accepted: false, delivered: false, outage: undefined };

/** Obstacles in the order in which a buyer reads of them; the first three are about the account. */
const OBSTACLES: [code: string, Partial<PlacementFacts>][] = [
  ["not_found", { closed: true }],
  ["unauthenticated", { spender: { ...token, valid: false, numbers: [], dailyLimit: 1n } }],
  ["restricted", { state: "restricted" }],
  ["invalid", { spender: { ...token, networkIds: [2], dailyLimit: 1n } }],
  ["negative_wallet", { wallet: -1n }],
  ["outage", { plans: new Map([[1, { ...undelivered, outage }]]) }],
  ["service_unavailable", { plans: new Map([[1, undelivered]]) }],
  ["too_many_waiting", { waiting: 1_000 }],
  ["queue_too_long", { wait: 901 }],
  ["insufficient_funds", { wallet: 9n }],
  ["daily_limit", { dailyLimit: 9n }],
  ["daily_limit", { spender: { ...token, dailyLimit: 9n } }],
  ["duplicate", { duplicates: new Map([["r", "DT1"]]) }],
  ["unavailable", { level: "affiliate" }],
];

test.each(OBSTACLES)("names %s before the obstacles after it", (code, obstacle) => {
  expect(findRejection(calm, offer, web)).toBeUndefined();
  expect(findRejection({ ...calm, ...obstacle }, offer, web)?.code).toBe(code);
  const after = OBSTACLES.slice(OBSTACLES.findIndex(([, other]) => other === obstacle) + 1);
  for (const [, other] of after)
    expect(findRejection({ ...calm, ...other, ...obstacle }, offer, web)?.code).toBe(code);
});

test("says when to try again: as soon as one that waits is sent, or the queue is short enough", () => {
  const find = (facts: Partial<PlacementFacts>) => findRejection({ ...calm, ...facts }, offer, web);
  expect(find({ waiting: 1_000, wait: 2_500 })?.facts).toEqual({ waiting: 1_000, retryAfter: 3 });
  expect(find({ waiting: 1_000, wait: 0 })?.facts).toEqual({ waiting: 1_000, retryAfter: 1 });
  expect(find({ wait: 900.2 })?.facts).toEqual({ wait: 900.2, retryAfter: 1 });
});

test("counts batch rows apart from other purchases", () => {
  expect([getMaxQueued("batch"), getMaxQueued("schedule")]).toEqual([MAX_QUEUED_BATCH_ROWS, 1_000]);
});
