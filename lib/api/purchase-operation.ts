import { randomUUID } from "node:crypto";
import { getCatalogue } from "#lib/catalogue/get-catalogue";
import { findPlanOffer } from "#lib/catalogue/plan-offer";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { isDatabaseDown, isSerializationFailure } from "#lib/core/database-error";
import { type FieldErrors, invalidError, PortalError } from "#lib/core/error";
import { log } from "#lib/core/log";
import { getPriceTerms } from "#lib/core/price-list/agent-terms";
import { isObject } from "#lib/core/text/foreign-text";
import { Ref } from "#lib/purchase/place/offer";
import { toTransactionStatus, toTransactionView } from "#lib/purchase/read/transaction-view";
import { type ResumedCall, resumeAbandonedCall } from "./abandoned-call.ts";
import type { ApiCall, ApiOperation } from "./endpoint.ts";
import { getPurchaseBackend } from "./get-purchase-backend.ts";
import { describeLateReplay } from "./late-replay.ts";
import { consumeCall, consumePurchase } from "./rate-limit.ts";
import { BODY_FIELDS, type ReceivedBody, readPurchaseBody } from "./read-purchase-body.ts";
import type { ApiRequest } from "./request-headers.ts";
import { PurchaseBody, toFieldErrors } from "./requests.ts";
import { type ApiResponse, HttpError } from "./response.ts";
import { API_TEXTS, formatUnknownOutcome } from "./texts.ts";
import { describeUnknownNames } from "./unknown-names.ts";

/** Of the outcome, before the response is `pending`. */
const MAX_WAIT_MS = 25_000;
/** The same without a ref: many clients give up after 20 or 30 s, and their next call would buy again. */
const MAX_WAIT_WITHOUT_REF_MS = 15_000;

/** Refs that the portal created, by their request. */
const generatedRefs = new WeakMap<ApiRequest, string>();
/** Bodies that were read, by their request. */
const bodies = new WeakMap<ApiRequest, Promise<ReceivedBody>>();

/** Buys under the caller's ref or one that the portal creates; `X-Ref` of the response has it. */
export const purchaseOperation: ApiOperation = {
  async limit(call, account) {
    // A repeated ref counts as one purchase, but every request counts as a call to buy.
    const calls = consumeCall(account, "buy");
    if (calls.rejected) return calls;
    const rate = await consumePurchase(call.ctx, account, getLimitKey(getRequestRef(call)));
    if (!rate.rejected || call.ref !== undefined) return rate;
    // A 429 says that nothing was bought, which isn't true for a call that is repeated.
    const isRepeat = await resumeEarlierCall(call).then(
      (resumed) => resumed.isRepeat,
      () => false,
    );
    return { ...rate, rejected: !isRepeat };
  },
  headers: (call) => buildRefHeader(getRequestRef(call)),
  handle: async (call) => {
    // A question mark cuts off the rest of a ref: the first part may be the ref of another purchase.
    if (call.sentUrl.includes("?")) throw invalidError("ref", API_TEXTS.refInQuery);
    if (!call.isExact) throw invalidError("ref", API_TEXTS.refInSlashes);
    const { body, warning } = await getBody(call);
    if (warning) call.warnings.push(warning);
    if (isObject(body))
      call.warnings.push(...describeUnknownNames("body field", Object.keys(body), BODY_FIELDS));
    const ref = call.ref;
    const response = await (ref === undefined
      ? buyWithoutRef(call, body)
      : buyPlan(call.ctx, ref, body).catch((error: unknown) => {
          throw mayHavePurchased(error) ? createRepeatableError(error, ref) : error;
        }));
    if (response.lateReplay) call.warnings.push(response.lateReplay);
    return response;
  },
};

/** Buys under a ref that the portal created: of a call whose caller left, until a repetition has its response. */
async function buyWithoutRef(call: ApiCall, body: unknown): Promise<ApiResponse> {
  const { ref, isRepeat, end, putBack } = await resumeEarlierCall(call);
  try {
    const response = await buyPlan(call.ctx, ref, body, { isRepeat, maxWaitMs: MAX_WAIT_WITHOUT_REF_MS });
    await end();
    return response;
  } catch (error) {
    await putBack();
    if (mayHavePurchased(error) || (isRepeat && isUnavailable(error)))
      throw createUnrepeatableError(error, ref);
    throw error;
  }
}

/** Requests whose earlier call was looked for, and the result. */
const resumed = new WeakMap<ApiRequest, Promise<ResumedCall>>();

