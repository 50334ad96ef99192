import { setTimeout as pause } from "node:timers/promises";
import type { ExchangeResult } from "#lib/core/network/exchange-request";
import { waitWithoutTurn } from "#lib/core/page-turn";
import { getMainAccount, type UpstreamAccount } from "./account.ts";
import type { DialectRequest } from "./dialect.ts";
import { getDialect } from "./dialects.ts";
import type { PlanList } from "./plan-list.ts";
import { requestUpstream } from "./request-upstream.ts";

const MAX_ATTEMPTS = 3;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 5 * 1024 * 1024;

interface FetchPlansOptions {
  /** The environment's (`UPSTREAM_*`) unless given. */
  account?: Pick<UpstreamAccount, "baseUrl" | "token" | "dialect">;
  signal?: AbortSignal | undefined;
  /** About how long to wait before the second attempt; the third waits twice that. */
  pauseMs?: number;
  timeoutMs?: number;
}

/**
 * Fetches every plan that a service lists, in its dialect.
 * @throws PortalError unavailable, with a message for admins, when no list can be fetched or trusted.
 */
export function fetchPlans(options: FetchPlansOptions = {}): Promise<PlanList> {
  const { account = getMainAccount(), pauseMs = 300, timeoutMs = TIMEOUT_MS, signal } = options;
  async function exchange(request: DialectRequest): Promise<ExchangeResult> {
    for (let tried = 1; ; tried += 1) {
      const result = await requestUpstream({ account, request, timeoutMs, maxBytes: MAX_BYTES, signal });
      const mayPass = result.kind !== "response" || result.status >= 500;
      if (!mayPass || tried === MAX_ATTEMPTS || signal?.aborted) return result;
      await waitWithoutTurn(() => pause(pauseMs * tried * (0.5 + Math.random())));
    }
  }
  return getDialect(account.dialect).fetchPlans(exchange, account.token);
}
