import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** Outside of the module: the pages' bundle has modules of its own, and log lines of a page are its request's too. */
const shared = globalThis as { portalRequest?: AsyncLocalStorage<string> };
shared.portalRequest ??= new AsyncLocalStorage();
const current = shared.portalRequest;

/** Names a request: twelve letters and digits, which its answer carries as `X-Request-Id` and its log lines as `request`. */
export function newRequestId(): string {
  return randomBytes(6).toString("hex");
}

/** Runs the work of a request under its name. */
export function asRequest<T>(id: string, work: () => T): T {
  return current.run(id, work);
}

/** The name of the request that is being answered; undefined in work of the portal's own. */
export function requestId(): string | undefined {
  return current.getStore();
}
