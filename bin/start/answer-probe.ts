import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readiness } from "./readiness.ts";

/**
 * Responds to `/api/live`, whether the process responds, and `/api/ready`, whether it is ready, or the reason
 * in one word. They need no credentials, because they reveal nothing else.
 * @returns whether it was one of them: if not, nothing was done.
 */
export function answerProbe(
  request: IncomingMessage,
  response: ServerResponse,
  readiness: () => Promise<Readiness>,
): boolean {
  const path = request.url?.split("?", 1)[0];
  if (path !== "/api/live" && path !== "/api/ready") return false;
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { Allow: "GET, HEAD" }).end();
    return true;
  }
  const say = (word: string) => {
    const well = word === "ready" || word === "live";
    response.writeHead(well ? 200 : 503, {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      ...(!well && { "Retry-After": "5" }),
    });
    response.end(`${word}\n`);
  };
  if (path === "/api/live") say("live");
  else void readiness().then(say);
  return true;
}
