const HERE = "http://portal.invalid";

/** Where to go after signing in: a path of this site, or "/" for anything that could lead elsewhere. */
export function safePath(next: unknown): string {
  if (typeof next !== "string" || !/^\/(?![/\\])/.test(next) || next.length > 2000) return "/";
  if (!URL.canParse(next, HERE)) return "/";
  const url = new URL(next, HERE);
  const elsewhere =
    url.origin !== HERE ||
    /^\/(\/|api\/|sign-(in|up|out)|welcome|choose-password|two-factor)/.test(url.pathname);
  return elsewhere ? "/" : `${url.pathname}${url.search}`;
}

/** Where each role starts. */
export function homeOf(role: "reseller" | "admin"): string {
  return role === "admin" ? "/admin" : "/home";
}

/** The way in for a visitor who wanted `path`. */
export function signInPath(path: string | null): string {
  const next = safePath(path);
  return next === "/" ? "/sign-in" : `/sign-in?${new URLSearchParams({ next })}`;
}

/** Where a code is given, on the way to `next`. */
export function codePath(next: unknown): string {
  const path = safePath(next);
  return path === "/" ? "/sign-in/code" : `/sign-in/code?${new URLSearchParams({ next: path })}`;
}
