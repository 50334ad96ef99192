import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface HttpRequestSpec {
  method?: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface HttpResponse {
  status: number;
  /** The status line and the headers, as they came. */
  head: string;
  body: Buffer;
}

/** A kept-alive connection on which one request is asked after the other: as little work for the asking side as can be. */
export interface HttpConnection {
  /** Rejects when the connection ends before the answer has. */
  ask(request: Buffer): Promise<HttpResponse>;
  close(): void;
}

/** A request's bytes; made once, they can be sent any number of times. */
export function encodeRequest(
  url: string,
  { method = "GET", path, headers = {}, body }: HttpRequestSpec,
): Buffer {
  const all = {
    Host: new URL(url).host,
    ...(body !== undefined && {
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(body)),
    }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`);
}

export async function openHttpConnection(url: string): Promise<HttpConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, "connect");
  return createHttpConnection(socket);
}

function createHttpConnection(socket: Socket): HttpConnection {
  let waiting: PromiseWithResolvers<HttpResponse> | undefined;
  let got: Buffer = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    got = got.length === 0 ? chunk : Buffer.concat([got, chunk]);
    const answer = parseResponse(got);
    if (!answer) return;
    got = Buffer.alloc(0);
    waiting?.resolve(answer);
    waiting = undefined;
  });
  socket.on("error", () => {});
  socket.on("close", () => waiting?.reject(new Error("The connection ended before the answer did.")));
  return {
    ask(request) {
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    close: () => void socket.destroy(),
  };
}

const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** The answer, once all of it is there. */
function parseResponse(got: Buffer): HttpResponse | undefined {
  const end = got.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = got.toString("latin1", 0, end);
  const rest = got.subarray(end + HEAD_END.length);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined)
    return rest.length < Number(length)
      ? undefined
      : { status, head, body: rest.subarray(0, Number(length)) };
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return { status, head, body: Buffer.alloc(0) };
  if (!rest.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return undefined;
  const body = joinChunks(rest);
  return body && { status, head, body };
}

/** The chunks of a body, joined; undefined while the last one is not there. */
function joinChunks(rest: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = rest.indexOf("\r\n", at);
    const size = line < 0 ? Number.NaN : Number.parseInt(rest.toString("latin1", at, line), 16);
    if (size === 0) return Buffer.concat(chunks);
    at = line + 2 + size + 2;
    if (!(at <= rest.length)) return undefined;
    chunks.push(rest.subarray(line + 2, line + 2 + size));
  }
}
