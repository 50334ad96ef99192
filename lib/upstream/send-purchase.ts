import { log } from "#lib/core/log";
import type { ExchangeResult } from "#lib/core/network/exchange-request";
import { limitRawText } from "#lib/core/text/foreign-text";
import { getMainAccount, type UpstreamAccount } from "./account.ts";
import { classifyEdgeResponse } from "./classify-edge-response.ts";
import type { Dialect } from "./dialect.ts";
import { getDialect } from "./dialects.ts";
import type { PurchaseResponse, UpstreamPurchase } from "./purchase-response.ts";
import { requestUpstream } from "./request-upstream.ts";

const MAX_BYTES = 64 * 1024;

export interface SendPurchaseInput extends UpstreamPurchase {
  /** The environment's (`UPSTREAM_*`) unless given. */
  account?: UpstreamAccount;
  /** From the name lookup to the last byte, in ms; the account's unless given. */
  timeoutMs?: number | undefined;
  /** Returns the ms left in which sending may begin. */
  timeToBegin?: (() => number) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a purchase to the upstream once, in the dialect of its account. Never throws and never retries: once
 * connected, everything but a clear response, or one of a network in front that withheld the purchase, is
 * `unconfirmed`.
 */
export async function sendPurchase(input: SendPurchaseInput): Promise<PurchaseResponse> {
  const { account = getMainAccount(), timeoutMs, timeToBegin, signal, ...purchase } = input;
  let result: ExchangeResult | undefined;
  try {
    const dialect = getDialect(account.dialect);
    result = await requestUpstream({
      account,
      request: dialect.buildPurchase(purchase, account.token),
      timeoutMs: timeoutMs ?? account.timeoutMs,
      maxBytes: MAX_BYTES,
      timeToBegin,
      signal,
    });
    return toPurchaseResponse(result, dialect, purchase);
  } catch (error) {
    log.error("upstream.purchase_failed", { ident: purchase.ident, error });
    const note = "the portal failed while sending";
    return {
      result: "unconfirmed",
      note,
      ...(result && "text" in result && { raw: limitRawText(result.text) }),
    };
  }
}

function toPurchaseResponse(
  result: ExchangeResult,
  dialect: Dialect,
  purchase: UpstreamPurchase,
): PurchaseResponse {
  switch (result.kind) {
    case "unsent":
      return { result: "unsent", note: result.reason };
    case "broken": {
      const { reason, status, text } = result;
      const head = status === undefined ? {} : { httpStatus: status };
      return { result: "unconfirmed", note: reason, raw: limitRawText(text), ...head };
    }
    case "response":
      return classifyEdgeResponse(result) ?? dialect.classifyResponse(result, purchase);
  }
}
