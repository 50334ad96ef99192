import { globSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { ROOT } from "#bin/root";
import type { ApiEndpoint } from "#lib/api/endpoint";
import { getOperationPath, isApiPath } from "#lib/request/sent-url";

/** The path of the route for everything below `/api` that no other route has. */
const FALLBACK = "/api/[[...path]]";

/** Finds the endpoint of an address; undefined for one that the framework serves. */
export type FindEndpoint = (url: string) => ApiEndpoint | undefined;

/** Loads the endpoints from their route handlers below `app/api`, to serve them without the framework. */
export async function loadApiEndpoints(): Promise<FindEndpoint> {
  const endpoints = new Map<string, ApiEndpoint>();
  const pageRoutes: RegExp[] = [];
  for (const file of globSync("app/api/**/route.ts", { cwd: ROOT })) {
    const path = file.replace(/^app(.*)\/route\.ts$/, "$1").replace("/[ref]", "/{ref}");
    if (/\bcreateEndpoint\(/.test(readFileSync(ROOT + file, "utf8")))
      endpoints.set(path, (await import(pathToFileURL(ROOT + file).href)).GET);
    else pageRoutes.push(createRoutePattern(path));
  }
  return (url) => {
    if (!isApiPath(url)) return undefined;
    const path = getOperationPath(url);
    if (pageRoutes.some((pattern) => pattern.test(path))) return undefined;
    return endpoints.get(path) ?? endpoints.get(FALLBACK);
  };
}

function createRoutePattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\[(\.{3})?\w+\]/g, (_, rest) => (rest ? ".+" : "[^/]+"))}$`);
}
