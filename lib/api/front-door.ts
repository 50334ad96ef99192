import { STATUS_CODES } from "node:http";

/** Why a request is refused before anything looks at who calls. */
export interface Refusal {
  status: number;
  message: string;
  headers?: Record<string, string>;
}

/** The head and body of such a refusal: a program's in the interface's one shape, a person's as plain text. */
export function refusalReply(
  url: string,
  { message, headers }: Refusal,
): { headers: Record<string, string>; body: string } {
  const isProgram = url.startsWith("/api/");
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

const NOT_HTTP: Refusal = { status: 400, message: "The request is not valid HTTP. Nothing was done." };
const UNREAD: Record<string, Refusal> = {
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

/**
 * The whole answer, as it goes over the line, to what Node's server could not read as a request. Its path is not known, so
 * that everybody gets the shape for programs.
 * @param code of the server's `clientError`.
 */
export function unreadAnswer(code: string | undefined, headers: Record<string, string>): string {
  const refusal = UNREAD[code ?? ""] ?? NOT_HTTP;
  const reply = refusalReply("/api/", refusal);
  const all = { ...headers, ...reply.headers, "Content-Length": String(Buffer.byteLength(reply.body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join("")}\r\n${reply.body}`;
}
