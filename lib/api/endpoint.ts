import type { IncomingMessage, ServerResponse } from "node:http";
import { availableParallelism } from "node:os";
import type { z } from "zod";
import { connect, type Database } from "#db/client";
import { authenticateToken, type TokenCaller } from "#lib/account/token/authenticate-token";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { getCallerAddress } from "#lib/request/caller-address";
import { buildCorsHeaders, buildVisitorCorsHeaders, createPreflightResponse } from "./cors.ts";
import {
  buildRateLimitHeaders,
  consumeCall,
  getReadLimit,
  type RateLimitAccount,
  type RateLimitState,
} from "./rate-limit.ts";
import { getHeader, getToken } from "./request-headers.ts";
import { logRequest } from "./request-log/log-request.ts";
import {
  type ApiResponse,
  HttpError,
  problemResponse,
  sendResponse,
  unauthenticatedResponse,
} from "./response.ts";
import { API_TEXTS, formatDeniedMessage } from "./texts.ts";
import { getTokenWaitS, recordTokenResult } from "./token-throttle.ts";
import { buildWarningHeader, describeUnknownNames } from "./unknown-names.ts";

/** One request with a valid token. */
export interface ApiCall {
  ctx: Ctx;
  request: IncomingMessage;
  response: ServerResponse;
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

/** A path of the API, by its methods; others are 405. */
export type ApiEndpoint = Partial<Record<"GET" | "POST", ApiOperation>>;

/** The part of a call that its address determines. */
export type ApiPlace = Pick<ApiCall, "url" | "ref" | "isExact">;

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/** Handles a request for a path of the API; 404 without an endpoint. Never throws. */
export async function handleApiRequest(
  request: IncomingMessage,
  response: ServerResponse,
  endpoint: ApiEndpoint | undefined,
  place: ApiPlace,
): Promise<void> {
  const { method = "" } = request;
  const operation = endpoint && findOperation(endpoint, method);
  const beganAt = performance.now();
  const respond = ({ reply, headers, resellerId }: HandledCall) => {
    sendResponse(request, response, reply, headers);
    const ref = reply.headers?.["X-Ref"] ?? headers?.["X-Ref"] ?? place.ref;
    const { body, isCut } = reply;
    logRequest(request, response, { beganAt, body, isCut, resellerId, ref });
  };
  try {
    const ctx: Ctx = {
      actor: { kind: "visitor" },
      db: getApiDatabase().db,
      address: getCallerAddress({ get: (name) => getHeader(request, name) }),
    };
    respond(
      operation
        ? await handleCall(operation, { ...place, ctx, request, response, warnings: [] })
        : await handleWithoutOperation(ctx, request, await createFallbackResponse(ctx, request, endpoint)),
    );
  } catch (error) {
    respond({ reply: (operation?.problem ?? problemResponse)(error) });
  }
}

let apiDatabase: Database | undefined;

/** More connections only compete for the processors and are a fifth slower: waiting statements use a busy connection. */
const MAX_CONNECTIONS = Math.min(10, 2 * availableParallelism());

/** Returns a separate pool: under any load of API calls, the process's pool has a free connection for sending purchases. */
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

function findOperation(endpoint: ApiEndpoint, method: string): ApiOperation | undefined {
  return endpoint[(method === "HEAD" ? "GET" : method) as "GET" | "POST"];
}

/** Responds to a request that no operation handles. */
async function createFallbackResponse(
  ctx: Ctx,
  request: IncomingMessage,
  endpoint: ApiEndpoint | undefined,
): Promise<ApiResponse> {
  if (!endpoint) return { status: 404, body: { message: "This address does not exist." } };
  const allowed = METHODS.filter((method) => method === "OPTIONS" || findOperation(endpoint, method));
  if (request.method === "OPTIONS")
    return createPreflightResponse(ctx, getHeader(request, "origin"), allowed);
  return methodNotAllowedResponse(request.method ?? "", allowed);
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
    const headers = await buildVisitorCorsHeaders(ctx, getHeader(request, "origin"));
    return { reply: unauthenticatedResponse(), headers };
  }
  if (caller.deniedBy.length > 0) {
    const message = formatDeniedMessage(caller.deniedBy, ctx.address, getHeader(request, "origin"));
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
  request: IncomingMessage,
  reply: ApiResponse,
): Promise<HandledCall> {
  const caller = await authenticateCaller(ctx, request);
  return { reply, headers: caller && buildCallerHeaders(caller, request), resellerId: caller?.actor.id };
}

/** @throws HttpError 429 when the caller's address sent too many wrong tokens. */
async function authenticateCaller(ctx: Ctx, request: IncomingMessage): Promise<TokenCaller | undefined> {
  const token = getToken(request);
  if (token === "") return undefined;
  const waitS = getTokenWaitS(ctx.address, token);
  if (waitS > 0) throw new HttpError(429, API_TEXTS.tooMany, { "Retry-After": String(waitS) });
  const caller = await authenticateToken(ctx, { token, origin: getHeader(request, "origin") });
  recordTokenResult(ctx.address, token, caller !== undefined);
  return caller;
}

/** Builds the headers of every response to a valid token. */
function buildCallerHeaders(
  { actor, origins }: TokenCaller,
  request: IncomingMessage,
): Record<string, string> {
  return {
    ...buildRateLimitHeaders(getReadLimit(actor)),
    ...buildCorsHeaders(getHeader(request, "origin"), origins),
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
