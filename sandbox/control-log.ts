import type { Network, Plan, PlanType } from "./catalogue.ts";
import { decode, encode } from "./json.ts";
import type { LogEntry } from "./log.ts";
import type { Transaction } from "./transaction.ts";
import { follow, type Match, type Moment, matcher, type News } from "./waiting.ts";
import type { Move } from "./wallet.ts";

export interface WaitOptions {
  until?: Moment;
  timeoutMs?: number;
}

/** What can be read from a sandbox and waited for; `SandboxControl` adds what can be ordered. */
export class SandboxLog {
  readonly url: string;

  constructor(controlUrl: string) {
    this.url = controlUrl.replace(/\/$/, "");
  }

  /** Every request since the start or the last reset, oldest first: the judge of what happened. */
  async log(): Promise<LogEntry[]> {
    return (await this.read<News>("log")).entries;
  }

  /** The log's purchases only. */
  async purchases(): Promise<LogEntry[]> {
    return (await this.log()).filter(({ route }) => route === "purchase");
  }

  /** Every purchase that was executed, with the truth about it as it stands now. */
  async transactions(): Promise<Transaction[]> {
    return this.read("transactions");
  }

  /** How many ordered faults still wait. */
  async faultsWaiting(): Promise<number> {
    return (await this.read<{ waiting: number }>("faults")).waiting;
  }

  /** The catalogue as it is sold now, inactive ones too. */
  async plans(): Promise<{ networks: Network[]; types: PlanType[]; plans: Plan[] }> {
    return this.read("plans");
  }

  /** The account's balance. */
  async balance(): Promise<bigint> {
    return (await this.wallet()).balanceMinor;
  }

  /** The account's balance and every move that made it. */
  async wallet(): Promise<{ balanceMinor: bigint; moves: Move[] }> {
    return this.read("wallet");
  }

  /**
   * The first purchase that fits, as soon as it has come to the moment (`received` unless given).
   * Throws after `timeoutMs` (three minutes unless given), telling what the log held instead.
   */
  async waitForPurchase(match: Match = {}, options: WaitOptions = {}): Promise<LogEntry> {
    const [entry] = await this.waitForPurchases(1, { ...options, match });
    return entry as LogEntry;
  }

  /** Waits until `count` purchases fit; returns all that do then, oldest first. */
  async waitForPurchases(
    count: number,
    { match = {}, ...options }: WaitOptions & { match?: Match } = {},
  ): Promise<LogEntry[]> {
    const fits = matcher(match, options.until ?? "received");
    const log = await this.waitForLog((entries) => entries.filter(fits).length >= count, options);
    return log.filter(fits);
  }

  /** Waits until the whole log satisfies a predicate and returns it. */
  async waitForLog(
    done: (log: LogEntry[]) => boolean,
    { timeoutMs = 180_000 }: WaitOptions = {},
  ): Promise<LogEntry[]> {
    return follow((since, ms) => this.read<News>(`log?since=${since}&waitMs=${ms}`), done, timeoutMs);
  }

  protected async read<Result>(path: string): Promise<Result> {
    return this.call(path, {});
  }

  protected async post<Result>(verb: string, input?: unknown): Promise<Result> {
    return this.call(verb, { method: "POST", body: input === undefined ? null : encode(input) });
  }

  private async call<Result>(path: string, init: RequestInit): Promise<Result> {
    const response = await fetch(`${this.url}/${path}`, init);
    const result = decode(await response.text());
    if (!response.ok) throw new Error(`sandbox: ${(result as { error: string }).error}`);
    return result as Result;
  }
}
