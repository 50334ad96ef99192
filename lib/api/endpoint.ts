import { database } from "#db/client";
import { authenticateToken, type Caller } from "#lib/account/token/authenticate";
import type { Ctx } from "#lib/core/context";
import { callerAddress } from "#lib/web/address";
import { corsHeaders, preflight } from "./cors.ts";
import { problemReply, unauthenticated } from "./problem-reply.ts";
import { type Rate, rateHeaders } from "./rate.ts";
import type { Reply } from "./reply.ts";
import { respond } from "./respond.ts";
import { callsLeft, takeCall } from "./take-call.ts";
import type { Account } from "./take-purchase.ts";
import { notWelcome, TEXTS } from "./texts.ts";

/** One request of a program that was let in. */
export interface Call {
  ctx: Ctx;
  request: Request;
  url: URL;
  /** The `{ref}` of the path, where it has one. */
  ref: string | undefined;
}

export interface Operation {
  handle(call: Call): Promise<Reply>;
  /** Counts the call against its limit; reading calls unless given. */
  limit?(call: Call, account: Account): Promise<Rate> | Rate;
  /** Headers that the answer carries whatever it is, from before the limit is asked. */
  headers?(call: Call): Record<string, string>;
  /** Another shape for errors. */
  problem?(error: unknown): Reply;
}

type Handler = (
  request: Request,
  context: { params: Promise<{ ref?: string } | undefined> },
) => Promise<Response>;
type Method = "GET" | "POST";

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;

/** A path of the interface: a handler for every method, those that it does not have included. */
export function endpoint(
  operations: Partial<Record<Method, Operation>>,
): Record<(typeof METHODS)[number], Handler> {
  const allowed = METHODS.filter((method) => method === "OPTIONS" || operationOf(operations, method));
  const handler: Handler = async (request, { params }) => {
    const visitor = visitorOf(request);
    const operation = operationOf(operations, request.method);
    try {
      if (request.method === "OPTIONS")
        return await answerBeside(visitor, request, await preflight(visitor, request, allowed));
      if (!operation) return await answerBeside(visitor, request, notAllowed(request.method, allowed));
      const ref = (await params)?.ref;
      return await answer(operation, { ctx: visitor, request, url: new URL(request.url), ref });
    } catch (error) {
      return respond(request, (operation?.problem ?? problemReply)(error));
    }
  };
  return Object.fromEntries(METHODS.map((method) => [method, handler])) as ReturnType<typeof endpoint>;
}

/** Who calls, before their token is read. */
export function visitorOf(request: Request): Ctx {
  const address = callerAddress(request.headers);
  return { actor: { kind: "visitor" }, db: database().db, address };
}

function operationOf(operations: Partial<Record<Method, Operation>>, method: string): Operation | undefined {
  return operations[(method === "HEAD" ? "GET" : method) as Method];
}

/** Who calls, from where, how often, and only then what they want. */
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

/** An answer that no operation gives: whoever comes with a token that works reads how its limit stands there too. */
export async function answerBeside(ctx: Ctx, request: Request, reply: Reply): Promise<Response> {
  const caller = await callerOf(ctx, request);
  return respond(request, reply, caller && standing(caller, request));
}

function callerOf(ctx: Ctx, request: Request): Promise<Caller | undefined> {
  return authenticateToken(ctx, { token: tokenOf(request), origin: request.headers.get("origin") });
}

/** What every answer to a known token carries, whatever it is. */
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

/** The token of an Authorization header, whether it calls it Bearer or Token. */
function tokenOf(request: Request): string {
  return /^\s*(?:Bearer|Token)\s+(\S+)\s*$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
}
