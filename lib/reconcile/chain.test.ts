import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chain } from "./chain.ts";
import type { Evidence } from "./evidence.ts";
import { worlds } from "./testing/worlds.ts";

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
          "answered",
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
      { minLength: 3, maxLength: 8 },
    ),
  })
  .map(({ balance, events }): Evidence => {
    const evidence = {
      links: [] as Evidence["links"][number][],
      sends: [] as Evidence["sends"][number][],
      known: [] as Evidence["known"][number][],
    };
    let at = 10;
    for (const [id, { amount, kind, step, early, late }] of events.entries()) {
      at += step;
      const span = { from: at - early, to: at + late };
      const charge = () => {
        const before = balance;
        balance -= amount;
        return { id, ...span, before, after: balance };
      };
      if (kind === "answered") evidence.links.push(charge());
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
        const fitting = worlds(evidence);
        const { verdicts, ruptures } = chain(evidence);
        if ([...fitting.values()].some((ends) => ends.size === 0)) return;
        expect(ruptures).toEqual([]);
        for (const verdict of verdicts) {
          const ends = fitting.get(verdict.send) ?? new Set();
          if (verdict.says !== "unknown") {
            decided += 1;
            expect([...ends]).toEqual([verdict.says]);
          } else if (verdict.why !== "no_start") {
            expect(ends.size).toBe(2);
          }
        }
      }),
      { numRuns: Number(process.env.CHAIN_RUNS ?? 3000) },
    );
    expect(decided).toBeGreaterThan(100);
  });
});
