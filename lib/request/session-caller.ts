import { createHash } from "node:crypto";
import type { Person } from "#lib/core/context";

/** The reseller and the account that requests of a session are counted for. */
export type SessionCaller = readonly [owner: string, account: string];

/** More sessions than a process serves in some minutes. */
const MAX_REMEMBERED = 20_000;
const SESSION_COOKIE = /(?:^|; )(?:__Host-)?next-auth\.session-token=([^;]+)/;

/** By the cookie's hash. Global, since pages are bundled apart from the server, which counts requests. */
const sharedGlobal = globalThis as { portalSessionCallers?: Map<string, SessionCaller> };
sharedGlobal.portalSessionCallers ??= new Map();
const callers = sharedGlobal.portalSessionCallers;

/**
 * Remembers whose session a cookie is, or that it is none. Only a session of the database is remembered:
 * an invented cookie counts for its network.
 */
export function rememberSessionCaller(cookie: string, actor: Person | undefined): void {
  const key = hashCookie(cookie);
  callers.delete(key);
  if (!actor) return;
  callers.set(key, [String(actor.kind === "helper" ? actor.resellerId : actor.id), String(actor.id)]);
  if (callers.size > MAX_REMEMBERED) callers.delete(callers.keys().next().value ?? "");
}

/** Finds whom a request is counted for by its Cookie header; undefined for a cookie that no page has seen yet. */
export function findSessionCaller(header: string | undefined): SessionCaller | undefined {
  const cookie = SESSION_COOKIE.exec(header ?? "")?.[1];
  return cookie === undefined ? undefined : callers.get(hashCookie(cookie));
}

const hashCookie = (cookie: string): string => createHash("sha256").update(cookie).digest("base64");
