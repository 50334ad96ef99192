import type { Network, Plan, PlanType } from "./catalogue.ts";
import { SandboxLog } from "./control-log.ts";
import type { Target } from "./fault-book.ts";
import type { FaultName, FaultOrder } from "./presets.ts";
import type { Settings, SettingsPatch } from "./settings.ts";
import type { NodePatch, PlanPatch } from "./verbs.ts";
import type { Move } from "./wallet.ts";
import type { Token } from "./world.ts";

export type { FaultOrder, Move, Plan, Target };

/**
 * A sandbox by its control address: orders what happens next and tells what really happened.
 * Money is bigint minor units, times are ms. Every method throws an Error with the sandbox's words
 * when the sandbox refuses it, and a TypeError when nobody listens.
 */
export class SandboxControl extends SandboxLog {
  /** Everything as it was at the start: settings, plans, balance, faults, log. Open requests are cut off. */
  async reset(): Promise<void> {
    await this.post("reset");
  }

  /**
   * Orders a fault: for the next purchase, or the next that fits `on` (`route` aims at a plan list),
   * once, `times`, or `"always"`. Orders wait in line; the first that fits is used up.
   */
  async order(
    fault: FaultOrder,
    { times, ...on }: Target & { times?: number | "always" } = {},
  ): Promise<void> {
    await this.post("order", { fault, on, times });
  }

  /** Faults by chance for purchases without an ordered one: `{ "lost-answer": 0.05 }`. Replaces all rates. */
  async rates(
    rates: Partial<Record<FaultName, number>> | { fault: FaultOrder; rate: number }[],
    seed?: number,
  ): Promise<void> {
    const named = Object.entries(rates).map(([fault, rate]) => ({ fault, rate }));
    await this.post("rates", { rates: Array.isArray(rates) ? rates : named, seed });
  }

  /** Forgets ordered faults and rates. */
  async clearFaults(): Promise<void> {
    await this.post("clear-faults");
  }

  /** Changes some settings (see `Settings`) and returns all of them; `{}` only reads. */
  async settings(patch: SettingsPatch = {}): Promise<Settings> {
    return this.post("settings", patch);
  }

  /** Replaces the tokens that are let in, each with the addresses and origins it is for. */
  async tokens(tokens: Token[]): Promise<void> {
    await this.post("tokens", tokens);
  }

  /** Changes a plan's given fields and prices, or adds it; an added one takes the rest from the first plan. */
  async setPlan(patch: PlanPatch): Promise<Plan> {
    return this.post("set-plan", patch);
  }

  /** The plan vanishes; false when there was none. */
  async removePlan(id: number): Promise<boolean> {
    return this.post("remove-plan", { id });
  }

  async setType(patch: NodePatch): Promise<PlanType> {
    return this.post("set-type", patch);
  }

  async setNetwork(patch: NodePatch): Promise<Network> {
    return this.post("set-network", patch);
  }

  /** Money comes in. */
  async topUp(amountMinor: bigint): Promise<Move> {
    return this.post("top-up", { amountMinor });
  }

  /** Another program spends from the same account. May take it below zero. */
  async spend(amountMinor: bigint): Promise<Move> {
    return this.post("spend", { amountMinor });
  }

  /** Sets the balance, also to a negative one. */
  async setBalance(amountMinor: bigint): Promise<Move> {
    return this.post("set-balance", { amountMinor });
  }

  /** Ends a pending transaction; `refund` (true unless given) says whether a failed one's money returns. */
  async settle(
    id: number,
    outcome: "deliver" | "fail",
    how: { refund?: boolean; text?: string } = {},
  ): Promise<boolean> {
    return this.post("settle", { id, outcome, ...how });
  }

  /** Lets go the request with this log number, or all that are held; returns how many went. */
  async release(n?: number): Promise<number> {
    return this.post("release", { n });
  }

  /** The service refuses connections, and breaks the open ones, until `up`. */
  async down(): Promise<void> {
    await this.post("down");
  }

  async up(): Promise<void> {
    await this.post("up");
  }
}
