import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import next from "next";
import { closeRequestLog } from "#lib/api/request-log/request-log";
import { env } from "#lib/core/env";
import { createSystemCtx } from "#lib/job/start-worker";
import { modules } from "#lib/modules";
import { buildMinimalHeaders } from "#lib/request/headers";
import { loadApiEndpoints } from "./api-endpoints.ts";
import { createHostGuard } from "./host-guard.ts";
import { openInnerDoor } from "./inner-door.ts";
import { createPortalServer } from "./portal-server.ts";
import type { Readiness } from "./readiness.ts";
import { createRequestHandler } from "./request-handler.ts";
import { servePagesBy } from "./serve-page.ts";
import { shareBuildFiles } from "./share-build-files.ts";
import { openSharedPages } from "./shared-pages.ts";
import { watchHosts } from "./watch-hosts.ts";

export interface WebServer {
  url: string;
  /** Continues to serve, without keeping connections open. */
  releaseConnections(): void;
  /** Resolves when every started response has been sent, and the log of requests is written. */
  drain(): Promise<void>;
  cut(): void;
}

/**
 * Serves the pages and the API on `HOST` and `port`. Throws EADDRINUSE when it is in use,
 * EADDRNOTAVAIL for a foreign `HOST`.
 */
export async function startWeb(
  port: number,
  dev: boolean,
  readiness: () => Promise<Readiness>,
): Promise<WebServer> {
  const secure = env().NEXTAUTH_URL.startsWith("https:");
  const { server, answer, releaseConnections, drain } = createPortalServer(
    buildMinimalHeaders({ secure, development: dev }),
    { upgrades: dev },
  );
  const dir = fileURLToPath(new URL("../..", import.meta.url));
  // For `prepareFramework`: this server prepares its requests itself.
  Object.assign(globalThis, { portalServer: true });
  const app = next({ dev, dir, httpServer: server, ...(port > 0 && { port }) });
  await app.prepare();
  const door = await openInnerDoor(servePagesBy(app.getRequestHandler()));
  Object.assign(process.env, { __NEXT_PRIVATE_ORIGIN: door.origin });
  // While developing, the framework serves the API too: a change needs no restart.
  const findEndpoint = dev ? () => undefined : await loadApiEndpoints();
  const served = modules.flatMap(({ hosts }) => (hosts?.areServed() ? [hosts] : []));
  const hosts = served.length > 0 ? watchHosts(createSystemCtx("hosts"), served) : undefined;
  const guardHost = hosts ? createHostGuard(hosts) : () => false;
  const serveOtherBuild = dev ? async () => false : await shareBuildFiles(createSystemCtx("build"));
  const sharedPages = dev ? undefined : await openSharedPages();
  const servePage = door.serve;
  answer(
    createRequestHandler({ readiness, guardHost, findEndpoint, serveOtherBuild, sharedPages, servePage }),
  );
  server.listen({ host: env().HOST, port });
  await once(server, "listening");
  const bound = (server.address() as AddressInfo).port;
  const url = bound === port ? env().NEXTAUTH_URL : `http://localhost:${bound}`;
  return {
    url,
    releaseConnections,
    async drain() {
      await drain();
      door.close();
      hosts?.stop();
      await closeRequestLog();
    },
    cut: () => server.closeAllConnections(),
  };
}
