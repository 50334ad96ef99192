import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import type { EarlyRejection } from "#lib/api/early-rejection";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Finds the reason why the framework would fail at a request; undefined for a valid request. */
export function findMalformation({
  method = "",
  url = "",
  httpVersion,
  headers,
}: IncomingMessage): EarlyRejection | undefined {
  if (!METHODS.includes(method)) {
    const allow = METHODS.join(", ");
    return { status: 405, message: `The ${method} method is not supported.`, headers: { Allow: allow } };
  }
  if (httpVersion === "1.1" && headers.host === undefined)
    return { status: 400, message: "The request has no Host header." };
  if (!isPath(url)) return { status: 400, message: "The address is malformed." };
  if (!isRouterState(headers["next-router-state-tree"]))
    return { status: 400, message: "The Next-Router-State-Tree header is malformed." };
  return undefined;
}

/** Whether it is a path of this server: not `*`, not another server's, and validly encoded. */
function isPath(url: string): boolean {
  if (!url.startsWith("/")) return false;
  try {
    return decodeURIComponent(url.replace(/\?.*$/s, "")) !== "";
  } catch {
    return false;
  }
}

function isRouterState(header: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}
