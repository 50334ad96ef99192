import type { IncomingMessage, ServerResponse } from "node:http";
import { availableParallelism } from "node:os";
import { connect, type Database } from "#db/client";
import { authenticateToken, type Caller } from "#lib/account/token/authenticate";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { callerAddress } from "#lib/web/address";
import { corsHeaders, preflight } from "./cors.ts";
import { type Account, type Rate, rateHeaders, readsLeft, takeCall } from "./rate-limit.ts";
import { HttpError, problemReply, type Reply, respond, unauthenticated } from "./reply.ts";
import { notWelcome, TEXTS } from "./texts.ts";
import { noteToken, waitForToken } from "./wrong-tokens.ts";

/** One request with a valid token. */
export interface Call {
  ctx: Ctx;
  request: IncomingMessage;
  url: URL;
  /** The `{ref}` of the path, where it has one. */
  ref: string | undefined;
}

export interface Operation {
  handle(call: Call): Promise<Reply>;
  /** Counts the call against its limit; that of reading calls if not given. */
  limit?(call: Call, account: Account): Promise<Rate> | Rate;
  /** Headers of every answer, also when the limit refuses the call. */
  headers?(call: Call): Record<string, string>;
  /** How errors are answered, where not as everywhere. */
  problem?(error: unknown): Reply;
}

/** A path of the interface, by the methods that it answers; others are 405. */
export type Endpoint = Partial<Record<"GET" | "POST", Operation>>;

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/** Answers a request for a path of the interface; without an endpoint there is no such path. Never throws. */
export async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  endpoint: Endpoint | undefined,
  place: Pick<Call, "url" | "ref">,
): Promise<void> {
  const { method = "" } = request;
  const operation = endpoint && operationOf(endpoint, method);
  try {
    const ctx: Ctx = {
      actor: { kind: "visitor" },
      db: pool().db,
      address: callerAddress({ get: (name) => headerOf(request, name) }),
    };
    const { reply, headers } = operation
      ? await answered(operation, { ...place, ctx, request })
      : await withoutOperation(ctx, request, await replyOf(ctx, request, endpoint));
    respond(request, response, reply, headers);
  } catch (error) {
    respond(request, response, (operation?.problem ?? problemReply)(error));
  }
}

let opened: Database | undefined;

/** More at once would only take turns on the processors, a fifth slower: what waits goes out on a line that is busy. */
const LINES = Math.min(10, 2 * availableParallelism());

/** A pool of its own: however many programs call, the sending of purchases finds a free connection in the process's. */
function pool(): Database {
  opened ??= connect(env().DATABASE_URL, LINES);
  return opened;
}

/** A header as one text, also where it came more than once; null when it did not come. */
export function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return value === undefined ? null : String(value);
}

function operationOf(endpoint: Endpoint, method: string): Operation | undefined {
  return endpoint[(method === "HEAD" ? "GET" : method) as "GET" | "POST"];
}

/** What is said where no operation speaks. */
async function replyOf(ctx: Ctx, request: IncomingMessage, endpoint: Endpoint | undefined): Promise<Reply> {
  if (!endpoint) return { status: 404, body: { message: "This address does not exist." } };
  const allowed = METHODS.filter((method) => method === "OPTIONS" || operationOf(endpoint, method));
  if (request.method === "OPTIONS") return preflight(ctx, headerOf(request, "origin"), allowed);
  return notAllowed(request.method ?? "", allowed);
}

interface Answered {
  reply: Reply;
  headers: Record<string, string> | undefined;
}

/** Checks the token, where it is used from and how often; only then the operation runs. */
async function answered(operation: Operation, call: Call): Promise<Answered> {
  const { ctx, request } = call;
  const caller = await callerOf(ctx, request);
  if (!caller) return { reply: unauthenticated(), headers: undefined };
  if (caller.refusedBy.length > 0) {
    const message = notWelcome(caller.refusedBy, ctx.address, headerOf(request, "origin"));
    return { reply: { status: 403, body: { status: false, message } }, headers: standing(caller, request) };
  }
  const own = { ...call, ctx: { ...ctx, actor: caller.actor } };
  const { reply, rate } = await limited(operation, own, caller);
  const headers = { ...operation.headers?.(own), ...standing(caller, request), ...rateHeaders(rate) };
  return { reply, headers };
}

/** An answer that no operation gives. A caller with a valid token still reads how much of its limit is left. */
async function withoutOperation(ctx: Ctx, request: IncomingMessage, reply: Reply): Promise<Answered> {
  const caller = await callerOf(ctx, request);
  return { reply, headers: caller && standing(caller, request) };
}

/** @throws HttpError 429 where the caller's address sent too many wrong tokens. */
async function callerOf(ctx: Ctx, request: IncomingMessage): Promise<Caller | undefined> {
  const token = tokenOf(request);
  if (token === "") return undefined;
  const waitS = waitForToken(ctx.address, token);
  if (waitS > 0) throw new HttpError(429, TEXTS.tooMany, { "Retry-After": String(waitS) });
  const caller = await authenticateToken(ctx, { token, origin: headerOf(request, "origin") });
  noteToken(ctx.address, token, caller !== undefined);
  return caller;
}

/** The headers of every answer to a valid token. */
function standing({ actor, origins }: Caller, request: IncomingMessage): Record<string, string> {
  return { ...rateHeaders(readsLeft(actor)), ...corsHeaders(headerOf(request, "origin"), origins) };
}

async function limited(
  operation: Operation,
  call: Call,
  { actor }: Caller,
): Promise<{ reply: Reply; rate: Rate }> {
  const rate = (await operation.limit?.(call, actor)) ?? takeCall(actor);
  if (rate.refused) return { reply: { status: 429, body: { message: TEXTS.tooMany } }, rate };
  const reply = await operation.handle(call).catch(operation.problem ?? problemReply);
  return { reply, rate };
}

function notAllowed(method: string, allowed: readonly string[]): Reply {
  const allow = allowed.join(", ");
  return {
    status: 405,
    body: { message: `The ${method} method is not supported for this address. Supported: ${allow}.` },
    headers: { Allow: allow },
  };
}

/** The token of an Authorization header: `Bearer …` or `Token …`. */
function tokenOf({ headers }: IncomingMessage): string {
  return /^\s*(?:Bearer|Token)\s+(\S+)\s*$/i.exec(headers.authorization ?? "")?.[1] ?? "";
}
