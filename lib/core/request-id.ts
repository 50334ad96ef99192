import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** Global, since the pages' bundle has its own modules, and log lines of a page belong to the request too. */
const sharedGlobal = globalThis as { portalRequest?: AsyncLocalStorage<string> };
sharedGlobal.portalRequest ??= new AsyncLocalStorage();
const requestIds = sharedGlobal.portalRequest;

/** Creates a request ID: twelve letters and digits, the response's `X-Request-Id`, `request` in log lines. */
export function createRequestId(): string {
  // Node draws the random bytes of many at once.
  return randomUUID().slice(-12);
}

export function runWithRequestId<T>(id: string, work: () => T): T {
  return requestIds.run(id, work);
}

/** Gives the rest of the current callback, and all that it starts, a request's ID. */
export const enterRequestId = (id: string): void => requestIds.enterWith(id);

/** Returns the ID of the current request; undefined in background work. */
export function getRequestId(): string | undefined {
  return requestIds.getStore();
}
