import type { UpstreamFault } from "./fault.ts";
import { findMagicFault } from "./magic-numbers.ts";
import { seededGenerator } from "./random.ts";

export type SandboxRoute = "purchase" | "plain" | "filtered" | "other";

/** The target of a fault; an empty one matches the next purchase. */
export interface FaultTarget {
  route?: SandboxRoute | undefined;
  phone?: string | undefined;
  ref?: string | undefined;
  plan?: number | undefined;
  /** With `always`, a network that is down: `clear-faults` brings it back. */
  network?: number | undefined;
}

/** The facts of a request that faults are matched with. */
export interface FaultRequest {
  route: SandboxRoute;
  phone: string | null;
  ref: string | null;
  plan: number | null;
  network: number | null;
}

interface OrderedFault {
  fault: UpstreamFault;
  on: FaultTarget;
  left: number;
}

/** The coming faults: ordered ones first, then magic numbers, then random ones. */
export class FaultBook {
  private ordered: OrderedFault[] = [];
  private rates: { fault: UpstreamFault; rate: number }[] = [];
  private random: () => number;

  constructor(seed: number) {
    this.random = seededGenerator(seed);
  }

  order(fault: UpstreamFault, on: FaultTarget, times: number) {
    this.ordered.push({ fault, on, left: times });
  }

  /** Replaces all rates; each is a probability, compared in turn with one draw per purchase. */
  setRates(rates: { fault: UpstreamFault; rate: number }[], seed?: number) {
    this.rates = rates;
    if (seed !== undefined) this.random = seededGenerator(seed);
  }

  /** Removes ordered faults and rates. */
  clear() {
    this.ordered = [];
    this.rates = [];
  }

  /** The number of unused ordered faults. */
  get waiting(): number {
    return this.ordered.length;
  }

  /** Picks the fault for this request; an ordered one is used up. */
  pick(target: FaultRequest, magic: boolean): UpstreamFault | null {
    const order = this.ordered.find(({ on }) => matchesTarget(on, target));
    if (order) {
      order.left -= 1;
      if (order.left <= 0) this.ordered = this.ordered.filter((waiting) => waiting !== order);
      return order.fault;
    }
    if (target.route !== "purchase") return null;
    return (magic && findMagicFault(target.phone)) || this.byChance();
  }

  private byChance(): UpstreamFault | null {
    if (this.rates.length === 0) return null;
    let draw = this.random();
    for (const { fault, rate } of this.rates) {
      if (draw < rate) return fault;
      draw -= rate;
    }
    return null;
  }
}

function matchesTarget(on: FaultTarget, target: FaultRequest): boolean {
  if ((on.route ?? "purchase") !== target.route) return false;
  return (["phone", "ref", "plan", "network"] as const).every(
    (key) => on[key] === undefined || on[key] === target[key],
  );
}
