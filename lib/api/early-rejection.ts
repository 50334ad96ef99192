import { STATUS_CODES } from "node:http";
import { isApiPath } from "#lib/request/sent-url";

/** The reason for rejecting a request before authentication. */
export interface EarlyRejection {
  status: number;
  message: string;
  headers?: Record<string, string>;
}

/** Builds the head and body of such a rejection: JSON for the API, plain text for pages. */
export function createEarlyResponse(
  url: string,
  { message, headers }: EarlyRejection,
): { headers: Record<string, string>; body: string } {
  const isProgram = isApiPath(url);
  return {
    headers: {
      ...headers,
      "Content-Type": isProgram ? "application/json" : "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      Connection: "close",
    },
    body: isProgram ? JSON.stringify({ message }) : `${message}\n`,
  };
}

const INVALID_HTTP: EarlyRejection = {
  status: 400,
  message: "The request is not valid HTTP. Nothing was done.",
};
const PARSE_REJECTIONS: Record<string, EarlyRejection> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    message: "The request did not arrive whole in time. Nothing was done. Send it again.",
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    message: "The request's chunk extensions are too large. Nothing was done.",
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: "The request's headers are too large: 16 KiB at most. Nothing was done.",
  },
};

/** Returns the reason for rejecting bytes that Node's server couldn't parse as a request.
 * @param code of the server's `clientError`.
 */
export const getParseRejection = (code: string | undefined): EarlyRejection =>
  PARSE_REJECTIONS[code ?? ""] ?? INVALID_HTTP;

/** Formats the raw response to such bytes. Their path is unknown, so every client gets JSON. */
export function formatParseErrorResponse(rejection: EarlyRejection, headers: Record<string, string>): string {
  const reply = createEarlyResponse("/api/", rejection);
  const all = { ...headers, ...reply.headers, "Content-Length": String(Buffer.byteLength(reply.body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${rejection.status} ${STATUS_CODES[rejection.status]}\r\n${lines.join("")}\r\n${reply.body}`;
}
