import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Sandbox, type SandboxOptions, startSandbox } from "#sandbox/server";

export interface SandboxResponseText {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever JSON came
  json: any;
}

export interface SandboxCall {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * Sends one request on a connection of its own; rejects with the socket's error when the response does not end well.
 */
export async function callSandbox(
  url: string,
  { method = "GET", headers = {}, body, signal }: SandboxCall = {},
): Promise<SandboxResponseText> {
  const { promise, resolve, reject } = Promise.withResolvers<SandboxResponseText>();
  const agent = new Agent({ keepAlive: false });
  const options = { method, agent, signal, headers: { accept: "application/json", ...headers } };
  const sent = request(url, options as object, (response) => {
    text(response).then((whole) => {
      const json = /json/.test(response.headers["content-type"] ?? "") ? parseJsonSafely(whole) : undefined;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text: whole, json });
    }, reject);
  });
  sent.on("error", reject);
  sent.end(body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body));
  return promise;
}

function parseJsonSafely(whole: string): unknown {
  try {
    return JSON.parse(whole);
  } catch {
    return undefined;
  }
}

/** Starts a sandbox for a test file, reset before each test, with callers that send its token. */
export function setUpSandbox(options: SandboxOptions = {}) {
  const state: { sandbox?: Sandbox } = {};
  const sandbox = () => state.sandbox as Sandbox;
  const headers = () => ({ authorization: `Bearer ${sandbox().token}`, "content-type": "application/json" });
  beforeAll(async () => {
    state.sandbox = await startSandbox(options);
  });
  beforeEach(() => sandbox().control.reset());
  afterAll(() => state.sandbox?.close());
  return {
    sandbox,
    control: () => sandbox().control,
    get: (path: string) => callSandbox(`${sandbox().url}${path}`, { headers: headers() }),
    /** Buys plan 1 for a number on network 1 by default. */
    buy: (ref: string | null, body: unknown = {}, signal?: AbortSignal) =>
      callSandbox(`${sandbox().url}/api/data${ref === null ? "" : `/${ref}`}`, {
        method: "POST",
        headers: headers(),
        body:
          typeof body === "object" ? { plan: 1, network: 1, mobile_number: "08031234567", ...body } : body,
        ...(signal ? { signal } : {}),
      }),
  };
}
