import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { ProviderCall, ProviderDialect, ProviderReply } from "./dialect.ts";
import type { PaymentFaultOrder } from "./faults.ts";
import { serveProviderPages } from "./pages.ts";
import { appendLogEntry, type PaymentsLogEntry, type PaymentsWorld } from "./world.ts";

const HUGE_BYTES = 8 * 1024 * 1024;

type RequestEntry = Extract<PaymentsLogEntry, { what: "request" }>;

/** Serves the providers' APIs below `/{provider}/`, and their pages for payers. */
export function createProvidersListener(world: PaymentsWorld): RequestListener {
  return async (request, response) => {
    try {
      const url = new URL(request.url ?? "/", world.url);
      const [, name = "", ...rest] = url.pathname.split("/");
      const dialect = Object.values(world.dialects).find((candidate) => candidate.name === name);
      const body = await text(request);
      const isPage = !dialect || rest[0] === "pay";
      if (isPage) await serveProviderPages(world, dialect, { request, response, url, body });
      else await answerCall(world, dialect, { request, response, url, body, path: `/${rest.join("/")}` });
    } catch (error) {
      response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: String(error) }));
    }
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  body: string;
}

async function answerCall(
  world: PaymentsWorld,
  dialect: ProviderDialect,
  exchange: Exchange & { path: string },
): Promise<void> {
  const { request, response, url, path } = exchange;
  const { name, caught, handle } = findRoute(dialect, `${request.method} ${path}`);
  const body = parseCallBody(exchange.body, request.headers["content-type"] ?? "");
  const fault = world.faults.take("answer", dialect.name, name);
  const entry = appendLogEntry(world, dialect.name, {
    what: "request",
    route: name,
    method: request.method ?? "",
    path: path + url.search,
    body: redactSecrets(body),
    fault: fault?.fault ?? (fault ? "text" : null),
    status: null,
  }) as RequestEntry;
  const call: ProviderCall = {
    world,
    caught,
    query: url.searchParams,
    headers: Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)])),
    body: body ?? {},
  };
  const rejected = fault?.fault === "unauthorized" ? UNAUTHORIZED_REPLY : dialect.refuse(call, name);
  const reply = rejected ?? handle(call);
  if (fault?.fault === "slow") await world.gate.hold(entry.n).catch(() => undefined);
  entry.status = sendReply(response, reply, fault);
  world.log.touch(entry);
}

function findRoute({ routes }: ProviderDialect, line: string) {
  for (const [pattern, [name, handle]] of Object.entries(routes)) {
    const match = new RegExp(`^${pattern.replaceAll("*", "([^/]+)")}$`).exec(line);
    if (match) return { name, handle, caught: match.slice(1).map(decodeURIComponent) };
  }
  return { name: "unknown", caught: [], handle: () => ({ status: 404, body: { message: "Not found" } }) };
}

const UNAUTHORIZED_REPLY: ProviderReply = { status: 401, body: { status: false, message: "Invalid key" } };

/** Sends the response, whole or broken as the fault says; returns its status. */
function sendReply(
  response: ServerResponse,
  reply: ProviderReply,
  order: PaymentFaultOrder | null,
): number | null {
  const whole = order?.text ?? JSON.stringify(reply.body);
  const status = order?.status ?? reply.status;
  const json = { "content-type": "application/json" };
  switch (order?.fault) {
    case "hang":
      return null;
    case "lost":
      response.socket?.resetAndDestroy();
      return null;
    case "cut":
      response.writeHead(status, { ...json, "content-length": Buffer.byteLength(whole) });
      response.write(whole.slice(0, whole.length / 2), () => response.destroy());
      return status;
    case "server-error":
      response.writeHead(502, { "content-type": "text/html" }).end("<h1>502 Bad Gateway</h1>");
      return 502;
    case "redirect":
      response.writeHead(302, { location: "/elsewhere" }).end();
      return 302;
    case "not-json":
      response.writeHead(status, json).end("<!DOCTYPE html><h1>We will be back soon</h1>");
      return status;
    case "huge":
      response.writeHead(status, json).end(whole + " ".repeat(HUGE_BYTES));
      return status;
    default:
      response.writeHead(status, json).end(whole);
      return status;
  }
}

function parseCallBody(body: string, type: string): unknown {
  if (type.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(body));
  try {
    return body === "" ? null : JSON.parse(body);
  } catch {
    return null;
  }
}

const SECRET_FIELD = /^(bvn|nin|client_secret)$/;

function redactSecrets(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, SECRET_FIELD.test(key) ? "…" : value]),
  );
}
