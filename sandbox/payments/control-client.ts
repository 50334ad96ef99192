import { decode, encode } from "../json.ts";
import { follow, type News } from "../waiting.ts";
import type { Inputs } from "./control.ts";
import type { Account, Entry, Payment, Refund } from "./world.ts";

const PATIENCE_MS = 180_000;

/**
 * The payment sandbox by its control address. Money is bigint minor units. Every method throws an Error with the
 * sandbox's words when it refuses.
 */
export class PaymentsControl {
  readonly url: string;

  constructor(controlUrl: string) {
    this.url = controlUrl.replace(/\/$/, "");
  }

  /**
   * Does a verb of `control.ts`: `order` a fault, `pay`, `fail`, `settle` or `reverse` a payment, `transfer` to an
   * account number, `open-account`, `settle-refund`, `pay-out`, `release` what is late, change `settings`, `reset`.
   */
  async do<Verb extends keyof Inputs>(verb: Verb, input: Inputs[Verb]): Promise<unknown> {
    return this.call(verb, { method: "POST", body: encode(input) });
  }

  /** What happened since the start or the last reset, oldest first. */
  async log(): Promise<Entry[]> {
    return (await this.call<News<Entry>>("log")).entries;
  }

  async payments(): Promise<Payment[]> {
    return this.call("payments");
  }

  async accounts(): Promise<Account[]> {
    return this.call("accounts");
  }

  async refunds(): Promise<Refund[]> {
    return this.call("refunds");
  }

  /** Waits until the whole log satisfies a predicate and returns it; throws with the log after three minutes. */
  async waitForLog(done: (log: Entry[]) => boolean): Promise<Entry[]> {
    const news = (since: number, ms: number) => this.call<News<Entry>>(`log?since=${since}&waitMs=${ms}`);
    return follow(news, done, PATIENCE_MS);
  }

  private async call<Result>(path: string, init: RequestInit = {}): Promise<Result> {
    const response = await fetch(`${this.url}/${path}`, init);
    const result = decode(await response.text());
    if (!response.ok) throw new Error(`payment sandbox: ${(result as { error: string }).error}`);
    return result as Result;
  }
}
