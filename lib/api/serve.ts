import type { IncomingMessage, ServerResponse } from "node:http";
import { purchaseOperation } from "./buy.ts";
import { answer, type Endpoint } from "./endpoint.ts";
import { filteredList, filteredProblem } from "./filtered-plans.ts";
import { plainList } from "./plans.ts";
import { readAnnouncements, readBalance, readPurchase, transactions } from "./read.ts";

const WITH_REF = "/api/data/";

/** The paths of the interface; one that ends in a slash goes on with a ref. */
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  /** Section 4.1. */
  "/api/data_plans": { GET: { handle: ({ ctx }) => plainList(ctx) } },
  /** Section 4.2. */
  "/api/data-plans-prices/filtered": {
    GET: { handle: ({ ctx, url }) => filteredList(ctx, url), problem: filteredProblem },
  },
  /** Section 4.3, with a ref that the portal makes. */
  "/api/data": { POST: purchaseOperation },
  /** Section 4.3, with the caller's ref; and the purchase as it stands. */
  [WITH_REF]: {
    POST: purchaseOperation,
    GET: { handle: ({ ctx, ref = "" }) => readPurchase(ctx, ref) },
  },
  "/api/transactions": { GET: { handle: ({ ctx, url }) => transactions(ctx, url) } },
  "/api/balance": { GET: { handle: ({ ctx }) => readBalance(ctx) } },
  "/api/announcements": { GET: { handle: ({ ctx }) => readAnnouncements(ctx) } },
};

/**
 * Answers what programs ask, from the portal's own server and without the framework; see docs/decisions/served-interface.md.
 * @param elsewhere what lies below `/api` and is no part of the interface.
 * @returns whether it was for the interface: if not, nothing was done.
 */
export function serve(
  request: IncomingMessage,
  response: ServerResponse,
  elsewhere: readonly string[],
): boolean {
  const { url = "" } = request;
  if (!url.startsWith("/api/")) return false;
  // The path as it was sent: reading it as a URL takes `.` and `..` away, and a purchase would lose its ref.
  const [sent = ""] = url.split("?", 1);
  const path = sent.replace(/\/$/, "");
  if (elsewhere.includes(path.split("/")[2] ?? "")) return false;
  const withRef = sent.startsWith(WITH_REF);
  void answer(request, response, ENDPOINTS[withRef ? WITH_REF : path], {
    url: new URL(url, "http://portal"),
    ref: withRef ? decode(sent.slice(WITH_REF.length)) : undefined,
  });
  return true;
}

/** A ref without its percent-encoding; one that cannot be decoded stays as it is, which no valid ref is. */
function decode(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}
