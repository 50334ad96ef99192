import { availableParallelism } from "node:os";
import type { z } from "zod";
import { connect, type Database } from "#db/client";
import { authenticateToken, type TokenCaller } from "#lib/account/token/authenticate-token";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { getCallerAddress } from "#lib/request/caller-address";
import { getOperationPath, getSentUrl, splitUrl } from "#lib/request/sent-url";
import { buildCorsHeaders, buildVisitorCorsHeaders, createPreflightResponse } from "./cors.ts";
import {
  buildRateLimitHeaders,
  consumeCall,
  getReadLimit,
  type RateLimitAccount,
  type RateLimitState,
} from "./rate-limit.ts";
import { type ApiRequest, getToken } from "./request-headers.ts";
import { logRequest } from "./request-log/log-request.ts";
import {
  type ApiResponse,
  completeResponse,
  HttpError,
  problemResponse,
  type SentResponse,
  toResponse,
  unauthenticatedResponse,
} from "./response.ts";
import { API_TEXTS, formatDeniedMessage } from "./texts.ts";
import { getTokenWaitS, recordTokenResult } from "./token-throttle.ts";
import { buildWarningHeader, describeUnknownNames } from "./unknown-names.ts";

/** One request with a valid token. */
export interface ApiCall {
  ctx: Ctx;
  request: ApiRequest;
  /** Aborted when the caller leaves before the response. */
  signal: AbortSignal;
  /** The address as it was sent. */
  sentUrl: string;
  /** Its query alone. */
  url: URL;
  /** The `{ref}` of the path, where it has one. */
  ref: string | undefined;
  /** Whether the path is exactly that of the operation, without the slashes that a base URL adds. */
  isExact: boolean;
  /** Hints for the client's programmer, for the header `X-Warning`; the operation adds to them. */
  warnings: string[];
}

export interface ApiOperation {
  handle(call: ApiCall): Promise<ApiResponse>;
  /** Whether it needs no token, and counts against no limit. */
  isPublic?: true;
  /** Its query parameters; others are ignored, with a warning. */
  query?: z.ZodObject;
  /** Counts the call against its limit; by default that of reads. */
  limit?(call: ApiCall, account: RateLimitAccount): Promise<RateLimitState> | RateLimitState;
  /** Headers of every response, also when the limit rejects the call. */
  headers?(call: ApiCall): Record<string, string>;
  /** Responses to errors, where they differ from the usual ones. */
  problem?(error: unknown): ApiResponse;
}

/** The operations of a path of the API, by their methods; others are 405. */
type ApiOperations = Partial<Record<"GET" | "POST", ApiOperation>>;

/** A path of the API, as a route handler of the framework; see docs/decisions/api.md. Never throws. */
export interface ApiEndpoint {
  (request: Request): Promise<Response>;
  /** The same for a server of Node's own: a stream for each body would cost it a tenth of its speed. */
  respond(request: ApiRequest, signal: AbortSignal): Promise<SentResponse>;
}

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * Creates the endpoint of a path, which serves every method, for the exports of its `route.ts`. Any other
 * path that a router takes for it is 404.
 * @param path as the API's document has it, such as `/api/data/{ref}`.
 */
export function createEndpoint(
  path: string,
  operations: ApiOperations,
): Record<(typeof METHODS)[number], ApiEndpoint> {
  const respond: ApiEndpoint["respond"] = async (request, signal) => {
    const sentUrl = getSentUrl(request.headers);
    if (sentUrl === null) return completeResponse(request, NOT_READY);
    const offered = getOperationPath(sentUrl) === path ? operations : undefined;
    return handleRequest({ request, signal, sentUrl }, offered);
  };
  const serve = async (request: Request) => toResponse(await respond(request, request.signal));
  const endpoint = Object.assign(serve, { respond });
  return {
    ...{ GET: endpoint, HEAD: endpoint, OPTIONS: endpoint },
    ...{ POST: endpoint, PUT: endpoint, PATCH: endpoint, DELETE: endpoint },
  };
}

/** Handles a request for a path of the API; 404 without its operations. */
async function handleRequest(
  received: Pick<ApiCall, "request" | "signal" | "sentUrl">,
  operations: ApiOperations | undefined,
): Promise<SentResponse> {
  const beganAt = performance.now();
  const { request, sentUrl } = received;
  const { method, headers } = request;
  const { query, ref, isExact } = splitUrl(sentUrl);
  const operation = operations && findOperation(operations, method);
  const complete = ({ reply, headers: more, resellerId }: HandledCall) => {
    const loggedRef = reply.headers?.["X-Ref"] ?? more?.["X-Ref"] ?? ref;
    const sent = completeResponse(request, reply, more);
    const { status } = sent;
    logRequest({ method, url: sentUrl, headers }, { ...reply, status, beganAt, resellerId, ref: loggedRef });
    return sent;
  };
  try {
    const ctx: Ctx = {
      actor: { kind: "visitor" },
      db: getApiDatabase().db,
      address: getCallerAddress(headers),
    };
    const call: ApiCall = {
      ...{ ...received, ctx, isExact, warnings: [] },
      url: query === undefined ? NO_QUERY : new URL(`?${query}`, "http://portal"),
      ref: ref === undefined ? undefined : decodeRef(ref),
    };
    return complete(
      operation
        ? await handleCall(operation, call)
        : await handleWithoutOperation(ctx, request, await createFallbackResponse(ctx, request, operations)),
    );
  } catch (error) {
    return complete({ reply: (operation?.problem ?? problemResponse)(error) });
  }
}

const NO_QUERY = new URL("http://portal");

