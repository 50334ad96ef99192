import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { CONTROL_VERBS } from "./control-verbs.ts";
import { decodeJson, encodeJson } from "./values.ts";
import type { SandboxWorld } from "./world.ts";

const MAX_WAIT_MS = 60_000;

type Reader = (query: URLSearchParams, signal: AbortSignal) => unknown;

/** Creates a control address: GET reads, POST runs a verb. */
export function createControlListener(
  readers: Record<string, Reader>,
  verbs: Record<string, (input: unknown) => unknown>,
): RequestListener {
  const usage = { GET: Object.keys(readers), POST: Object.keys(verbs) };
  return async (request, response) => {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(encodeJson(body));
    try {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://control");
      const name = pathname.slice(1);
      if (request.method === "GET")
        return void send(200, (await (readers[name] ?? (() => usage))(searchParams, gone.signal)) ?? null);
      const body = await text(request);
      const act = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
      if (!act) throw new Error(`no verb "${name}"; ${JSON.stringify(usage)}`);
      send(200, (await act(body === "" ? undefined : decodeJson(body))) ?? null);
    } catch (error) {
      send(400, { error: error instanceof Error ? error.message : String(error) });
    }
  };
}

interface ReadableLog {
  version: number;
  since(version: number): unknown[];
  changed(version: number, signal: AbortSignal): Promise<unknown>;
}

/** Creates a reader of a log's changes since a version, which may wait for the next one. */
export const createLogReader =
  (log: ReadableLog): Reader =>
  async (query, signal) => {
    const since = Number(query.get("since") ?? 0);
    const waitMs = Math.min(Number(query.get("waitMs") ?? 0), MAX_WAIT_MS);
    if (waitMs > 0) await log.changed(since, AbortSignal.any([signal, AbortSignal.timeout(waitMs)]));
    return { version: log.version, entries: log.since(since) };
  };

/** Creates the control address of the upstream. @param extra verbs about the server itself. */
export function createUpstreamControl(
  world: SandboxWorld,
  extra: Record<string, () => unknown>,
): RequestListener {
  const verbs = Object.entries(CONTROL_VERBS).map(([name, act]) => [
    name,
    (input: unknown) => act(world, input),
  ]);
  const readers: Record<string, Reader> = {
    log: createLogReader(world.log),
    transactions: () => world.transactions,
    wallet: () => world.wallet,
    plans: () => ({
      networks: [...world.catalogue.networks.values()],
      types: [...world.catalogue.types.values()],
      plans: [...world.catalogue.plans.values()],
    }),
    settings: () => world.settings,
    faults: () => ({ waiting: world.faults.waiting }),
  };
  return createControlListener(readers, { ...Object.fromEntries(verbs), ...extra });
}
