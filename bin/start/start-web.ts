import { once } from "node:events";
import { readdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import next from "next";
import { serve } from "#lib/api/serve";
import { env } from "#lib/core/env";
import { bareHeaders } from "#lib/web/headers";
import { answerProbe } from "./answer-probe.ts";
import { bufferRequest, callerOf } from "./buffer-request.ts";
import { compress } from "./compress.ts";
import { formKey } from "./form-key.ts";
import { packedFiles } from "./packed-files.ts";
import { createPageTurns, takesTurn } from "./page-turns.ts";
import { portalServer } from "./portal-server.ts";
import type { Readiness } from "./readiness.ts";

export interface Web {
  url: string;
  /** Resolves when every answer that was begun has been given. */
  drain(): Promise<void>;
  /** Breaks the connections that are left. */
  cut(): void;
}

/** Serves the pages and the API on `HOST` and `port`. Throws EADDRINUSE when it is taken, EADDRNOTAVAIL for a foreign `HOST`. */
export async function startWeb(
  port: number,
  dev: boolean,
  readiness: () => Promise<Readiness>,
): Promise<Web> {
  Object.assign(process.env, formKey(env().FORMS_KEY ?? env().NEXTAUTH_SECRET));
  const secure = env().NEXTAUTH_URL.startsWith("https:");
  const { server, answer, drain } = portalServer(bareHeaders({ secure, development: dev }), {
    upgrades: dev,
  });
  const dir = fileURLToPath(new URL("../..", import.meta.url));
  const app = next({ dev, dir, httpServer: server, ...(port > 0 && { port }) });
  await app.prepare();
  const page = app.getRequestHandler();
  const packed = packedFiles();
  const turns = createPageTurns();
  const routes = readdirSync(`${dir}app/api`);
  answer(async (request, response) => {
    if (answerProbe(request, response, readiness)) return;
    packed(request, response);
    compress(request, response);
    if (serve(request, response, routes)) return;
    const buffered = await bufferRequest(request, response);
    if (!buffered) return;
    if (takesTurn(request.url ?? "") && !(await turns.take(callerOf(request), response))) return;
    await page(buffered, response);
  });
  server.listen({ host: env().HOST, port });
  await once(server, "listening");
  const bound = (server.address() as AddressInfo).port;
  const url = bound === port ? env().NEXTAUTH_URL : `http://localhost:${bound}`;
  return { url, drain, cut: () => server.closeAllConnections() };
}
