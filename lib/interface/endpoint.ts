import { database } from "#db/client";
import { authenticateToken, type Caller } from "#lib/account/authenticate-token";
import type { Ctx } from "#lib/core/context";
import { env } from "#lib/core/env";
import { callerAddress } from "#lib/web/address";
import { corsHeaders, preflight } from "./cors.ts";
import { problemReply, unauthenticated } from "./problem-reply.ts";
import { type Rate, rateHeaders } from "./rate.ts";
import type { Reply } from "./reply.ts";
import { respond } from "./respond.ts";
import { takeCall } from "./take-call.ts";
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
  limit?(call: Call, tokenId: number): Promise<Rate> | Rate;
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
    const address = callerAddress(request.headers, env().TRUSTED_PROXY_HOPS);
    const visitor: Ctx = { actor: { kind: "visitor" }, db: database().db, address };
    const operation = operationOf(operations, request.method);
    try {
      if (request.method === "OPTIONS") return respond(request, await preflight(visitor, request, allowed));
      if (!operation) return respond(request, notAllowed(request.method, allowed));
      const ref = (await params)?.ref;
      return await answer(operation, { ctx: visitor, request, url: new URL(request.url), ref });
    } catch (error) {
      return respond(request, (operation?.problem ?? problemReply)(error));
    }
  };
  return Object.fromEntries(METHODS.map((method) => [method, handler])) as ReturnType<typeof endpoint>;
}

function operationOf(operations: Partial<Record<Method, Operation>>, method: string): Operation | undefined {
  return operations[(method === "HEAD" ? "GET" : method) as Method];
}

/** Who calls, from where, how often, and only then what they want. */
async function answer(operation: Operation, call: Call): Promise<Response> {
  const { ctx, request } = call;
  const origin = request.headers.get("origin");
  const caller = await authenticateToken(ctx, { token: tokenOf(request), origin });
  if (!caller) return respond(request, unauthenticated());
  if (!caller.welcome) {
    return respond(request, {
      status: 403,
      body: { status: false, message: notWelcome(ctx.address, origin) },
    });
  }
  const own = { ...call, ctx: { ...ctx, actor: caller.actor } };
  const { reply, rate } = await limited(operation, own, caller);
  return respond(request, reply, {
    ...operation.headers?.(own),
    ...reply.headers,
    ...rateHeaders(rate),
    ...corsHeaders(origin, caller.origins),
  });
}

async function limited(
  operation: Operation,
  call: Call,
  { actor }: Caller,
): Promise<{ reply: Reply; rate: Rate }> {
  const rate = (await operation.limit?.(call, actor.tokenId)) ?? takeCall(actor.tokenId);
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
