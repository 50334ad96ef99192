import type { IncomingMessage, RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { CONTROL_VERBS } from "./control-verbs.ts";
import { decodeJson, encodeJson } from "./json.ts";
import type { SandboxWorld } from "./world.ts";

const MAX_WAIT_MS = 60_000;

/** Verbs about the server itself. */
type ServerVerbs = Record<string, () => void | Promise<void>>;

type ControlReader = (world: SandboxWorld, query: URLSearchParams, signal: AbortSignal) => unknown;

/** All readable paths of the control address. */
const CONTROL_READERS: Record<string, ControlReader> = {
  log: async ({ log }, query, signal) => {
    const since = Number(query.get("since") ?? 0);
    const waitMs = Math.min(Number(query.get("waitMs") ?? 0), MAX_WAIT_MS);
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

/** Creates the control address: GET reads, POST runs a verb. */
export function createControlListener(world: SandboxWorld, extra: ServerVerbs): RequestListener {
  return async (request, response) => {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    try {
      const result = await performVerb(world, extra, request, gone.signal);
      response.writeHead(200, { "content-type": "application/json" }).end(encodeJson(result ?? null));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      response.writeHead(400, { "content-type": "application/json" }).end(encodeJson({ error: message }));
    }
  };
}

async function performVerb(
  world: SandboxWorld,
  extra: ServerVerbs,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<unknown> {
  const url = new URL(request.url ?? "/", "http://control");
  const name = url.pathname.slice(1);
  if (request.method === "GET") {
    const reader = CONTROL_READERS[name];
    return reader ? reader(world, url.searchParams, signal) : formatUsage(extra);
  }
  if (extra[name]) return extra[name]();
  const body = await text(request);
  const act = CONTROL_VERBS[name];
  if (!act) throw new Error(`no verb "${name}"; ${JSON.stringify(formatUsage(extra))}`);
  return act(world, body === "" ? undefined : decodeJson(body));
}

function formatUsage(extra: object) {
  return { GET: Object.keys(CONTROL_READERS), POST: [...Object.keys(CONTROL_VERBS), ...Object.keys(extra)] };
}
