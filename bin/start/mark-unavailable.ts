import type { ServerResponse } from "node:http";
import { wasDatabaseLost } from "#db/driver/limit-waiting";

/**
 * Makes a page that failed because the database is away a 503 with a time to retry: the framework gives
 * every error the status 500.
 */
export function markUnavailable(response: ServerResponse, isDatabaseLost = wasDatabaseLost): void {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    if (status !== 500 || !isDatabaseLost()) return writeHead(status, ...rest);
    response.setHeader("Retry-After", "5");
    return writeHead(503, ...rest);
  }) as typeof response.writeHead;
}