/** Gives a call without a ref that of the same call whose caller left, if any. */
function resumeEarlierCall(call: ApiCall): Promise<ResumedCall> {
  const { ctx, request, signal } = call;
  const find = async () => {
    const ref = getRequestRef(call);
    const { body } = await getBody(call);
    const earlier = await resumeAbandonedCall({ ctx, signal, ref, body });
    generatedRefs.set(request, earlier.ref);
    return earlier;
  };
  return getOrCreate(resumed, request, find);
}

const getBody = ({ request }: ApiCall) => getOrCreate(bodies, request, () => readPurchaseBody(request));

function getOrCreate<T>(map: WeakMap<ApiRequest, T>, request: ApiRequest, create: () => T): T {
  const value = map.get(request) ?? create();
  map.set(request, value);
  return value;
}

/** Returns the caller's ref, or the one that the portal created for this request. */
function getRequestRef({ request, ref }: ApiCall): string {
  return ref ?? getOrCreate(generatedRefs, request, () => `api-${randomUUID()}`);
}

/** Returns the ref's key for the limit: it isn't validated yet, but must fit the column. */
function getLimitKey(ref: string): string {
  return ref.replace(/[^\x21-\x7e]/g, "?").slice(0, 65);
}

/** An invalid ref may hold characters that headers don't allow. */
function buildRefHeader(ref: string): Record<string, string> {
  return /^[\x21-\x7e]{1,64}$/.test(ref) ? { "X-Ref": ref } : {};
}

/**
 * Buys (interface: Purchase) and returns the outcome: 200, or 422 when it failed at the upstream. Waits
 * without a database connection.
 * @throws PortalError with the keys and texts of the interface (Errors).
 */
export async function buyPlan(
  ctx: Ctx,
  ref: string,
  body: unknown,
  { maxWaitMs = MAX_WAIT_MS, isRepeat = false } = {},
): Promise<ApiResponse> {
  if (ref === "") throw invalidError("ref", API_TEXTS.refMissing);
  if (!Ref.safeParse(ref).success) throw invalidError("ref", API_TEXTS.refInvalid);
  const { plan, mobile_number, network } = await parseBody(ctx, body);
  const request = { ref, isRepeat, planId: plan, networkId: network, phone: mobile_number };
  const { purchase, replayed, isCut } = await getPurchaseBackend(ctx).buy(ctx, request, maxWaitMs);
  return {
    status: toTransactionStatus(purchase.state) === "failed" ? 422 : 200,
    body: { data: toTransactionView(purchase) },
    headers: { ...(replayed && { "Idempotency-Replayed": "true" }) },
    isCut,
    lateReplay: replayed ? describeLateReplay(purchase) : undefined,
  };
}

/**
 * Returns whether a purchase may have been placed although its call failed:
 * by a lost connection or an internal error.
 */
function mayHavePurchased(error: unknown): boolean {
  if (error instanceof PortalError) return error.code === "unavailable" && error.facts.unknown === true;
  return !(error instanceof HttpError || isDatabaseDown(error) || isSerializationFailure(error));
}

/** An error that says nothing of the earlier call. */
const isUnavailable = (error: unknown) =>
  (error instanceof PortalError && error.code === "unavailable") ||
  isDatabaseDown(error) ||
  isSerializationFailure(error);

/** The caller's ref makes it safe to call again. */
function createRepeatableError(error: unknown, ref: string): Error {
  if (error instanceof PortalError) return error.reworded(API_TEXTS.outcomeUnknown);
  log.error("purchase.unknown", { ref, error });
  return new HttpError(500, API_TEXTS.outcomeUnknown);
}

/** A repeated call without a ref would buy again: so this is not a 503, and has no Retry-After. */
function createUnrepeatableError(error: unknown, ref: string): HttpError {
  log.error("purchase.unknown", { ref, error });
  return new HttpError(500, formatUnknownOutcome(ref));
}

/** @throws invalid with everything that is wrong at once. */
async function parseBody(ctx: Ctx, body: unknown): Promise<PurchaseBody> {
  const read = PurchaseBody.safeParse(isObject(body) ? body : {});
  if (read.success) return read.data;
  const fields = toFieldErrors(read.error);
  const wrong = fields.plan ? {} : await validatePlan(ctx, body as { plan: unknown });
  throw new PortalError("invalid", API_TEXTS.invalid, { fields: { ...wrong, ...fields } });
}

async function validatePlan(ctx: Ctx, { plan }: { plan: unknown }): Promise<FieldErrors> {
  const offer = findPlanOffer(await getCatalogue(ctx), Number(plan), getPriceTerms(requireBuyer(ctx)));
  return offer ? {} : { plan: [API_TEXTS.planInvalid] };
}
