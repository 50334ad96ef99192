import type { SandboxNetwork, SandboxPlan, SandboxPlanType } from "./catalogue.ts";
import {
  createMatcher,
  followLog,
  type LogUpdate,
  type PurchaseMatch,
  type PurchaseMoment,
} from "./follow-log.ts";
import type { SandboxLogEntry } from "./log.ts";
import type { SandboxTransaction } from "./transaction.ts";
import { decodeJson, encodeJson } from "./values.ts";
import type { WalletMove } from "./wallet.ts";

export interface WaitOptions {
  until?: PurchaseMoment;
  timeoutMs?: number;
}

/** The readable part of a sandbox, with methods that wait; `SandboxControl` adds orders. */
export class SandboxLog {
  readonly url: string;

  constructor(controlUrl: string) {
    this.url = controlUrl.replace(/\/$/, "");
  }

  /** Every request since the start or the last reset, oldest first, with its true result. */
  async log(): Promise<SandboxLogEntry[]> {
    return (await this.read<LogUpdate>("log")).entries;
  }

  /** The log's purchases only. */
  async purchases(): Promise<SandboxLogEntry[]> {
    return (await this.log()).filter(({ route }) => route === "purchase");
  }

  /** Every executed purchase with its present, true state. */
  async transactions(): Promise<SandboxTransaction[]> {
    return this.read("transactions");
  }

  /** The number of unused ordered faults. */
  async faultsWaiting(): Promise<number> {
    return (await this.read<{ waiting: number }>("faults")).waiting;
  }

  /** The catalogue as it is sold now, inactive plans too. */
  async plans(): Promise<{ networks: SandboxNetwork[]; types: SandboxPlanType[]; plans: SandboxPlan[] }> {
    return this.read("plans");
  }

  /** The account's balance. */
  async balance(): Promise<bigint> {
    return (await this.wallet()).balanceMinor;
  }

  /** The account's balance and every movement. */
  async wallet(): Promise<{ balanceMinor: bigint; moves: WalletMove[] }> {
    return this.read("wallet");
  }

  /**
   * Waits for the first purchase that matches and has reached the moment (`received` by default).
   * @throws Error with the log after `timeoutMs` (three minutes by default).
   */
  async waitForPurchase(match: PurchaseMatch = {}, options: WaitOptions = {}): Promise<SandboxLogEntry> {
    const [entry] = await this.waitForPurchases(1, { ...options, match });
    return entry as SandboxLogEntry;
  }

  /** Waits until `count` purchases match; returns all matches at that time, oldest first. */
  async waitForPurchases(
    count: number,
    { match = {}, ...options }: WaitOptions & { match?: PurchaseMatch } = {},
  ): Promise<SandboxLogEntry[]> {
    const fits = createMatcher(match, options.until ?? "received");
    const log = await this.waitForLog((entries) => entries.filter(fits).length >= count, options);
    return log.filter(fits);
  }

  /** Waits until the whole log satisfies a predicate and returns it. */
  async waitForLog(
    done: (log: SandboxLogEntry[]) => boolean,
    { timeoutMs = 180_000 }: WaitOptions = {},
  ): Promise<SandboxLogEntry[]> {
    return followLog((since, ms) => this.read<LogUpdate>(`log?since=${since}&waitMs=${ms}`), done, timeoutMs);
  }

  protected async read<Result>(path: string): Promise<Result> {
    return this.call(path, {});
  }

  protected async post<Result>(verb: string, input?: unknown): Promise<Result> {
    return this.call(verb, { method: "POST", body: input === undefined ? null : encodeJson(input) });
  }

  private async call<Result>(path: string, init: RequestInit): Promise<Result> {
    const response = await fetch(`${this.url}/${path}`, init);
    const result = decodeJson(await response.text());
    if (!response.ok) throw new Error(`sandbox: ${(result as { error: string }).error}`);
    return result as Result;
  }
}
