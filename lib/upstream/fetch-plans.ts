import { setTimeout as pause } from "node:timers/promises";
import { PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { cleanText } from "#lib/core/text/foreign-text";
import { getMainAccount, type UpstreamAccount } from "./account.ts";
import type { ParsedPlanList, PlanList } from "./listed-plan.ts";
import { parsePlanList } from "./parse-plan-list.ts";
import { parseResponseBody } from "./parse-response-body.ts";
import { requestUpstream } from "./request-upstream.ts";

export type { ListedNetwork, ListedPlan, ListedType, PlanList } from "./listed-plan.ts";

const PATHS = { filtered: "/api/data-plans-prices/filtered", plain: "/api/data_plans" } as const;
const MAX_ATTEMPTS = 3;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_REASON_LENGTH = 200;

interface FetchPlansOptions {
  /** The environment's (`UPSTREAM_*`) unless given. */
  account?: Pick<UpstreamAccount, "baseUrl" | "token">;
  signal?: AbortSignal | undefined;
  /** About how long to wait before the second attempt; the third waits twice that. */
  pauseMs?: number;
  timeoutMs?: number;
}

/**
 * Fetches every plan that the upstream lists: from the filtered list, which has each level's price, else
 * from the plain one, which has not (interface: Filtered list, Plain list).
 * @throws PortalError unavailable, with a message for admins, when neither list can be fetched or trusted.
 */
export async function fetchPlans(options: FetchPlansOptions = {}): Promise<PlanList> {
  const filtered = await fetchList("filtered", options);
  if ("networks" in filtered) return { source: "filtered", ...filtered };
  log.warn("upstream.filtered_list_missing", { reason: filtered.reason });
  const plain = await fetchList("plain", options);
  if ("networks" in plain) return { source: "plain", ...plain };
  const isRejected = isTokenRejected(filtered) && isTokenRejected(plain);
  throw new PortalError(
    "unavailable",
    filtered.reason === plain.reason
      ? `The upstream gave no plan list: ${withFullStop(plain.reason)}`
      : `The upstream gave no plan list. Filtered list: ${withFullStop(filtered.reason)} Plain list: ${withFullStop(plain.reason)}`,
    isRejected ? { cause: new TokenRejected() } : {},
  );
}

/** The service doesn't know the token. */
export class TokenRejected extends Error {
  constructor() {
    super("the service rejects the token");
    this.name = "TokenRejected";
  }
}

const withFullStop = (text: string) => (/[.!?]”?$/.test(text) ? text : `${text}.`);

const isTokenRejected = ({ status }: { status?: number }) => status === 401;

async function fetchList(source: keyof typeof PATHS, options: FetchPlansOptions): Promise<ParsedPlanList> {
  const { account = getMainAccount(), pauseMs = 300, timeoutMs = TIMEOUT_MS, signal } = options;
  for (let tried = 1; ; tried += 1) {
    const result = await requestUpstream({
      account,
      method: "GET",
      path: PATHS[source],
      timeoutMs,
      maxBytes: MAX_BYTES,
      signal,
    });
    if (result.kind === "response" && result.status === 200) return parsePlanList(result.text);
    const reason = result.kind === "response" ? describeRejection(result.status, result.text) : result.reason;
    const mayPass = result.kind !== "response" || result.status >= 500;
    if (!mayPass || tried === MAX_ATTEMPTS || signal?.aborted)
      return result.kind === "response" ? { reason, status: result.status } : { reason };
    await pause(pauseMs * tried * (0.5 + Math.random()));
  }
}

/** Describes a rejection with its text: that of an address list names the portal's address, to be added. */
function describeRejection(status: number, body: string): string {
  const text = cleanText(parseResponseBody(body).messages.join(" "), MAX_REASON_LENGTH);
  return text ? `HTTP ${status}, “${text}”` : `HTTP ${status}`;
}
