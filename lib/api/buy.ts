import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { current } from "#lib/catalogue/current";
import { priceOf } from "#lib/catalogue/price";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { type FieldErrors, gaveWay, invalid, isDatabaseDown, PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { Ref } from "#lib/purchase/place/offer";
import { statusOf, transaction } from "#lib/purchase/read/transaction";
import { backendOf } from "./backend-of.ts";
import type { Call, Operation } from "./endpoint.ts";
import { takeCall, takePurchase } from "./rate-limit.ts";
import { HttpError, type Reply } from "./reply.ts";
import { fieldsOf, PurchaseBody } from "./requests.ts";
import { outcomeUnknownWithoutRef, TEXTS } from "./texts.ts";

/** How long a call waits for the outcome before it answers `pending`. */
const WAIT_MS = 25_000;
const MOST_BYTES = 64 * 1024;

/** The refs that the portal made, by the request that had none. */
const made = new WeakMap<IncomingMessage, string>();

/** Buying, with the caller's ref or one that the portal makes; the answer's `X-Ref` tells which. */
export const purchaseOperation: Operation = {
  limit(call, account) {
    // The same ref sent again takes no second place among purchases, but every request counts as a call to buy.
    const calls = takeCall(account, "buy");
    return calls.refused ? calls : takePurchase(call.ctx, account, limitKey(refOf(call)));
  },
  headers: (call) => xRef(refOf(call)),
  handle: async (call) => {
    // A ref with a question mark ends there on its way: what is left of it may name another purchase.
    if (call.request.url?.includes("?")) throw invalid("ref", TEXTS.refInQuery);
    const body = await readJson(call.request);
    return buy(call.ctx, refOf(call), body).catch((error: unknown) => {
      if (!mayHaveBought(error)) throw error;
      throw call.ref === undefined ? unknownWithoutRef(error, refOf(call)) : unknownWithRef(error);
    });
  },
};

/** The caller's ref, or the one that the portal made for this request. */
function refOf({ request, ref }: Call): string {
  const known = ref ?? made.get(request) ?? `api-${randomUUID()}`;
  made.set(request, known);
  return known;
}

/** The ref as the limit keeps it. It is not validated yet, and has to fit the column all the same. */
function limitKey(ref: string): string {
  return ref.replace(/[^\x21-\x7e]/g, "?").slice(0, 65);
}

/** An invalid ref may hold characters that a header cannot. */
function xRef(ref: string): Record<string, string> {
  return /^[\x21-\x7e]{1,64}$/.test(ref) ? { "X-Ref": ref } : {};
}

/**
 * Buys (section 4.3) and answers with the outcome: 200, or 422 when it failed at the provider. The database
 * is not held while it waits. @throws PortalError with the keys and words of section 7.
 */
export async function buy(ctx: Ctx, ref: string, body: unknown): Promise<Reply> {
  if (ref === "") throw invalid("ref", TEXTS.refMissing);
  if (!Ref.safeParse(ref).success) throw invalid("ref", TEXTS.refInvalid);
  const { plan, mobile_number, network } = await parseBody(ctx, body);
  const request = { ref, planId: plan, networkId: network, phone: mobile_number };
  const { purchase, replayed } = await backendOf(ctx).buy(ctx, request, WAIT_MS);
  return {
    status: statusOf(purchase.state) === "failed" ? 422 : 200,
    body: { data: transaction(purchase) },
    headers: { ...(replayed && { "Idempotency-Replayed": "true" }) },
  };
}

/** Whether a purchase may have been placed although its call failed: the line was lost meanwhile, or the fault is ours. */
function mayHaveBought(error: unknown): boolean {
  if (error instanceof PortalError) return error.code === "unavailable" && error.facts.unknown === true;
  return !(error instanceof HttpError || isDatabaseDown(error) || gaveWay(error));
}

/** The caller's own ref makes it safe to ask again. */
function unknownWithRef(error: unknown): unknown {
  return error instanceof PortalError ? error.reworded(TEXTS.outcomeUnknown) : error;
}

/** To ask again without a ref would buy again: so it is no 503, and no header says to wait and try again. */
function unknownWithoutRef(error: unknown, ref: string): HttpError {
  log.error("purchase.unknown", { ref, error });
  return new HttpError(500, outcomeUnknownWithoutRef(ref));
}

/** @throws invalid with everything that is wrong at once. */
async function parseBody(ctx: Ctx, body: unknown): Promise<PurchaseBody> {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  const read = PurchaseBody.safeParse(isObject ? body : {});
  if (read.success) return read.data;
  const fields = fieldsOf(read.error);
  const wrong = fields.plan ? {} : await planProblem(ctx, body as { plan: unknown });
  throw new PortalError("invalid", TEXTS.invalid, { fields: { ...wrong, ...fields } });
}

async function planProblem(ctx: Ctx, { plan }: { plan: unknown }): Promise<FieldErrors> {
  const { plans } = await current(ctx);
  const found = plans.get(Number(plan));
  const sold = found && priceOf(found, requireBuyer(ctx).level) !== undefined;
  return sold ? {} : { plan: [TEXTS.planInvalid] };
}

/**
 * A request's body as JSON; an empty one reads as null.
 * @throws HttpError 413 over 64 KiB, 415 when its headers say that it is not plain JSON, 400 when it cannot be parsed.
 */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return null;
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type && !/^(application|text)\/([a-z0-9.+-]+\+)?json$/.test(type))
    throw new HttpError(415, "The body must be JSON: send Content-Type: application/json.");
  if (request.headers["content-encoding"] !== undefined)
    throw new HttpError(415, "The body must not be compressed: send it without Content-Encoding.");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new HttpError(400, "The body is not valid JSON.");
  }
}

async function readBytes(request: IncomingMessage): Promise<Uint8Array> {
  // Made only where it is thrown: an error writes its stack down.
  const tooLarge = () => new HttpError(413, "The body is too large: 64 KiB at most.");
  if (Number(request.headers["content-length"] ?? 0) > MOST_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += chunk.length;
      if (size > MOST_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, "The body did not arrive whole.");
  }
  return Buffer.concat(chunks);
}
