import type { RequestListener } from "node:http";
import { page, serverError } from "./answers.ts";
import { denied } from "./authorise.ts";
import { Dropped } from "./gate.ts";
import { lists } from "./lists.ts";
import { purchase } from "./purchase.ts";
import { type Exchange, receive } from "./receive.ts";
import { send } from "./send.ts";
import type { World } from "./world.ts";

/** The service of the interface document as a request listener. */
export function service(world: World): RequestListener {
  return async (request, response) => {
    try {
      const exchange = await receive(world, request, response);
      await answered(world, exchange).catch((error) => failed(world, exchange, error));
    } catch {
      response.destroy(); // the caller went away while it was still sending
    }
  };
}

async function answered(world: World, exchange: Exchange) {
  const { route, method } = exchange.entry;
  if (route === "other") return send(world, exchange, page(404, "404 Not Found"));
  const allowed = route === "purchase" ? "POST" : "GET";
  if (method !== allowed) return send(world, exchange, page(405, "405 Not Allowed", { allow: allowed }));
  const refusal = denied(world, exchange);
  if (refusal) return send(world, exchange, refusal);
  return route === "purchase" ? purchase(world, exchange) : lists(world, exchange);
}

async function failed(world: World, exchange: Exchange, error: unknown) {
  if (error instanceof Dropped) return exchange.response.destroy();
  console.error(error);
  return send(world, exchange, serverError("The sandbox itself failed; see its output."));
}
