import type { Dialect } from "#lib/upstream/dialect";
import { buildPurchase } from "./build-purchase.ts";
import { classifyResponse } from "./classify-response.ts";
import { fetchPlans } from "./fetch-plans.ts";

/** The interface of docs/interface.md, which the portal's own API speaks as well. */
export const standardDialect: Dialect = {
  name: "standard",
  label: "Standard",
  fetchPlans,
  buildPurchase,
  classifyResponse: ({ status, headers, text }, purchase) =>
    classifyResponse(status, { retryAfter: headers["retry-after"] }, text, purchase),
};
