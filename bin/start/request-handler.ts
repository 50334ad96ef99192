import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { answerProbe } from "./answer-probe.ts";
import type { FindEndpoint } from "./api-endpoints.ts";
import { bufferRequest } from "./buffer-request.ts";
import { compress } from "./compress.ts";
import type { HostGuard } from "./host-guard.ts";
import type { InnerDoor } from "./inner-door.ts";
import { markUnavailable } from "./mark-unavailable.ts";
import { createMemoryGuard } from "./memory-guard.ts";
import { createPageQueue } from "./page-queue.ts";
import { readCaller } from "./read-caller.ts";
import type { Readiness } from "./readiness.ts";
import { rejectRequest } from "./reject-request.ts";
import { serveEndpoint } from "./serve-endpoint.ts";
import type { SharedPages } from "./shared-pages.ts";
import { serveStaticFiles } from "./static-files.ts";

const QUEUE_FULL = {
  status: 503,
  message:
    "Too many pages were requested by you, or from your network, at once. Nothing was done. Try again in a few seconds.",
  headers: { "Retry-After": "5" },
};
const MEMORY_SHORT = {
  status: 503,
  message: "The portal is very busy. Nothing was done. Try again in ten seconds.",
  headers: { "Retry-After": "10" },
};

interface RequestHandlerParts {
  readiness: () => Promise<Readiness>;
  guardHost: HostGuard;
  /** Finds endpoints to serve without the framework. */
  findEndpoint: FindEndpoint;
  /** Serves the script and style of other builds. @returns whether it was such a file */
  serveOtherBuild(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  sharedPages?: SharedPages | undefined;
  /** Serves everything else that is neither a probe nor a file. */
  servePage: InnerDoor["serve"];
}

/** Creates the way of every request, also for tests: the API's responses are sent unchanged. */
export function createRequestHandler({
  readiness,
  guardHost,
  findEndpoint,
  serveOtherBuild,
  sharedPages,
  servePage,
}: RequestHandlerParts): RequestListener {
  const packed = serveStaticFiles();
  const turns = createPageQueue();
  const getMemoryState = createMemoryGuard();

  /** Whether memory lacks for a request: first for callers whose pages wait, last for purchases by API. */
  function isRejected(request: IncomingMessage, caller: readonly string[]): boolean {
    const state = getMemoryState();
    if (state === "calm") return false;
    turns.dropHeaviest();
    if (state === "short") return turns.isWaiting(caller);
    return state === "critical" || !isPurchaseRequest(request);
  }

  return async (request, response) => {
    if (answerProbe(request, response, readiness)) return;
    const caller = readCaller(request);
    if (isRejected(request, caller)) return rejectRequest(request, response, MEMORY_SHORT);
    if (guardHost(request, response)) return;
    const endpoint = findEndpoint(String(request.headers["x-sent-url"]));
    if (endpoint) return serveEndpoint(request, response, endpoint);
    packed(request, response);
    compress(request, response);
    if (await sharedPages?.serve(request, response)) return;
    // Only pages: the API says itself whether a call is safe to repeat.
    markUnavailable(response);
    const buffered = await bufferRequest(request, response);
    if (!buffered) return;
    const turn = await turns.take(caller, response);
    if (turn === "full") return rejectRequest(request, response, QUEUE_FULL);
    if (turn === "closed") return;
    if (await serveOtherBuild(buffered, response)) return;
    // It may have been rendered while this one waited.
    if (await sharedPages?.serve(buffered, response)) return;
    sharedPages?.keep(buffered, response);
    await servePage(turn, buffered, response);
  };
}

/** Whether a request is a purchase by API, which is rejected last when memory is short. */
const isPurchaseRequest = ({ url = "", method }: IncomingMessage): boolean =>
  method === "POST" && /^\/api\/data(?:[/?]|$)/.test(url);
