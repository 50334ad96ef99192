import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { SandboxRoute } from "./fault-book.ts";
import type { SandboxLogEntry } from "./log.ts";
import type { SandboxWorld } from "./world.ts";

export interface SandboxExchange {
  request: IncomingMessage;
  response: ServerResponse;
  entry: SandboxLogEntry;
}

const MAX_BODY_BYTES = 64 * 1024;
const connectionNumbers = new WeakMap<Socket, number>();
let connectionCount = 0;

/** Reads a whole request, up to 64 KiB of body, and opens its log entry. */
export async function receiveRequest(
  world: SandboxWorld,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<SandboxExchange> {
  const receivedAt = Date.now();
  const body = parseBody(await readBodyText(request));
  const entry = createLogEntry(world, request, receivedAt, body);
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

function createLogEntry(
  world: SandboxWorld,
  request: IncomingMessage,
  receivedAt: number,
  body: unknown,
): SandboxLogEntry {
  const url = new URL(request.url ?? "/", "http://sandbox");
  return {
    n: world.log.entries.length + 1,
    version: 0,
    ...parseRoute(url.pathname),
    method: request.method ?? "",
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: redactHeaders(request),
    body,
    remoteAddress: (request.socket.remoteAddress ?? "").replace(/^::ffff:/, ""),
    connection: numberConnection(request.socket),
    receivedAt,
    held: null,
    executed: false,
    executedAt: null,
    transaction: null,
    balanceBeforeMinor: null,
    balanceAfterMinor: null,
    rejection: null,
    fault: null,
    answer: null,
    answeredAt: null,
    hungUp: false,
  };
}

function parseRoute(path: string): { route: SandboxRoute; ref: string | null } {
  if (path === "/api/data_plans") return { route: "plain", ref: null };
  if (path === "/api/data-plans-prices/filtered") return { route: "filtered", ref: null };
  const match = /^\/api\/data(?:\/([^/]+))?$/.exec(path);
  return match ? { route: "purchase", ref: decodeSegment(match[1]) } : { route: "other", ref: null };
}

function decodeSegment(segment: string | undefined): string | null {
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function redactHeaders({ headers }: IncomingMessage): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const shown: Record<string, string> = Object.fromEntries(pairs);
  if (shown.authorization) shown.authorization = `${shown.authorization.split(" ")[0]} …`;
  return shown;
}

function numberConnection(socket: Socket): number {
  const number = connectionNumbers.get(socket) ?? ++connectionCount;
  connectionNumbers.set(socket, number);
  return number;
}

async function readBodyText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseBody(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
