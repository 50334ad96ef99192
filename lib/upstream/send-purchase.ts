import { log } from "#lib/core/log";
import type { Minor } from "#lib/core/money/money";
import type { ExchangeResult } from "#lib/core/network/exchange-request";
import { limitRawText } from "#lib/core/text/foreign-text";
import { toLocalDigits } from "#lib/core/text/phone";
import { getMainAccount, type UpstreamAccount } from "./account.ts";
import { classifyResponse } from "./classify-response.ts";
import type { PurchaseResponse, UpstreamPurchaseRequest } from "./purchase-response.ts";
import { requestUpstream } from "./request-upstream.ts";

const MAX_BYTES = 64 * 1024;

export interface SendPurchaseInput {
  /** The environment's (`UPSTREAM_*`) unless given. */
  account?: UpstreamAccount;
  /** The portal's own reference, the `{ref}` in the path (interface: Purchase). */
  ident: string;
  planId: number;
  networkId: number;
  /** The recipient, in E.164. */
  phone: string;
  /** The expected charge of the upstream, in minor units. */
  cost: Minor;
  /** From the name lookup to the last byte, in ms; the account's unless given. */
  timeoutMs?: number | undefined;
  /** Returns the ms left in which sending may begin. */
  timeToBegin?: (() => number) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a purchase to the upstream (interface: Purchase) once. Never throws and never retries: once
 * connected, everything but a clear response is `unconfirmed`.
 */
export async function sendPurchase(input: SendPurchaseInput): Promise<PurchaseResponse> {
  const { account = getMainAccount(), ident, planId, networkId, phone, cost, timeToBegin, signal } = input;
  let result: ExchangeResult | undefined;
  try {
    result = await requestUpstream({
      account,
      method: "POST",
      path: `/api/data/${encodeURIComponent(ident)}`,
      json: { plan: planId, mobile_number: toLocalDigits(phone), network: networkId },
      timeoutMs: input.timeoutMs ?? account.timeoutMs,
      maxBytes: MAX_BYTES,
      timeToBegin,
      signal,
    });
    return toPurchaseResponse(result, { networkId, cost });
  } catch (error) {
    log.error("upstream.purchase_failed", { ident, error });
    const note = "the portal failed while sending";
    return {
      result: "unconfirmed",
      note,
      ...(result && "text" in result && { raw: limitRawText(result.text) }),
    };
  }
}

function toPurchaseResponse(result: ExchangeResult, request: UpstreamPurchaseRequest): PurchaseResponse {
  switch (result.kind) {
    case "unsent":
      return { result: "unsent", note: result.reason };
    case "broken": {
      const { reason, status, text } = result;
      const head = status === undefined ? {} : { httpStatus: status };
      return { result: "unconfirmed", note: reason, raw: limitRawText(text), ...head };
    }
    case "response":
      return classifyResponse(result.status, { retryAfter: result.retryAfter }, result.text, request);
  }
}
