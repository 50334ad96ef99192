import type { Verdict } from "./verdict.ts";

/** The price that the upstream listed from a moment on, in ms of the calls' clock. */
export interface PriceTurn {
  planId: number;
  price: bigint;
  began: number;
}

/** The prices in one response to one caller. */
export interface PriceReading {
  caller: string;
  start: number;
  end: number;
  prices: readonly (readonly [planId: number, price: bigint])[];
}

interface Seen {
  turn: number;
  reading: PriceReading;
  price: bigint;
}

/**
 * Judges prices as one caller saw them: each plan's follow the order in which the upstream listed them. A price may come late,
 * but not before it was listed, and none comes again once a later one was seen. Prices that were never listed aren't judged,
 * such as those of plans that another supplier delivers alone.
 */
export function judgePrices(readings: readonly PriceReading[], turns: readonly PriceTurn[]): Verdict {
  const ofPlan = Map.groupBy(turns, ({ planId }) => planId);
  let checked = 0;
  const broken = [...Map.groupBy(readings, ({ caller }) => caller).values()].flatMap((ofCaller) => {
    const last = new Map<number, Seen>();
    return ofCaller
      .toSorted((a, b) => a.start - b.start)
      .flatMap((reading) =>
        reading.prices.flatMap(([planId, price]) => {
          const listed = ofPlan.get(planId) ?? [];
          if (!listed.some((turn) => turn.price === price)) return [];
          checked += 1;
          const before = last.get(planId);
          const turn = listed.findIndex(
            ({ began, price: then }, n) => then === price && n >= (before?.turn ?? 0) && began <= reading.end,
          );
          if (turn === -1) return [describeOlder(planId, before, { reading, price })];
          if (turn !== before?.turn) last.set(planId, { turn, reading, price });
          return [];
        }),
      );
  });
  return { name: "no price is older than one before", checked, broken };
}

function describeOlder(planId: number, before: Seen | undefined, now: Omit<Seen, "turn">): string {
  const say = ({ reading: { start, end }, price }: Omit<Seen, "turn">) =>
    `${price} (${start.toFixed(0)}–${end.toFixed(0)} ms)`;
  const earlier = before ? `${say(before)}, then ` : "";
  return `${now.reading.caller} read of plan ${planId}: ${earlier}${say(now)}`;
}
