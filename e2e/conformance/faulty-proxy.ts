import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A fault of one request between a client and the portal. */
export type Fault =
  /** The connection ends before the portal has the request. */
  | "lost request"
  /** The portal has handled the request, and the connection ends without its response. */
  | "lost response"
  /** The connection ends within the response. */
  | "cut response"
  /** The portal has handled the request, and the connection stays open and silent. */
  | "silence"
  /** The portal has handled the request, and the client gets 502 with a page. */
  | "bad gateway"
  /** The portal's response says that the purchase is pending. */
  | "pending"
  /** The request doesn't reach the portal. */
  | { status: number; headers?: Record<string, string>; body?: unknown };

export interface FaultyProxy {
  url: string;
  /** The faults of the next requests, in order; those after them pass. */
  plan(...faults: Fault[]): void;
  /** Requests so far. */
  requests(): number;
  /** Resolves when the portal has responded to a request, whatever the client gets. */
  handled(): Promise<void>;
  close(): void;
}

/** Starts a proxy before the portal that fails as planned. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let faults: Fault[] = [];
  let requests = 0;
  let handled = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    requests += 1;
    const fault = faults.shift();
    if (fault === "lost request") return void response.destroy();
    if (typeof fault === "object") {
      response.writeHead(fault.status, { "Content-Type": "application/json", ...fault.headers });
      return void response.end(JSON.stringify(fault.body ?? { message: "A fault of the test." }));
    }
    const reply = await forward(request, target);
    handled.resolve();
    handled = Promise.withResolvers();
    respond(response, reply, fault);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: (...planned) => {
      faults = planned;
      requests = 0;
    },
    requests: () => requests,
    handled: () => handled.promise,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

async function forward(request: IncomingMessage, target: string): Promise<Reply> {
  const { method = "GET", url = "", headers } = request;
  const sent = await buffer(request);
  const { authorization = "", "content-type": type = "application/json" } = headers;
  const response = await fetch(target + url, {
    method,
    headers: { Authorization: authorization, "Content-Type": type },
    ...(sent.length > 0 && { body: new Uint8Array(sent) }),
  });
  const body = Buffer.from(await response.arrayBuffer());
  const { "content-length": _, connection: __, ...kept } = Object.fromEntries(response.headers);
  return { status: response.status, headers: kept, body };
}

function respond(response: ServerResponse, { status, headers, body }: Reply, fault: Fault | undefined): void {
  if (fault === "lost response") response.destroy();
  else if (fault === "bad gateway") response.writeHead(502).end("<h1>Bad gateway</h1>");
  else if (fault === "pending")
    response.writeHead(200, headers).end(body.toString().replace('"successful"', '"pending"'));
  else if (fault === "cut response") {
    response.writeHead(status, { ...headers, "Content-Length": body.length });
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
  } else if (fault !== "silence") response.writeHead(status, headers).end(body);
}
