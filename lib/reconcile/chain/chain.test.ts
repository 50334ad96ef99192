import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { enumerateOutcomes } from "#lib/reconcile/testing/enumerate-outcomes";
import { evaluateChain } from "#lib/reconcile/testing/evaluate-chain";
import { playHistories } from "#lib/reconcile/testing/play-histories";
import { simulateDay } from "#lib/reconcile/testing/simulate-day";
import { simulateHistory } from "#lib/reconcile/testing/simulate-history";
import { TEST_EFFORT } from "#lib/testing/effort";
import { advanceChain, type ChainProgress } from "./chain.ts";
import { formatCheckpoint, listOpenPurchaseIds, parseCheckpoint } from "./checkpoint.ts";
import type { Evidence, Findings } from "./evidence.ts";

const none: Evidence = { since: 0, links: [], sends: [], known: [], returns: [], fogs: [] };

/** A few moves on one account, some of them answered, with times that overlap as they like. */
const small = fc
  .record({
    balance: fc.bigInt(1000n, 1004n),
    events: fc.array(
      fc.record({
        amount: fc.constantFrom(1n, 2n, 3n),
        kind: fc.constantFrom(
          "answered",
          "answered",
          "failed",
          "failed, returned",
          "charged",
          "lost",
          "pending",
          "refunded",
          "topped up",
        ),
        step: fc.nat(4),
        early: fc.nat(3),
        late: fc.nat(3),
      }),
      { minLength: 2, maxLength: 6 },
    ),
  })
  .map(({ balance, events }): Evidence => {
    const evidence = {
      links: [] as Evidence["links"][number][],
      sends: [] as Evidence["sends"][number][],
      known: [] as Evidence["known"][number][],
      returns: [] as Evidence["returns"][number][],
    };
    let at = 10;
    const quiet = { amount: 1n, kind: "answered", step: 9, early: 0, late: 0 } as const;
    for (const [id, { amount, kind, step, early, late }] of [quiet, ...events, quiet].entries()) {
      at += id === 1 ? step + 4 : step;
      const span = { from: at - early, to: at + late };
      const charge = () => {
        const before = balance;
        balance -= amount;
        return { id, ...span, before, after: balance };
      };
      if (kind === "answered") evidence.links.push(charge());
      if (kind.startsWith("failed")) {
        evidence.links.push(charge());
        evidence.returns.push({ from: span.from, to: at + 6, amount, after: id });
        if (kind === "failed, returned") balance += amount;
      }
      if (kind === "topped up") {
        balance += amount;
        evidence.known.push({ ...span, amount });
      }
      if (kind === "pending") {
        evidence.links.push(charge());
        evidence.sends.push({ id, ...span, cost: amount, refundTo: at + 6, charged: id });
      }
      if (kind === "charged") charge();
      if (kind === "charged" || kind === "refunded" || kind === "lost")
        evidence.sends.push({ id, from: span.from, to: at + 3, cost: amount, refundTo: at + 6 });
    }
    return { ...none, ...evidence };
  });