/** The response to a request that came before the process could keep its address. */
const NOT_READY: ApiResponse = {
  status: 503,
  body: { message: "The portal is starting. Nothing was done. Try again." },
  headers: { "Retry-After": "1" },
};

/**
 * Decodes the percent-encoding of a ref, without a slash at its end: many clients end each address with one, and
 * no ref contains it.
 * @throws HttpError 400
 */
function decodeRef(ref: string): string {
  try {
    return decodeURIComponent(ref.replace(/\/$/, ""));
  } catch {
    throw new HttpError(400, "The address is malformed.");
  }
}

let apiDatabase: Database | undefined;

/** More connections compete for the processors and are a fifth slower: statements wait on busy ones. */
const MAX_CONNECTIONS = Math.min(10, 2 * availableParallelism());

/**
 * Returns a separate pool: under any load of API calls,
 * the process's pool has a free connection for sending purchases.
 */
function getApiDatabase(): Database {
  apiDatabase ??= connect(env().DATABASE_URL, MAX_CONNECTIONS);
  return apiDatabase;
}

/** Closes the API's pool, if it was opened, as the end of a process does. */
export async function closeApi(): Promise<void> {
  const opened = apiDatabase;
  apiDatabase = undefined;
  await opened?.close();
}

function findOperation(operations: ApiOperations, method: string): ApiOperation | undefined {
  return operations[(method === "HEAD" ? "GET" : method) as "GET" | "POST"];
}

/** Responds to a request that no operation handles. */
async function createFallbackResponse(
  ctx: Ctx,
  request: ApiRequest,
  operations: ApiOperations | undefined,
): Promise<ApiResponse> {
  if (!operations) return { status: 404, body: { message: "This address does not exist." } };
  const allowed: string[] = METHODS.filter(
    (method) => method === "OPTIONS" || findOperation(operations, method),
  );
  if (request.method === "OPTIONS")
    return createPreflightResponse(ctx, request.headers.get("origin"), allowed);
  return methodNotAllowedResponse(request.method, allowed);
}

interface HandledCall {
  reply: ApiResponse;
  headers?: Record<string, string> | undefined;
  /** The reseller of a valid token. */
  resellerId?: number | undefined;
}

/** Checks the token, its origin and its limit before it runs the operation. */
async function handleCall(operation: ApiOperation, call: ApiCall): Promise<HandledCall> {
  const { ctx, request } = call;
  if (operation.isPublic) return { reply: await operation.handle(call) };
  const caller = await authenticateCaller(ctx, request);
  if (!caller) {
    const headers = await buildVisitorCorsHeaders(ctx, request.headers.get("origin"));
    return { reply: unauthenticatedResponse(), headers };
  }
  if (caller.deniedBy.length > 0) {
    const message = formatDeniedMessage(caller.deniedBy, ctx.address, request.headers.get("origin"));
    return {
      reply: { status: 403, body: { status: false, message } },
      headers: buildCallerHeaders(caller, request),
      resellerId: caller.actor.id,
    };
  }
  const authenticated = { ...call, ctx: { ...ctx, actor: caller.actor } };
  const parameterNames = Object.keys(operation.query?.shape ?? {});
  call.warnings.push(
    ...describeUnknownNames("query parameter", call.url.searchParams.keys(), parameterNames),
  );
  const { reply, rate } = await runWithinLimit(operation, authenticated, caller);
  const headers = {
    ...buildWarningHeader(call.warnings),
    ...operation.headers?.(authenticated),
    ...buildCallerHeaders(caller, request),
    ...buildRateLimitHeaders(rate),
  };
  return { reply, headers, resellerId: caller.actor.id };
}

/** Responds without an operation. A caller with a valid token still gets the state of its limit. */
async function handleWithoutOperation(
  ctx: Ctx,
  request: ApiRequest,
  reply: ApiResponse,
): Promise<HandledCall> {
  const caller = await authenticateCaller(ctx, request);
  return { reply, headers: caller && buildCallerHeaders(caller, request), resellerId: caller?.actor.id };
}

/** @throws HttpError 429 when the caller's address sent too many wrong tokens. */
async function authenticateCaller(ctx: Ctx, request: ApiRequest): Promise<TokenCaller | undefined> {
  const token = getToken(request.headers);
  if (token === "") return undefined;
  const waitS = getTokenWaitS(ctx.address, token);
  if (waitS > 0) throw new HttpError(429, API_TEXTS.tooMany, { "Retry-After": String(waitS) });
  const caller = await authenticateToken(ctx, { token, origin: request.headers.get("origin") });
  recordTokenResult(ctx.address, token, caller !== undefined);
  return caller;
}

/** Builds the headers of every response to a valid token. */
function buildCallerHeaders({ actor, origins }: TokenCaller, request: ApiRequest): Record<string, string> {
  return {
    ...buildRateLimitHeaders(getReadLimit(actor)),
    ...buildCorsHeaders(request.headers.get("origin"), origins),
  };
}

async function runWithinLimit(
  operation: ApiOperation,
  call: ApiCall,
  { actor }: TokenCaller,
): Promise<{ reply: ApiResponse; rate: RateLimitState }> {
  const rate = (await operation.limit?.(call, actor)) ?? consumeCall(actor);
  if (rate.rejected) return { reply: { status: 429, body: { message: API_TEXTS.tooMany } }, rate };
  const reply = await operation.handle(call).catch(operation.problem ?? problemResponse);
  return { reply, rate };
}

function methodNotAllowedResponse(method: string, allowed: readonly string[]): ApiResponse {
  const allow = allowed.join(", ");
  return {
    status: 405,
    body: { message: `The ${method} method is not supported for this address. Supported: ${allow}.` },
    headers: { Allow: allow },
  };
}
