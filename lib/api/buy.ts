import { current } from "#lib/catalogue/current";
import { priceOf } from "#lib/catalogue/price";
import { type Ctx, requireBuyer } from "#lib/core/context";
import { type FieldErrors, PortalError } from "#lib/core/error";
import { Ref } from "#lib/purchase/place/offer";
import { statusOf, transaction } from "#lib/purchase/read/transaction";
import { bookOf } from "./book-of.ts";
import { fieldsOf } from "./check-input.ts";
import type { Reply } from "./reply.ts";
import { PurchaseRequest } from "./requests.ts";
import { TEXTS } from "./texts.ts";

/** How long a call waits for the outcome before it answers `pending`. */
const WAIT_MS = 25_000;

/**
 * Buys (section 4.3) and answers with the outcome: 200, or 422 when it failed at the provider. The database
 * is not held while it waits. @throws PortalError with the keys and words of section 7.
 */
export async function buy(ctx: Ctx, ref: string, body: unknown): Promise<Reply> {
  if (!Ref.safeParse(ref).success)
    throw new PortalError("invalid", TEXTS.invalid, { fields: { ref: [TEXTS.refInvalid] } });
  const { plan, mobile_number, network } = await readRequest(ctx, body);
  const order = { ref, planId: plan, networkId: network, phone: mobile_number };
  const book = bookOf(ctx);
  const { purchase, replayed } = await book.buy(ctx, order);
  const outcome = await book.outcome(ctx, purchase, WAIT_MS);
  return {
    status: statusOf(outcome.state) === "failed" ? 422 : 200,
    body: { data: transaction(outcome) },
    headers: { ...(replayed && { "Idempotency-Replayed": "true" }) },
  };
}

/** The request, or everything that is wrong with it at once. */
async function readRequest(ctx: Ctx, body: unknown): Promise<PurchaseRequest> {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  const read = PurchaseRequest.safeParse(isObject ? body : {});
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
