import { parseMoney } from "#lib/core/money/money";
import type { PurchaseReply, RequestPurchase } from "./buyer.ts";

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
      return readResponse(response.status, await response.json());
    } catch {
      return undefined;
    }
  };
}

interface PurchaseBody {
  data?: { Status?: string; ident?: string; balance_before?: string; balance_after?: string };
  errors?: Record<string, string[]>;
}

function readResponse(status: number, { data, errors }: PurchaseBody): PurchaseReply | undefined {
  const state = data?.Status;
  if (state === "successful" || state === "failed" || state === "pending")
    return {
      ...{ told: state, ident: data?.ident },
      ...{ before: parseMoney(data?.balance_before ?? ""), after: parseMoney(data?.balance_after ?? "") },
    };
  if (status !== 422) return undefined;
  // While sending pauses, a buyer comes again; every other rejection is final.
  if (errors?.status?.[0]?.startsWith("Service unavailable")) return undefined;
  return { told: "rejected", isForFunds: errors?.amount?.[0] === "Insufficient wallet balance!" };
}
