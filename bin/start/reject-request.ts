import type { IncomingMessage, ServerResponse } from "node:http";
import { createEarlyResponse, type EarlyRejection } from "#lib/api/early-rejection";
import { logRequest } from "#lib/api/request-log/log-request";
import { log } from "#lib/core/log";
import { getSentUrl } from "#lib/request/sent-url";

/** Sends a rejection, to API clients in the interface's shape, and closes the connection. */
export function rejectRequest(
  request: IncomingMessage,
  response: ServerResponse,
  rejection: EarlyRejection,
): void {
  const beganAt = performance.now();
  const headersOf = { get: (name: string) => request.headers[name]?.toString() ?? null };
  const url = getSentUrl(headersOf) ?? "";
  const { headers, body } = createEarlyResponse(url, rejection);
  response.writeHead(rejection.status, headers).end(body);
  logRejection(rejection);
  if (!url.startsWith("/api/")) return;
  const { status } = rejection;
  const requested = { method: request.method ?? "", url, headers: headersOf };
  logRequest(requested, { beganAt, status, body: rejection, resellerId: undefined, ref: undefined });
}

/** More would let an attacker fill the disk. */
const MAX_LINES_PER_SECOND = 20;

let lines = { second: 0, count: 0 };

/** Writes a log line about a rejection, under the ID of its request. */
export function logRejection({ status, message }: EarlyRejection): void {
  const second = Math.floor(performance.now() / 1_000);
  if (lines.second !== second) lines = { second, count: 0 };
  lines.count += 1;
  if (lines.count <= MAX_LINES_PER_SECOND) log.info("request.rejected", { status, reason: message });
}
