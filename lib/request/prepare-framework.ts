import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "#lib/core/env";
import { allowSlowConnections } from "#lib/core/network/allow-slow-connections";
import { enterRequestId } from "#lib/core/request-id";
import { deriveFormKey } from "./form-key.ts";
import { buildMinimalHeaders } from "./headers.ts";
import { preparePage } from "./prepare-page.ts";
import { prepareRequest } from "./prepare-request.ts";

/** Gives the framework its key of forms and time for connections, and in `next start` prepares its requests. */
export function prepareFramework(): void {
  allowSlowConnections();
  Object.assign(process.env, deriveFormKey(env().NEXTAUTH_SECRET));
  // The portal's own server prepares its requests itself.
  if (!("portalServer" in globalThis)) prepareRequests();
}

/** Prepares the requests of this process's servers, before their listeners see them. */
function prepareRequests(): void {
  const secure = env().NEXTAUTH_URL.startsWith("https:");
  const headers = buildMinimalHeaders({ secure, development: false });
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    enterRequestId(prepareRequest(request, response, headers));
    preparePage(request, response);
  });
}
