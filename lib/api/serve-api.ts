import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiReads } from "#lib/core/module";
import { isApiPath } from "./api-path.ts";
import { type CachedList, serializeList } from "./cached-list.ts";
import { type ApiCall, type ApiEndpoint, handleApiRequest } from "./endpoint.ts";
import { findExamplePlan } from "./openapi/find-example-plan.ts";
import { buildOpenApi } from "./openapi/openapi.ts";
import type { ExamplePlan } from "./openapi/operations.ts";
import { purchaseOperation } from "./purchase-operation.ts";
import { filteredProblemResponse, readFilteredPlanList } from "./read-filtered-plan-list.ts";
import { readBalance, readPurchase, readTransactions } from "./read-operations.ts";
import { readPlanList } from "./read-plan-list.ts";
import { FilterQuery, TransactionQuery } from "./requests.ts";
import { type ApiResponse, okResponse } from "./response.ts";

const REF_PATH = "/api/data/";

/** The paths of the API; a ref follows one that ends in a slash. */
const ENDPOINTS: Readonly<Record<string, ApiEndpoint>> = {
  /** The plain list (interface: Plain list). */
  "/api/data_plans": { GET: { handle: ({ ctx }) => readPlanList(ctx) } },
  /** With the price of each level (interface: Filtered list). */
  "/api/data-plans-prices/filtered": {
    GET: {
      query: FilterQuery,
      handle: ({ ctx, url }) => readFilteredPlanList(ctx, url),
      problem: filteredProblemResponse,
    },
  },
  /** With a ref that the portal creates (interface: Purchase). */
  "/api/data": { POST: purchaseOperation },
  /** With the caller's ref, and the purchase's current state (interface: Purchase). */
  [REF_PATH]: {
    POST: purchaseOperation,
    GET: { handle: ({ ctx, ref = "" }) => readPurchase(ctx, ref) },
  },
  "/api/transactions": {
    GET: { query: TransactionQuery, handle: ({ ctx, url }) => readTransactions(ctx, url) },
  },
  "/api/balance": { GET: { handle: ({ ctx }) => readBalance(ctx) } },
  /** For tools that generate clients. */
  "/api/openapi.json": { GET: { isPublic: true, handle: readOpenApi } },
};

/** Serves the API from the portal's server without the framework; see docs/decisions/api.md.
 * @param elsewhere paths below `/api` that aren't part of the API.
 * @param reads what other modules serve.
 * @returns whether it was a request for the API: if not, nothing was done.
 */
export function serveApi(
  request: IncomingMessage,
  response: ServerResponse,
  elsewhere: readonly RegExp[],
  reads: ApiReads = {},
) {
  const { url = "", method } = request;
  if (!isApiPath(url)) return false;
  // The raw path: parsing it as a URL removes `.` and `..`, and a purchase would lose its ref.
  const [sent = "", query = ""] = url.split(/\?(.*)/s, 2);
  const merged = sent.replace(/\/{2,}/g, "/");
  const path = merged.replace(/\/$/, "");
  if (elsewhere.some((route) => route.test(path))) return false;
  const withRef = merged.startsWith(REF_PATH);
  // A ref that ends in a slash is not valid: a read ignores the slash, a purchase must not.
  const ref = (method === "POST" ? merged : path).slice(REF_PATH.length);
  void handleApiRequest(request, response, ENDPOINTS[withRef ? REF_PATH : path] ?? toEndpoint(reads[path]), {
    url: new URL(`?${query}`, "http://portal"),
    ref: withRef ? decodeRef(ref) : undefined,
    isExact: sent === merged,
  });
  return true;
}

/** Returns whether a request is a purchase by API, which is rejected last when memory is short. */
export const isPurchaseRequest = ({ url = "", method }: IncomingMessage): boolean =>
  method === "POST" && /^\/+api\/+data(?:\/|$)/.test(url);

const toEndpoint = (read: ApiReads[string] | undefined): ApiEndpoint | undefined =>
  read && { GET: { handle: async ({ ctx }) => okResponse({ data: await read(ctx) }) } };

/** Decodes the percent-encoding of a ref; one that can't be decoded stays unchanged, and is then invalid. */
function decodeRef(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}

let openApi: { list: CachedList; plan: ExamplePlan } | undefined;

/** Returns the OpenAPI document, which says nothing private: a page of any origin may read it. */
async function readOpenApi({ ctx }: ApiCall): Promise<ApiResponse> {
  const plan = await findExamplePlan(ctx);
  if (openApi?.plan.plan !== plan.plan || openApi.plan.network !== plan.network)
    openApi = { list: serializeList(buildOpenApi(plan)), plan };
  return { status: 200, kept: openApi.list, headers: { "Access-Control-Allow-Origin": "*" } };
}
