import type { RequestListener } from "node:http";
import { handleSandboxPurchase } from "./purchase.ts";
import { receiveRequest, type SandboxExchange } from "./receive.ts";
import { GateDropped } from "./request-gate.ts";
import {
  htmlResponse,
  notWhitelistedResponse,
  type SandboxResponse,
  serverErrorResponse,
  UNAUTHENTICATED_RESPONSE,
} from "./responses.ts";
import { sendSandboxResponse } from "./send.ts";
import { servePlanLists } from "./serve-plan-lists.ts";
import type { SandboxWorld } from "./world.ts";

/** Creates the service of the interface document as a request listener. */
export function createUpstreamListener(world: SandboxWorld): RequestListener {
  return async (request, response) => {
    try {
      const exchange = await receiveRequest(world, request, response);
      await handleExchange(world, exchange).catch((error) => handleFailure(world, exchange, error));
    } catch {
      response.destroy(); // the caller went away while it was still sending
    }
  };
}

async function handleExchange(world: SandboxWorld, exchange: SandboxExchange) {
  const { route, method } = exchange.entry;
  if (route === "other") return sendSandboxResponse(world, exchange, htmlResponse(404, "404 Not Found"));
  const allowed = route === "purchase" ? "POST" : "GET";
  if (method !== allowed)
    return sendSandboxResponse(world, exchange, htmlResponse(405, "405 Not Allowed", { allow: allowed }));
  const rejection = findAuthorisationError(world, exchange);
  if (rejection) return sendSandboxResponse(world, exchange, rejection);
  return route === "purchase" ? handleSandboxPurchase(world, exchange) : servePlanLists(world, exchange);
}

async function handleFailure(world: SandboxWorld, exchange: SandboxExchange, error: unknown) {
  if (error instanceof GateDropped) return exchange.response.destroy();
  console.error(error);
  return sendSandboxResponse(
    world,
    exchange,
    serverErrorResponse("The sandbox itself failed; see its output."),
  );
}

/**
 * Finds the error of a caller (interface: Authentication): 401 without a valid token, 403 from an address or
 * an origin that the token doesn't list; null when there is none. A missing list accepts all callers; a
 * server, which sends no origin, needs none when its address is listed.
 */
function findAuthorisationError(
  world: SandboxWorld,
  { request, entry }: SandboxExchange,
): SandboxResponse | null {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const token = world.tokens.find(({ token }) => token === bearer);
  if (!token) return UNAUTHENTICATED_RESPONSE;
  const origin = request.headers.origin;
  const addressFits = !token.ips || token.ips.includes(entry.remoteAddress);
  const originFits = !token.origins || (origin ? token.origins.includes(origin) : Boolean(token.ips));
  return addressFits && originFits ? null : notWhitelistedResponse(entry.remoteAddress);
}
