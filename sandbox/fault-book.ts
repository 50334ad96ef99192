import type { Fault } from "./fault.ts";
import { magicFault } from "./magic.ts";
import { seeded } from "./random.ts";

export type Route = "purchase" | "plain" | "filtered" | "other";

/** What a fault is bound to; an empty one fits the next purchase. */
export interface Target {
  route?: Route | undefined;
  phone?: string | undefined;
  ref?: string | undefined;
  plan?: number | undefined;
}

/** A request as far as faults care. */
export interface Seen {
  route: Route;
  phone: string | null;
  ref: string | null;
  plan: number | null;
}

interface Ordered {
  fault: Fault;
  on: Target;
  left: number;
}

/** The faults to come: ordered ones first, then magic numbers, then chance. */
export class FaultBook {
  private ordered: Ordered[] = [];
  private rates: { fault: Fault; rate: number }[] = [];
  private random: () => number;

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  order(fault: Fault, on: Target, times: number) {
    this.ordered.push({ fault, on, left: times });
  }

  /** Replaces all rates; each is a probability, tried in turn on one draw per purchase. */
  setRates(rates: { fault: Fault; rate: number }[], seed?: number) {
    this.rates = rates;
    if (seed !== undefined) this.random = seeded(seed);
  }

  /** Forgets ordered faults and rates. */
  clear() {
    this.ordered = [];
    this.rates = [];
  }

  /** How many ordered faults still wait. */
  get waiting(): number {
    return this.ordered.length;
  }

  /** The fault for this request; an ordered one is used up. */
  pick(seen: Seen, magic: boolean): Fault | null {
    const order = this.ordered.find(({ on }) => fits(on, seen));
    if (order) {
      order.left -= 1;
      if (order.left <= 0) this.ordered = this.ordered.filter((other) => other !== order);
      return order.fault;
    }
    if (seen.route !== "purchase") return null;
    return (magic && magicFault(seen.phone)) || this.byChance();
  }

  private byChance(): Fault | null {
    if (this.rates.length === 0) return null;
    let draw = this.random();
    for (const { fault, rate } of this.rates) {
      if (draw < rate) return fault;
      draw -= rate;
    }
    return null;
  }
}

function fits(on: Target, seen: Seen): boolean {
  if ((on.route ?? "purchase") !== seen.route) return false;
  return (["phone", "ref", "plan"] as const).every((key) => on[key] === undefined || on[key] === seen[key]);
}
