import { randomUUID } from "node:crypto";
import { buy } from "./buy.ts";
import type { Call, Operation } from "./endpoint.ts";
import { readJson } from "./read-json.ts";
import { takeCall } from "./take-call.ts";
import { takePurchase } from "./take-purchase.ts";

const made = new WeakMap<Request, string>();

/** Buying, with the caller's ref or one that the portal makes; the answer's `X-Ref` tells which. */
export const purchaseOperation: Operation = {
  limit(call, account) {
    // A ref that is asked for again and again takes no more places, but each call is one.
    const calls = takeCall(account);
    return calls.refused ? calls : takePurchase(call.ctx, account, place(refOf(call)));
  },
  headers: (call) => xRef(refOf(call)),
  handle: async (call) => buy(call.ctx, refOf(call), await readJson(call.request)),
};

/** The caller's ref, or one and the same of the portal's for the whole request. */
function refOf({ request, ref }: Call): string {
  const known = ref ?? made.get(request) ?? `api-${randomUUID()}`;
  made.set(request, known);
  return known;
}

/** What a ref's place in the limit goes by: also one that is none has to fit into a column. */
function place(ref: string): string {
  return ref.replace(/[^\x21-\x7e]/g, "?").slice(0, 65);
}

/** A ref that is none may hold what no header can. */
function xRef(ref: string): Record<string, string> {
  return /^[\x21-\x7e]{1,64}$/.test(ref) ? { "X-Ref": ref } : {};
}
