import type { IncomingMessage, ServerResponse } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { type Refusal, refusalReply } from "#lib/api/front-door";

export type { Refusal };

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Why a request cannot be answered by any page, route or file; undefined when it can. The framework would fail at it. */
export function malformed({ method = "", url = "", headers }: IncomingMessage): Refusal | undefined {
  if (!METHODS.includes(method)) {
    const allow = METHODS.join(", ");
    return { status: 405, message: `The ${method} method is not supported.`, headers: { Allow: allow } };
  }
  if (!isPath(url)) return { status: 400, message: "The address is malformed." };
  if (!isRouterState(headers["next-router-state-tree"]))
    return { status: 400, message: "The Next-Router-State-Tree header is malformed." };
  return undefined;
}

/** Answers with a refusal, to programs in the interface's shape, and hears no more of the connection. */
export function refuse(url: string, response: ServerResponse, refusal: Refusal): void {
  const { headers, body } = refusalReply(url, refusal);
  response.writeHead(refusal.status, headers).end(body);
}

/** A path of this server: neither `*` nor another server's address, and percent-encoded text that can be read. */
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
