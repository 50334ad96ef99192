import type { BalanceLink, Evidence, Send } from "#lib/reconcile/chain/evidence";
import { seededGenerator } from "#sandbox/random";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The longest delay of an execution or a refund in these histories. */
export const MAX_EXECUTION_DELAY_MS = 10 * MINUTE;
export const MAX_REFUND_DELAY_MS = 30 * MINUTE;
/** The age of evidence that the chain builds on: until then, a deposit is recorded. */
export const GRACE_MS = 10 * MINUTE;
const TIMEOUT_MS = 60 * SECOND;

/**
 * Other changes of the balance: none (and, as `twins`, with many unconfirmed purchases of the same cost), deposits
 * recorded in time or late, programs with other prices, programs that buy the same plans.
 */
export const SCENARIOS = ["alone", "twins", "top-ups", "forgotten", "others", "same-prices"] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** The true outcome of one purchase, and what the portal saw of it. */
export interface SimulatedPurchase {
  id: number;
  cost: bigint;
  claimed: number;
  answered: number;
  executed: number | undefined;
  refunded: number | undefined;
  /** `failed`: a response that the purchase failed, although it was charged. */
  seen: "answer" | "failed" | "pending" | "nothing";
  link?: BalanceLink;
}

export interface SimulatedDeposit {
  at: number;
  amount: bigint;
  recorded: number;
  span: { from: number; to: number };
}

/** A simulated past of one upstream account. */
export interface SimulatedHistory {
  end: number;
  bought: SimulatedPurchase[];
  topUps: SimulatedDeposit[];
  /** Whether the money of this purchase stayed with the upstream, in the end. */
  truth(id: number): "charged" | "not_charged";
  evidence(now: number): Evidence;
}

/** Makes a history up from a seed: the same seed, the same history. */
export function simulateHistory(seed: number, world: Scenario): SimulatedHistory {
  const random = seededGenerator(seed);
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const chance = (share: number) => random() < share;
  const pick = <T>(list: readonly T[]): T => list[between(0, list.length - 1)] as T;
  const count = world === "twins" ? 6 : between(20, 60);
  const prices = Array.from({ length: count }, () => BigInt(between(100, 20_000)) * 50n);
  const doubt = pick([0.03, 0.06, 0.12]);
  const bought: SimulatedPurchase[] = [];
  const doubtful = new Set<bigint>();
  let clock = 10 * MINUTE;

  const buy = (sure: boolean) => {
    const claimed = clock;
    const cost = pick(prices);
    const slow = chance(0.04) ? between(0, 50 * SECOND) : 0;
    const arrives = claimed + between(5, 400) + slow;
    const answered = Math.min(arrives + between(1, 1500), claimed + TIMEOUT_MS - 1);
    const id = bought.length;
    const purchase: SimulatedPurchase = {
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
  const trouble = (claimed: number, arrives: number): Partial<SimulatedPurchase> => {
    const lost = { seen: "nothing", answered: claimed + between(1, TIMEOUT_MS) } as const;
    const back = (from: number) => between(from, claimed + MAX_REFUND_DELAY_MS - 1);
    const late = () => between(claimed + SECOND, claimed + MAX_EXECUTION_DELAY_MS - 1);
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
        return chance(0.3) ? { seen: "failed" } : { seen: "failed", refunded: back(claimed + TIMEOUT_MS) };
      default:
        return { seen: "pending", refunded: back(claimed + TIMEOUT_MS) };
    }
  };

  buy(true);
  clock += TIMEOUT_MS;
  for (let left = between(20, 90); left > 0; left--) {
    clock += chance(0.05) ? between(MINUTE, 40 * MINUTE) : between(2070, 2070 + (chance(0.3) ? 20_000 : 500));
    buy(false);
  }
  const busy = clock;
  for (let left = 3; left > 0; left--) {
    clock += MAX_REFUND_DELAY_MS + MINUTE;
    buy(true);
  }
  const end = clock + TIMEOUT_MS + GRACE_MS;

  const topUps =
    world === "top-ups" || world === "forgotten" ? Array.from({ length: between(1, 4) }, topUp) : [];
  function topUp(): SimulatedDeposit {
    const at = between(10 * MINUTE, busy);
    const slack = 5 * MINUTE;
    const from = at - between(0, slack);
    const amount = BigInt(between(5, 200)) * pick([100_000n, 50_000n, 5_000n]);
    return {
      at,
      amount,
      recorded: at + between(-2 * MINUTE, world === "forgotten" ? 90 * MINUTE : GRACE_MS),
      span: { from, to: from + slack },
    };
  }

  const moves: BalanceMove[] = [];
  for (const purchase of bought) {
    if (purchase.executed !== undefined)
      moves.push({ at: purchase.executed, amount: -purchase.cost, of: purchase });
    else if (purchase.seen !== "nothing")
      moves.push({ at: between(purchase.claimed, purchase.answered), amount: 0n, of: purchase });
    if (purchase.refunded !== undefined) moves.push({ at: purchase.refunded, amount: purchase.cost });
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
    truth: (id) => getTruth(bought[id]),
    evidence: (now) =>
      getEvidenceAt(bought, topUps, now, { late: MAX_EXECUTION_DELAY_MS, refund: MAX_REFUND_DELAY_MS }),
  };
}

/** A move of the balance, or (of a purchase that moved nothing) a moment at which it was looked at. */
export interface BalanceMove {
  at: number;
  amount: bigint;
  of?: SimulatedPurchase;
}

/** Lets the moves happen one after the other, and gives each answered purchase the balances around it. */
export function addLinks(moves: BalanceMove[], opening: bigint): void {
  let balance = opening;
  for (const { amount, of, at } of moves.sort((a, b) => a.at - b.at)) {
    const before = balance;
    balance += amount;
    if (of && of.seen !== "nothing")
      of.link = { id: of.id, from: of.claimed, to: Math.max(of.answered, at), before, after: balance };
  }
}

/** Whether the money of a purchase stayed with the upstream, in the end. */
export function getTruth(purchase: SimulatedPurchase | undefined): "charged" | "not_charged" {
  return purchase?.executed !== undefined && purchase.refunded === undefined ? "charged" : "not_charged";
}

/** Gets the evidence recorded at an instant; the bounds count from the claim. */
export function getEvidenceAt(
  bought: readonly SimulatedPurchase[],
  topUps: readonly SimulatedDeposit[],
  now: number,
  { late, refund }: { late: number; refund: number },
): Evidence {
  const asOf = now - GRACE_MS;
  const begun = bought.filter(({ claimed }) => claimed <= asOf);
  const answered = begun.filter((purchase) => purchase.answered <= asOf);
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
      .filter((purchase) => purchase.answered > asOf)
      .map(({ claimed }) => ({ from: claimed, to: Number.POSITIVE_INFINITY })),
  };
}