describe("the balance chain", () => {
  test("says exactly what every world that fits the evidence agrees on", () => {
    let decided = 0;
    fc.assert(
      fc.property(small, (evidence) => {
        const fitting = enumerateOutcomes(evidence);
        const { verdicts, ruptures } = evaluateChain(evidence);
        expect(ruptures).toEqual([]);
        for (const { send, says, reason } of verdicts) {
          const ends = [...(fitting.get(send) ?? [])];
          if (says === "unknown" && reason !== "no_start") expect(ends).toHaveLength(2);
          if (says === "unknown") continue;
          decided += 1;
          expect(ends).toEqual([says]);
        }
      }),
      { numRuns: TEST_EFFORT.smallWorlds },
    );
    expect(decided).toBeGreaterThan(TEST_EFFORT.smallWorlds / 5);
  });

  const per = TEST_EFFORT.histories;
  const seeds = Array.from({ length: per }, (_, index) => 1_000_000 + index);

  test("decides nothing that one of those worlds contradicts, where it does not list the ways one by one", () => {
    const pooled = { states: 1, places: 100, steps: 0 };
    let decided = 0;
    fc.assert(
      fc.property(small, (evidence) => {
        const fitting = enumerateOutcomes(evidence);
        const { verdicts, ruptures } = evaluateChain(evidence, pooled);
        expect(ruptures).toEqual([]);
        for (const { send, says } of verdicts) {
          if (says === "unknown") continue;
          decided += 1;
          expect([...(fitting.get(send) ?? [])]).toEqual([says]);
        }
      }),
      { numRuns: TEST_EFFORT.smallWorlds },
    );
    expect(decided).toBeGreaterThan(TEST_EFFORT.smallWorlds / 10);
  });

  test.each(["alone", "twins", "others"] as const)(
    "finds the same when it continues from a checkpoint (%s)",
    (world) => {
      for (const seed of seeds.slice(0, 60)) {
        const past = simulateHistory(seed, world);
        let text: string | undefined;
        for (let share = 0.1; share < 1.05; share += 0.09) {
          const evidence = past.evidence(past.end * share);
          const { findings, mark } = goOn(evidence, text);
          expect(sorted(findings)).toEqual(sorted(evaluateChain(evidence)));
          text = formatCheckpoint(mark);
        }
      }
    },
  );

  test("decides nothing wrongly in a busy day of ordinary prices, and needs few states for it", () => {
    const busy = simulateDay(1, { perMinute: 10, hours: 14 });
    let text: string | undefined;
    const decided = new Map<number, string>();
    for (let now = 11 * MINUTE; now < busy.end; now += 10 * MINUTE) {
      const { findings, mark } = goOn(busy.evidence(now), text);
      expect(findings.ruptures).toEqual([]);
      for (const { send, says } of findings.verdicts) if (says !== "unknown") decided.set(send, says);
      expect(mark.states.length).toBeLessThanOrEqual(100);
      text = formatCheckpoint(mark);
    }
    expect(decided.size).toBeGreaterThan(0);
    for (const [send, says] of decided) expect(says).toBe(busy.truth(send));
  });

  test("decides all but a rare coincidence of sums, and nothing wrongly, when nothing else moves the balance", () => {
    const { wrong, decided, unconfirmed, left } = playHistories("alone", seeds);
    expect(wrong).toBe(0);
    expect(unconfirmed).toBeGreaterThan(per);
    expect(Object.keys(left).filter((reason) => reason !== "ambiguous")).toEqual([]);
    expect(unconfirmed - decided).toBeLessThanOrEqual(unconfirmed / 200);
  });

  test("leaves purchases of one cost to a person where either may be the one that was charged", () => {
    const { wrong, decided, left } = playHistories("twins", seeds);
    expect(wrong).toBe(0);
    expect(decided).toBeGreaterThan(0);
    expect(left.ambiguous).toBeGreaterThan(0);
    expect(Object.keys(left).filter((reason) => reason !== "ambiguous" && reason !== "too_many")).toEqual([]);
  });

  test("decides at least 95 % with recorded top-ups, and nothing wrongly", () => {
    const { wrong, decided, unconfirmed } = playHistories("top-ups", seeds);
    expect(wrong).toBe(0);
    expect(decided / unconfirmed).toBeGreaterThanOrEqual(0.95);
  });

  test("decides nothing wrongly when others spend from the account", () => {
    const { wrong, left } = playHistories("others", seeds);
    expect(wrong).toBe(0);
    expect(left.broken).toBeGreaterThan(0);
  });

  test("finds the amount and place of an unrecorded deposit", () => {
    const links = [link(1, 10, 1000n, 900n), link(2, 20, 5900n, 5800n)];
    expect(evaluateChain({ ...none, links }).ruptures).toEqual([
      { after: 1, before: 2, amount: 5000n, span: { from: 10, to: 21 } },
    ]);
  });

  test("is cut where a send is still in flight", () => {
    const links = [link(1, 10, 1000n, 900n), link(2, 50, 800n, 700n)];
    const sends = [{ id: 9, from: 20, to: 30, cost: 100n, refundTo: 40 }];
    expect(evaluateChain({ ...none, links, sends }).verdicts).toMatchObject([
      { says: "charged", reason: "gap" },
    ]);
    const fogs = [{ from: 25, to: 60 }];
    expect(evaluateChain({ ...none, links, sends, fogs }).verdicts).toMatchObject([
      { says: "unknown", reason: "broken" },
    ]);
  });

  test("gives up on too many explanations instead of looking for ever", () => {
    const links = [link(1, 10, 10_000n, 9_900n), link(2, 500, 7_900n, 7_800n), link(3, 900, 7_800n, 7_700n)];
    const sends = Array.from({ length: 60 }, (_, id) => ({
      id: id + 10,
      from: 20,
      to: 400,
      cost: 100n,
      refundTo: 450,
    }));
    const { verdicts } = evaluateChain({ ...none, links, sends });
    expect(new Set(verdicts.map(({ reason }) => reason))).toEqual(new Set(["ambiguous"]));
  });
});

const MINUTE = 60_000;

/** Walks on from a kept mark, with no more than what it still needs. */
function goOn(evidence: Evidence, text: string | undefined): ChainProgress {
  const mark = text === undefined ? undefined : parseCheckpoint(text);
  const since = mark ? Math.max(mark.from, mark.base.from) : evidence.since;
  const open = new Set(mark ? listOpenPurchaseIds(mark) : []);
  const walking = advanceChain(
    {
      ...evidence,
      since,
      links: evidence.links.filter(({ to }) => to >= since),
      sends: evidence.sends.filter(({ id, refundTo }) => refundTo >= since || open.has(id)),
      fogs: evidence.fogs.filter(({ to }) => to >= since),
    },
    mark,
  );
  for (;;) {
    const { done, value } = walking.next();
    if (done) return value;
  }
}

/** The findings without the place that shows them: any of several may be named. */
function sorted({ verdicts, ruptures }: Findings) {
  const said = verdicts.map(({ send, says, reason }) => ({ send, says, reason }));
  return { said: said.sort((a, b) => a.send - b.send), ruptures };
}

function link(id: number, from: number, before: bigint, after: bigint) {
  return { id, from, to: from + 1, before, after };
}
