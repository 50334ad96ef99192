import { loadApiEndpoints } from "#bin/start/api-endpoints";
import { type Portal, startPortal } from "#bin/start/start-portal";
import * as admins from "../acts/admins.ts";
import * as agents from "../acts/agents.ts";
import { cancelSome } from "../acts/cancel.ts";
import * as operators from "../acts/operators.ts";
import * as orders from "../acts/orders.ts";
import { renewToken } from "../acts/renew-token.ts";
import * as resellers from "../acts/resellers.ts";
import { setUp } from "../acts/set-up.ts";
import * as spenders from "../acts/spend.ts";
import { startAgain } from "../acts/start-again.ts";
import * as turns from "../acts/turns.ts";
import * as webhooks from "../acts/webhooks.ts";

const findEndpoint = await loadApiEndpoints();
let portal: Portal | undefined;

/** A request of a program. */
export interface ApiInput {
  method: "GET" | "POST";
  path: string;
  token: string;
  body?: unknown;
  /** It leaves then, if it has no response. */
  leaveAfterMs?: number | undefined;
}

export interface ApiOutput {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

export const calls = {
  setUp,
  startAgain,
  renewToken,
  ...admins,
  ...resellers,
  cancelSome,
  ...agents,
  ...orders,
  ...operators,
  ...turns,
  ...webhooks,
  ...spenders,
  /** Starts the portal as `npm start` does, with its programs' requests as calls instead of pages. */
  async start() {
    portal = await startPortal();
  },
  async stop() {
    await portal?.stop();
  },
  async request({ method, path, token, body, leaveAfterMs }: ApiInput): Promise<ApiOutput | undefined> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "x-sent-url": path,
      "x-peer-address": "127.0.0.1",
    };
    const bytes = body === undefined ? null : toStream(JSON.stringify(body));
    const request = {
      method,
      headers: { get: (name: string) => headers[name.toLowerCase()] ?? null },
      body: bytes,
    };
    const leaving = new AbortController();
    if (leaveAfterMs !== undefined) setTimeout(() => leaving.abort(), leaveAfterMs);
    const sent = await findEndpoint(path)?.respond(request, leaving.signal);
    if (!sent || sent.isCut || leaving.signal.aborted) return undefined;
    return {
      status: sent.status,
      headers: sent.headers,
      body: sent.body ? JSON.parse(String(sent.body)) : null,
    };
  },
};

async function* toStream(text: string) {
  yield Buffer.from(text);
}
