import type { Evidence, Link, Send } from "../chain/evidence.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long an upstream of these histories may take to execute, and to give money back. */
export const LATE = 10 * MINUTE;
export const REFUND = 30 * MINUTE;
/** How old evidence must be before the chain builds on it: until then, a top-up is recorded. */
export const GRACE = 10 * MINUTE;
const TIMEOUT = 60 * SECOND;

/**
 * Who else moves the balance: nobody (and, as `twins`, with many doubtful purchases of one and the same cost),
 * top-ups that are recorded in time or forgotten for long, programs with prices of their own, programs that
 * buy the very same plans.
 */
export const WORLDS = ["alone", "twins", "top-ups", "forgotten", "others", "same-prices"] as const;
export type World = (typeof WORLDS)[number];

/** What really happened to one purchase, and what the portal saw of it. */
export interface Bought {
  id: number;
  cost: bigint;
  claimed: number;
  answered: number;
  executed: number | undefined;
  refunded: number | undefined;
  /** `failed`: an answer that the purchase failed, although it was charged. */
  seen: "answer" | "failed" | "pending" | "nothing";
  link?: Link;
}

export interface TopUp {
  at: number;
  amount: bigint;
  recorded: number;
  span: { from: number; to: number };
}

/** A simulated past of one upstream account. */
export interface History {
  end: number;
  bought: Bought[];
  topUps: TopUp[];
  /** Whether the money of this purchase stayed with the upstream, in the end. */
  truth(id: number): "charged" | "not_charged";
  /** What the portal has recorded at an instant. */
  evidence(now: number): Evidence;
}

/** Makes a history up from a seed: the same seed, the same history. */
export function history(seed: number, world: World): History {
  const random = generator(seed);
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const chance = (share: number) => random() < share;
  const pick = <T>(list: readonly T[]): T => list[between(0, list.length - 1)] as T;
  const count = world === "twins" ? 6 : between(20, 60);
  const prices = Array.from({ length: count }, () => BigInt(between(100, 20_000)) * 50n);
  const doubt = pick([0.03, 0.06, 0.12]);
  const bought: Bought[] = [];
  const doubtful = new Set<bigint>();
  let clock = 10 * MINUTE;

  const buy = (sure: boolean) => {
    const claimed = clock;
    const cost = pick(prices);
    const slow = chance(0.04) ? between(0, 50 * SECOND) : 0;
    const arrives = claimed + between(5, 400) + slow;
    const answered = Math.min(arrives + between(1, 1500), claimed + TIMEOUT - 1);
    const id = bought.length;
    const purchase: Bought = {
      id,
      cost,
      claimed,
      answered,
      executed: arrives,
      refunded: undefined,
      seen: "answer",
    };
    const priced = world === "twins" || !doubtful.has(cost);
    if (!sure && priced && chance(doubt)) {
      doubtful.add(cost);
      Object.assign(purchase, trouble(claimed, arrives));
    }
    if (purchase.seen === "answer" && !sure && chance(0.05)) purchase.executed = undefined;
    bought.push(purchase);
  };
  const trouble = (claimed: number, arrives: number): Partial<Bought> => {
    const lost = { seen: "nothing", answered: claimed + between(1, TIMEOUT) } as const;
    const back = (from: number) => between(from, claimed + REFUND - 1);
    const late = () => between(claimed + SECOND, claimed + LATE - 1);
    switch (between(0, 8)) {
      case 0:
      case 1:
        return { ...lost, executed: arrives };
      case 2:
      case 3:
        return { ...lost, executed: undefined };
      case 4:
        return { ...lost, executed: late() };
      case 5: {
        const executed = chance(0.5) ? arrives : late();
        return { ...lost, executed, refunded: back(executed) };
      }
      case 6:
        return { seen: "pending" };
      case 7:
        return chance(0.3) ? { seen: "failed" } : { seen: "failed", refunded: back(claimed + TIMEOUT) };
      default:
        return { seen: "pending", refunded: back(claimed + TIMEOUT) };
    }
  };

  buy(true);
  clock += TIMEOUT;
  for (let left = between(20, 90); left > 0; left--) {
    clock += chance(0.05) ? between(MINUTE, 40 * MINUTE) : between(2070, 2070 + (chance(0.3) ? 20_000 : 500));
    buy(false);
  }
  const busy = clock;
  for (let left = 3; left > 0; left--) {
    clock += REFUND + MINUTE;
    buy(true);
  }
  const end = clock + TIMEOUT + GRACE;

  const topUps =
    world === "top-ups" || world === "forgotten" ? Array.from({ length: between(1, 4) }, topUp) : [];
  function topUp(): TopUp {
    const at = between(10 * MINUTE, busy);
    const slack = 5 * MINUTE;
    const from = at - between(0, slack);
    const amount = BigInt(between(5, 200)) * pick([100_000n, 50_000n, 5_000n]);
    return {
      at,
      amount,
      recorded: at + between(-2 * MINUTE, world === "forgotten" ? 90 * MINUTE : GRACE),
      span: { from, to: from + slack },
    };
  }

  const moves: Move[] = [];
  for (const one of bought) {
    if (one.executed !== undefined) moves.push({ at: one.executed, amount: -one.cost, of: one });
    else if (one.seen !== "nothing")
      moves.push({ at: between(one.claimed, one.answered), amount: 0n, of: one });
    if (one.refunded !== undefined) moves.push({ at: one.refunded, amount: one.cost });
  }
  for (const { at, amount } of topUps) moves.push({ at, amount });
  if (world === "others" || world === "same-prices") {
    for (let at = between(0, busy); at < end; at += between(SECOND, 20 * MINUTE)) {
      moves.push({ at, amount: world === "others" ? -BigInt(between(1, 1_000_000)) : -pick(prices) });
    }
  }
  addLinks(moves, BigInt(between(1, 1_000_000)) * 1000n);

  return {
    end,
    bought,
    topUps,
    truth: (id) => truthOf(bought[id]),
    evidence: (now) => evidenceAt(bought, topUps, now, { late: LATE, refund: REFUND }),
  };
}

