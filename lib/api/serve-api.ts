import type { IncomingMessage, ServerResponse } from "node:http";
import { type ApiEndpoint, handleApiRequest } from "./endpoint.ts";
import { purchaseOperation } from "./purchase-operation.ts";
import { filteredProblemResponse, readFilteredPlanList } from "./read-filtered-plan-list.ts";
import { readAnnouncements, readBalance, readPurchase, readTransactions } from "./read-operations.ts";
import { readPlanList } from "./read-plan-list.ts";

const REF_PATH = "/api/data/";

/** The paths of the API; a ref follows one that ends in a slash. */
const ENDPOINTS: Readonly<Record<string, ApiEndpoint>> = {
  /** Section 4.1. */
  "/api/data_plans": { GET: { handle: ({ ctx }) => readPlanList(ctx) } },
  /** Section 4.2. */
  "/api/data-plans-prices/filtered": {
    GET: { handle: ({ ctx, url }) => readFilteredPlanList(ctx, url), problem: filteredProblemResponse },
  },
  /** Section 4.3, with a ref that the portal creates. */
  "/api/data": { POST: purchaseOperation },
  /** Section 4.3, with the caller's ref; and the purchase's current state. */
  [REF_PATH]: {
    POST: purchaseOperation,
    GET: { handle: ({ ctx, ref = "" }) => readPurchase(ctx, ref) },
  },
  "/api/transactions": { GET: { handle: ({ ctx, url }) => readTransactions(ctx, url) } },
  "/api/balance": { GET: { handle: ({ ctx }) => readBalance(ctx) } },
  "/api/announcements": { GET: { handle: ({ ctx }) => readAnnouncements(ctx) } },
};

/** Serves the API from the portal's server without the framework; see docs/decisions/api.md.
 * @param elsewhere paths below `/api` that aren't part of the API.
 * @returns whether it was a request for the API: if not, nothing was done.
 */
export function serveApi(request: IncomingMessage, response: ServerResponse, elsewhere: readonly string[]) {
  const { url = "" } = request;
  if (!url.startsWith("/api/")) return false;
  // The raw path: parsing it as a URL removes `.` and `..`, and a purchase would lose its ref.
  const [sent = ""] = url.split("?", 1);
  const path = sent.replace(/\/$/, "");
  if (elsewhere.includes(path.split("/")[2] ?? "")) return false;
  const withRef = sent.startsWith(REF_PATH);
  void handleApiRequest(request, response, ENDPOINTS[withRef ? REF_PATH : path], {
    url: new URL(url, "http://portal"),
    ref: withRef ? decodeRef(sent.slice(REF_PATH.length)) : undefined,
  });
  return true;
}

/** Decodes the percent-encoding of a ref; one that can't be decoded stays unchanged, and is then invalid. */
function decodeRef(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}
