import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Route } from "./fault-book.ts";
import type { LogEntry } from "./log.ts";
import type { World } from "./world.ts";

/** One request being answered. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  entry: LogEntry;
}

const maxBodyBytes = 64 * 1024;
const connections = new WeakMap<Socket, number>();
let connectionCount = 0;

/** Reads a request whole, up to 64 KiB of body, and opens its log entry. */
export async function receive(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Exchange> {
  const receivedAt = Date.now();
  const body = parsed(await bodyText(request));
  const entry = newEntry(world, request, receivedAt, body);
  const exchange = { request, response, entry };
  response.once("close", () => {
    const waiting = !entry.answer || entry.answer.ending === "hung" || entry.answer.ending === "stalled";
    if (!waiting) return;
    entry.hungUp = true;
    world.log.touch(entry);
  });
  world.log.add(entry);
  return exchange;
}

function newEntry(world: World, request: IncomingMessage, receivedAt: number, body: unknown): LogEntry {
  const url = new URL(request.url ?? "/", "http://sandbox");
  return {
    n: world.log.entries.length + 1,
    version: 0,
    ...routed(url.pathname),
    method: request.method ?? "",
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: headersWithoutToken(request),
    body,
    remoteAddress: (request.socket.remoteAddress ?? "").replace(/^::ffff:/, ""),
    connection: connectionNumber(request.socket),
    receivedAt,
    held: null,
    executed: false,
    executedAt: null,
    transaction: null,
    balanceBeforeMinor: null,
    balanceAfterMinor: null,
    refusal: null,
    fault: null,
    answer: null,
    answeredAt: null,
    hungUp: false,
  };
}

function routed(path: string): { route: Route; ref: string | null } {
  if (path === "/api/data_plans") return { route: "plain", ref: null };
  if (path === "/api/data-plans-prices/filtered") return { route: "filtered", ref: null };
  const match = /^\/api\/data(?:\/([^/]+))?$/.exec(path);
  return match ? { route: "purchase", ref: unescaped(match[1]) } : { route: "other", ref: null };
}

function unescaped(segment: string | undefined): string | null {
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function headersWithoutToken({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const shown: Record<string, string> = Object.fromEntries(kept);
  if (shown.authorization) shown.authorization = `${shown.authorization.split(" ")[0]} …`;
  return shown;
}

function connectionNumber(socket: Socket): number {
  const known = connections.get(socket) ?? ++connectionCount;
  connections.set(socket, known);
  return known;
}

async function bodyText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