/** A move of the balance, or (of a purchase that moved nothing) a moment at which it was looked at. */
export interface Move {
  at: number;
  amount: bigint;
  of?: Bought;
}

/** Lets the moves happen one after the other, and gives each answered purchase the balances around it. */
export function addLinks(moves: Move[], opening: bigint): void {
  let balance = opening;
  for (const { amount, of, at } of moves.sort((a, b) => a.at - b.at)) {
    const before = balance;
    balance += amount;
    if (of && of.seen !== "nothing")
      of.link = { id: of.id, from: of.claimed, to: Math.max(of.answered, at), before, after: balance };
  }
}

/** Whether the money of a purchase stayed with the upstream, in the end. */
export function truthOf(one: Bought | undefined): "charged" | "not_charged" {
  return one?.executed !== undefined && one.refunded === undefined ? "charged" : "not_charged";
}

/** What the portal has recorded at an instant; the bounds count from the claim. */
export function evidenceAt(
  bought: readonly Bought[],
  topUps: readonly TopUp[],
  now: number,
  { late, refund }: { late: number; refund: number },
): Evidence {
  const asOf = now - GRACE;
  const begun = bought.filter(({ claimed }) => claimed <= asOf);
  const answered = begun.filter((one) => one.answered <= asOf);
  const sends = answered
    .filter(({ seen }) => seen === "nothing" || seen === "pending")
    .map(({ id, cost, claimed, link }): Send => {
      const to = link ? link.to : claimed + late;
      return { id, cost, from: claimed, to, refundTo: claimed + refund, charged: link?.id };
    });
  return {
    since: 0,
    links: answered.flatMap(({ link }) => (link ? [link] : [])),
    sends,
    known: topUps.filter(({ recorded }) => recorded <= now).map(({ span, amount }) => ({ ...span, amount })),
    returns: answered
      .filter(({ seen }) => seen === "failed")
      .map(({ id, cost, claimed }) => ({ from: claimed, to: claimed + refund, amount: cost, after: id })),
    fogs: begun
      .filter((one) => one.answered > asOf)
      .map(({ claimed }) => ({ from: claimed, to: Number.POSITIVE_INFINITY })),
  };
}

/** Small numbers from a seed, evenly spread (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
