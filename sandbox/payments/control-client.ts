import { followLog, type LogUpdate } from "#sandbox/follow-log";
import { decodeJson, encodeJson } from "#sandbox/values";
import type { PaymentsVerbInputs } from "./control.ts";
import type { PaymentsLogEntry, SandboxAccount, SandboxPayment, SandboxRefund } from "./world.ts";

const WAIT_TIMEOUT_MS = 180_000;

/**
 * The payment sandbox by its control address. Money is bigint minor units. Every method throws an Error with
 * the sandbox's message when it rejects.
 */
export class PaymentsControl {
  readonly url: string;

  constructor(controlUrl: string) {
    this.url = controlUrl.replace(/\/$/, "");
  }

  /**
   * Runs a verb of `control.ts`: `order` a fault, `pay`, `fail`, `settle` or `reverse` a payment, `transfer`
   * to an account number, `open-account`, `settle-refund`, `pay-out`, `release` late webhooks and slow
   * responses, change `settings`, `reset`.
   */
  async do<Verb extends keyof PaymentsVerbInputs>(
    verb: Verb,
    input: PaymentsVerbInputs[Verb],
  ): Promise<unknown> {
    return this.call(verb, { method: "POST", body: encodeJson(input) });
  }

  /** The events since the start or the last reset, oldest first. */
  async log(): Promise<PaymentsLogEntry[]> {
    return (await this.call<LogUpdate<PaymentsLogEntry>>("log")).entries;
  }

  async payments(): Promise<SandboxPayment[]> {
    return this.call("payments");
  }

  async accounts(): Promise<SandboxAccount[]> {
    return this.call("accounts");
  }

  async refunds(): Promise<SandboxRefund[]> {
    return this.call("refunds");
  }

  /**
   * Waits until the whole log satisfies a predicate and returns it; throws with the log after three minutes.
   */
  async waitForLog(done: (log: PaymentsLogEntry[]) => boolean): Promise<PaymentsLogEntry[]> {
    const news = (since: number, ms: number) =>
      this.call<LogUpdate<PaymentsLogEntry>>(`log?since=${since}&waitMs=${ms}`);
    return followLog(news, done, WAIT_TIMEOUT_MS);
  }

  private async call<Result>(path: string, init: RequestInit = {}): Promise<Result> {
    const response = await fetch(`${this.url}/${path}`, init);
    const result = decodeJson(await response.text());
    if (!response.ok) throw new Error(`payment sandbox: ${(result as { error: string }).error}`);
    return result as Result;
  }
}
