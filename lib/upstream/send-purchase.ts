import { env } from "#lib/core/env";
import { log } from "#lib/core/log";
import type { Minor } from "#lib/core/money";
import { localDigits } from "#lib/core/phone";
import type { PurchaseAnswer } from "./answer.ts";
import { classifyResponse } from "./classify-response.ts";
import { ask } from "./client.ts";
import { rawOf } from "./text.ts";
import type { Exchange } from "./transport.ts";

const MAX_BYTES = 64 * 1024;

export interface SendPurchaseInput {
  /** The portal's own reference, the `{ref}` of section 4.3. */
  ident: string;
  planId: number;
  networkId: number;
  /** The recipient, in E.164. */
  phone: string;
  /** What the upstream should charge, in minor units. */
  cost: Minor;
  /** From the name lookup to the last byte, in ms; `UPSTREAM_TIMEOUT_MS` unless given. */
  timeoutMs?: number | undefined;
  /** How many ms are left until it may no longer be begun. */
  timeToBegin?: (() => number) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a purchase to the upstream (section 4.3) once and returns what came of it. Never throws and never
 * tries again: once the connection stands, everything but a clear answer is `unconfirmed`.
 */
export async function sendPurchase(input: SendPurchaseInput): Promise<PurchaseAnswer> {
  const { ident, planId, networkId, phone, cost, timeToBegin, signal } = input;
  let result: Exchange | undefined;
  try {
    result = await ask({
      method: "POST",
      path: `/api/data/${encodeURIComponent(ident)}`,
      json: { plan: planId, mobile_number: localDigits(phone), network: networkId },
      timeoutMs: input.timeoutMs ?? env().UPSTREAM_TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      timeToBegin,
      signal,
    });
    return answerOf(result, { networkId, cost });
  } catch (error) {
    log.error("upstream.purchase_failed", { ident, error });
    const note = "the portal failed while sending";
    return { meaning: "unconfirmed", note, ...(result && "text" in result && { raw: rawOf(result.text) }) };
  }
}

function answerOf(result: Exchange, asked: { networkId: number; cost: Minor }): PurchaseAnswer {
  switch (result.kind) {
    case "unsent":
      return { meaning: "unsent", note: result.why };
    case "broken": {
      const { why, status, text } = result;
      const head = status === undefined ? {} : { httpStatus: status };
      return { meaning: "unconfirmed", note: why, raw: rawOf(text), ...head };
    }
    case "answer":
      return classifyResponse(result.status, { retryAfter: result.retryAfter }, result.text, asked);
  }
}
