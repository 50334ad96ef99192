import { database } from "#db/client";
import { authenticateToken, type Caller } from "#lib/account/token/authenticate";
import type { Ctx } from "#lib/core/context";
import { callerAddress } from "#lib/web/address";
import { corsHeaders, preflight } from "./cors.ts";
import { type Account, callsLeft, type Rate, rateHeaders, takeCall } from "./rate-limit.ts";
import { problemReply, type Reply, respond, unauthenticated } from "./reply.ts";
import { notWelcome, TEXTS } from "./texts.ts";

/** One request with a valid token. */
export interface Call {
  ctx: Ctx;
  request: Request;
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

type Handler = (
  request: Request,
  context: { params: Promise<{ ref?: string } | undefined> },
) => Promise<Response>;
type Method = "GET" | "POST";

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;

/** A path of the interface: a handler for every method; methods without an operation answer 405. */
export function endpoint(
  operations: Partial<Record<Method, Operation>>,
): Record<(typeof METHODS)[number], Handler> {
  const allowed = METHODS.filter((method) => method === "OPTIONS" || operationOf(operations, method));
  const handler: Handler = async (request, { params }) => {
    const visitor = visitorOf(request);
    const operation = operationOf(operations, request.method);
    try {
      if (request.method === "OPTIONS")
        return await answerWithoutOperation(visitor, request, await preflight(visitor, request, allowed));
      if (!operation)
        return await answerWithoutOperation(visitor, request, notAllowed(request.method, allowed));
      const ref = (await params)?.ref;
      return await answer(operation, { ctx: visitor, request, url: new URL(request.url), ref });
    } catch (error) {
      return respond(request, (operation?.problem ?? problemReply)(error));
    }
  };
  return Object.fromEntries(METHODS.map((method) => [method, handler])) as ReturnType<typeof endpoint>;
}

/** For paths that do not exist: programs read JSON there too. */
export async function notFound(request: Request): Promise<Response> {
  const reply = { status: 404, body: { message: "This address does not exist." } };
  return answerWithoutOperation(visitorOf(request), request, reply).catch((error: unknown) =>
    respond(request, problemReply(error)),
  );
}

/** The context of a request whose token was not read yet. */
function visitorOf(request: Request): Ctx {
  const address = callerAddress(request.headers);
  return { actor: { kind: "visitor" }, db: database().db, address };
}

function operationOf(operations: Partial<Record<Method, Operation>>, method: string): Operation | undefined {
  return operations[(method === "HEAD" ? "GET" : method) as Method];
}

/** Checks the token, where it is used from and how often; only then the operation runs. */
async function answer(operation: Operation, call: Call): Promise<Response> {
  const { ctx, request } = call;
  const caller = await callerOf(ctx, request);
  if (!caller) return respond(request, unauthenticated());
  if (!caller.welcome) {
    const message = notWelcome(ctx.address, request.headers.get("origin"));
    return respond(request, { status: 403, body: { status: false, message } }, standing(caller, request));
  }
  const own = { ...call, ctx: { ...ctx, actor: caller.actor } };
  const { reply, rate } = await limited(operation, own, caller);
  return respond(request, reply, {
    ...operation.headers?.(own),
    ...reply.headers,
    ...standing(caller, request),
    ...rateHeaders(rate),
  });
}

/** An answer that no operation gives. A caller with a valid token still reads how much of its limit is left. */
async function answerWithoutOperation(ctx: Ctx, request: Request, reply: Reply): Promise<Response> {
  const caller = await callerOf(ctx, request);
  return respond(request, reply, caller && standing(caller, request));
}

function callerOf(ctx: Ctx, request: Request): Promise<Caller | undefined> {
  return authenticateToken(ctx, { token: tokenOf(request), origin: request.headers.get("origin") });
}

/** The headers of every answer to a valid token. */
function standing({ actor, origins }: Caller, request: Request): Record<string, string> {
  return {
    ...rateHeaders(callsLeft(actor)),
    ...corsHeaders(request.headers.get("origin"), origins),
  };
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
function tokenOf(request: Request): string {
  return /^\s*(?:Bearer|Token)\s+(\S+)\s*$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
}
