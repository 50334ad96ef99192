import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "#lib/core/env";
import { enterRequestId } from "#lib/core/request-id";
import { deriveFormKey } from "#lib/request/form-key";
import { buildMinimalHeaders } from "#lib/request/headers";
import { prepareRequest } from "#lib/request/prepare-request";
import { getRequestVariables } from "#lib/request/variables";

/** Runs before the framework's first request, in the portal's own server and in `next start`. */
export function register(): void {
  Object.assign(process.env, deriveFormKey(getRequestVariables().FORMS_KEY ?? env().NEXTAUTH_SECRET));
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
  });
}
