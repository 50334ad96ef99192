import type { Person } from "#lib/core/context";

const BASE_ORIGIN = "http://portal.invalid";

/** Returns the path to open after sign-in: a path of this site, or "/" for any that could lead elsewhere. */
export function toSafePath(next: unknown): string {
  if (typeof next !== "string" || !/^\/(?![/\\])/.test(next) || next.length > 2000) return "/";
  if (!URL.canParse(next, BASE_ORIGIN)) return "/";
  const url = new URL(next, BASE_ORIGIN);
  const elsewhere =
    url.origin !== BASE_ORIGIN ||
    /^\/(\/|api\/|sign-(in|up|out)|welcome|choose-password|two-factor)/.test(url.pathname);
  return elsewhere ? "/" : `${url.pathname}${url.search}`;
}

/** Returns the first page of a role. */
export function getHomePath(role: Person["kind"]): string {
  return { admin: "/admin", reseller: "/home", helper: "/buy" }[role];
}

/** Builds the path to sign in and return to `path`. */
export function buildSignInPath(path: string | null): string {
  const next = toSafePath(path);
  return next === "/" ? "/sign-in" : `/sign-in?${new URLSearchParams({ next })}`;
}

/** Builds the path of the code page on the way to `next`. */
export function buildCodePath(next: unknown): string {
  const path = toSafePath(next);
  return path === "/" ? "/sign-in/code" : `/sign-in/code?${new URLSearchParams({ next: path })}`;
}
