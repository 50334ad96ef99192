import type { IncomingMessage, RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { decode, encode } from "./json.ts";
import { verbs } from "./verbs.ts";
import type { World } from "./world.ts";

const longestWaitMs = 60_000;

/** Verbs about the server itself. */
type ServerVerbs = Record<string, () => void | Promise<void>>;

type Reader = (world: World, query: URLSearchParams, signal: AbortSignal) => unknown;

/** What can be read at the control address, by path. */
const readers: Record<string, Reader> = {
  log: async ({ log }, query, signal) => {
    const since = Number(query.get("since") ?? 0);
    const waitMs = Math.min(Number(query.get("waitMs") ?? 0), longestWaitMs);
    if (waitMs > 0) await log.changed(since, AbortSignal.any([signal, AbortSignal.timeout(waitMs)]));
    return { version: log.version, entries: log.since(since) };
  },
  transactions: ({ transactions }) => transactions,
  wallet: ({ wallet }) => wallet,
  plans: ({ catalogue }) => ({
    networks: [...catalogue.networks.values()],
    types: [...catalogue.types.values()],
    plans: [...catalogue.plans.values()],
  }),
  settings: ({ settings }) => settings,
  faults: ({ faults }) => ({ waiting: faults.waiting }),
};

/** The control address: GET reads, POST does. */
export function control(world: World, extra: ServerVerbs): RequestListener {
  return async (request, response) => {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    try {
      const result = await perform(world, extra, request, gone.signal);
      response.writeHead(200, { "content-type": "application/json" }).end(encode(result ?? null));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      response.writeHead(400, { "content-type": "application/json" }).end(encode({ error: message }));
    }
  };
}

async function perform(
  world: World,
  extra: ServerVerbs,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<unknown> {
  const url = new URL(request.url ?? "/", "http://control");
  const name = url.pathname.slice(1);
  if (request.method === "GET") {
    const reader = readers[name];
    return reader ? reader(world, url.searchParams, signal) : usage(extra);
  }
  if (extra[name]) return extra[name]();
  const body = await text(request);
  const act = verbs[name];
  if (!act) throw new Error(`no verb "${name}"; ${JSON.stringify(usage(extra))}`);
  return act(world, body === "" ? undefined : decode(body));
}

function usage(extra: object) {
  return { GET: Object.keys(readers), POST: [...Object.keys(verbs), ...Object.keys(extra)] };
}
