import type { FilteredList } from "#lib/api/schemas";
import { parseMoney } from "#lib/core/money/money";
import type { PurchaseReply, ReadPrices, RequestPurchase } from "./buyer.ts";

/** Buys as an API client does: `POST /api/data/{ref}` with a token. */
export function createApiBuyer(token: string): RequestPurchase {
  return async (portal, { ref, planId, networkId, phone }) => {
    try {
      const response = await fetch(`${portal}/api/data/${ref}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ plan: planId, network: networkId, mobile_number: phone }),
        signal: AbortSignal.timeout(30_000),
      });
      return readResponse(response, await response.json());
    } catch {
      return undefined;
    }
  };
}

export interface PurchaseBody {
  data?: { Status?: string; ident?: string; balance_before?: string; balance_after?: string };
  errors?: Record<string, string[]>;
}

/** Reads what a response says of a purchase; undefined where the buyer has to ask again. */
export function readResponse(
  { status, headers }: { status: number; headers: Pick<Headers, "get"> },
  { data, errors }: PurchaseBody,
): PurchaseReply | undefined {
  const state = data?.Status;
  if (state === "successful" || state === "failed" || state === "pending")
    return {
      ...{ told: state, ident: data?.ident },
      ...{ before: parseMoney(data?.balance_before ?? ""), after: parseMoney(data?.balance_after ?? "") },
    };
  // The other limit counts the calls of each process.
  if (status === 429 && headers.get("RateLimit-Limit") === "30") return { told: "rejected", reason: "rate" };
  if (status !== 422) return undefined;
  // While sending pauses, a buyer comes again; every other rejection is final.
  if (errors?.status?.[0]?.startsWith("Service unavailable")) return undefined;
  return { told: "rejected", ...readReason(errors ?? {}) };
}

const DAY_LIMIT = /^Sorry, your daily data spending limit exceeded! Limit: \D*([\d,.]+)/;

function readReason({
  amount,
  status,
  network,
}: Record<string, string[]>): Pick<PurchaseReply, "reason" | "limit"> {
  const day = DAY_LIMIT.exec(status?.[0] ?? "");
  if (day) return { reason: "day", limit: parseMoney(day[1] ?? "") };
  if (amount?.[0] === "Insufficient wallet balance!") return { reason: "funds" };
  if (amount?.[0]?.startsWith("This token may spend up to")) return { reason: "purchase" };
  return network?.[0]?.startsWith("This token may not buy") ? { reason: "network" } : {};
}

/**
 * Reads the prices of a level as an API client does, which keeps the list while its tag holds.
 * @returns undefined without a list
 */
export function createPriceReader(token: string): ReadPrices {
  let cached: { tag: string; prices: [number, bigint][] } | undefined;
  return async (portal) => {
    try {
      const response = await fetch(`${portal}/api/data-plans-prices/filtered`, {
        headers: { Authorization: `Bearer ${token}`, ...(cached && { "If-None-Match": cached.tag }) },
        signal: AbortSignal.timeout(30_000),
      });
      if (response.status === 304) return cached?.prices;
      if (!response.ok) return undefined;
      const { data } = (await response.json()) as FilteredList;
      const plans = data.flatMap(({ data_plan_types }) => data_plan_types.flatMap((type) => type.plans));
      const prices = plans.map(({ id, api_amount }): [number, bigint] => [
        id,
        parseMoney(api_amount.toFixed(2)) ?? 0n,
      ]);
      cached = { tag: response.headers.get("ETag") ?? "", prices };
      return prices;
    } catch {
      return undefined;
    }
  };
}
