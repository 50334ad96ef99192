import type { SandboxNetwork, SandboxPlan, SandboxPlanType } from "./catalogue.ts";
import { SandboxLog } from "./control-log.ts";
import type { CatalogueNodePatch, PlanPatch } from "./control-verbs.ts";
import type { FaultTarget } from "./fault-book.ts";
import type { FaultName, FaultOrder } from "./presets.ts";
import type { SandboxSettings, SandboxSettingsPatch } from "./settings.ts";
import type { WalletMove } from "./wallet.ts";
import type { SandboxToken } from "./world.ts";

export type { FaultOrder, FaultTarget, SandboxPlan, WalletMove };

/**
 * A sandbox by its control address: orders faults and reads the truth. Money is bigint minor units, times are
 * ms. Every method throws an Error with the sandbox's message when the sandbox rejects it, and a TypeError
 * when no server listens.
 */
export class SandboxControl extends SandboxLog {
  /** Resets settings, plans, balance, faults and log. Open requests are cut off. */
  async reset(): Promise<void> {
    await this.post("reset");
  }

  /**
   * Orders a fault: for the next purchase, or the next that matches `on` (`route` aims at a plan list), once,
   * `times`, or `"always"`. Orders are used in sequence; the first match is used up.
   */
  async order(
    fault: FaultOrder,
    { times, ...on }: FaultTarget & { times?: number | "always" } = {},
  ): Promise<void> {
    await this.post("order", { fault, on, times });
  }

  /**
   * Sets random faults for purchases without an ordered one: `{ "lost-answer": 0.05 }`. Replaces all rates.
   */
  async rates(
    rates: Partial<Record<FaultName, number>> | { fault: FaultOrder; rate: number }[],
    seed?: number,
  ): Promise<void> {
    const named = Object.entries(rates).map(([fault, rate]) => ({ fault, rate }));
    await this.post("rates", { rates: Array.isArray(rates) ? rates : named, seed });
  }

  /** Removes ordered faults and rates. */
  async clearFaults(): Promise<void> {
    await this.post("clear-faults");
  }

  /** Changes some settings (see `Settings`) and returns all of them; `{}` only reads. */
  async settings(patch: SandboxSettingsPatch = {}): Promise<SandboxSettings> {
    return this.post("settings", patch);
  }

  /** Replaces the accepted tokens, each with its addresses and origins. */
  async tokens(tokens: SandboxToken[]): Promise<void> {
    await this.post("tokens", tokens);
  }

  /** Changes some fields and prices of a plan, or adds it; a new one copies the rest from the first plan. */
  async setPlan(patch: PlanPatch): Promise<SandboxPlan> {
    return this.post("set-plan", patch);
  }

  /** Removes a plan; false when there was none. */
  async removePlan(id: number): Promise<boolean> {
    return this.post("remove-plan", { id });
  }

  async setType(patch: CatalogueNodePatch): Promise<SandboxPlanType> {
    return this.post("set-type", patch);
  }

  async setNetwork(patch: CatalogueNodePatch): Promise<SandboxNetwork> {
    return this.post("set-network", patch);
  }

  /** Credits the account. */
  async topUp(amountMinor: bigint): Promise<WalletMove> {
    return this.post("top-up", { amountMinor });
  }

  /** Debits the account, as another client of it would. The balance may go below zero. */
  async spend(amountMinor: bigint): Promise<WalletMove> {
    return this.post("spend", { amountMinor });
  }

  /** Sets the balance, also to a negative one. */
  async setBalance(amountMinor: bigint): Promise<WalletMove> {
    return this.post("set-balance", { amountMinor });
  }

  /** Ends a pending transaction; `refund` (true by default) says whether a failed one is refunded. */
  async settle(
    id: number,
    outcome: "deliver" | "fail",
    how: { refund?: boolean; text?: string } = {},
  ): Promise<boolean> {
    return this.post("settle", { id, outcome, ...how });
  }

  /** Continues the request with this log number, or all that are held; returns their number. */
  async release(n?: number): Promise<number> {
    return this.post("release", { n });
  }

  /** Rejects connections, and breaks the open ones, until `up`. */
  async down(): Promise<void> {
    await this.post("down");
  }

  async up(): Promise<void> {
    await this.post("up");
  }
}
