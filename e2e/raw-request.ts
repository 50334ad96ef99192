import { connect } from "node:net";
import { text } from "node:stream/consumers";

export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Sends a request as bytes, each character one, so that no client mends it on the way, and reads the answer as it comes;
 * of a line of events only the beginning. A status that never came is NaN.
 */
export async function sendRawRequest(
  url: string,
  { method = "GET", path, headers = {}, body = "" }: RawRequest,
): Promise<{ status: number; answer: string }> {
  const { hostname, port, host } = new URL(url);
  const fields = {
    Host: host,
    Connection: "close",
    "Content-Length": String(Buffer.byteLength(body, "latin1")),
    ...headers,
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.on("data", (bytes) => {
    if (bytes.includes("text/event-stream")) socket.end();
  });
  socket.write(`${method} ${path} HTTP/1.1\r\n${head.join("")}\r\n${body}`, "latin1");
  const answer = await text(socket);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]), answer };
}
