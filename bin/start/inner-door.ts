import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type PageTurn, runInPageTurn } from "#lib/core/page-turn";
import { getRequestId, runWithRequestId } from "#lib/core/request-id";
import { keepSentUrl } from "#lib/request/sent-url";

/** The header that the framework copies from a request into those that it makes for it. */
const HEADER = "x-outer-request";

export interface InnerDoor {
  /** The address to which the framework sends its own requests. */
  origin: string;
  /** Serves a request in its turn, and those that the framework makes for it meanwhile. */
  serve(turn: PageTurn, request: IncomingMessage, response: ServerResponse): void | Promise<void>;
  close(): void;
}

/**
 * Opens the door through which the framework fetches the page after an action's redirect from this process. Such a
 * request runs in the turn of the one that it is made for: a turn of its own would be waited for while the other is
 * held. It shows a secret that is of one request and ends with it, and nothing that a client sends becomes one; all
 * else is rejected.
 */
export async function openInnerDoor(page: RequestListener): Promise<InnerDoor> {
  const outer = new Map<string, <T>(work: () => T) => T>();
  const server = createServer((request, response) => {
    const runInside = outer.get(String(request.headers[HEADER]));
    if (!runInside) return void response.writeHead(403, { Connection: "close" }).end();
    // Its other headers were prepared with the outer request.
    keepSentUrl(request);
    return runInside(() => page(request, response));
  });
  server.listen({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve(turn, request, response) {
      const secret = randomBytes(16).toString("base64url");
      const id = getRequestId() ?? "";
      request.headers[HEADER] = secret;
      outer.set(secret, (work) => runWithRequestId(id, () => runInPageTurn(turn, work)));
      response.once("close", () => outer.delete(secret));
      return runInPageTurn(turn, () => page(request, response));
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
