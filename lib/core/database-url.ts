import { isEscaped } from "./escaped-address.ts";

/** Everything before the servers, the servers, and everything after them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/** Returns whether this is a postgres:// address of one server, or of several, separated by commas. */
export function isDatabaseUrl(text: string): boolean {
  return PARTS.test(text) && listServerUrls(text).every(isEscaped);
}

export function listServerUrls(url: string): string[] {
  const [before, servers, after] = splitUrl(url);
  return servers.split(",").map((server) => before + server + after);
}

/** Replaces the database, the user or the password. The servers stay. */
export function changeDatabaseUrl(
  url: string,
  { database, ...login }: { database?: string; username?: string; password?: string },
): string {
  const [, servers] = splitUrl(url);
  const changed = new URL(listServerUrls(url)[0] ?? "");
  Object.assign(changed, login, database !== undefined && { pathname: `/${database}` });
  const [before, , after] = splitUrl(changed.href);
  return before + servers + after;
}

export const getDatabaseName = (url: string): string =>
  decodeURIComponent(new URL(listServerUrls(url)[0] ?? "").pathname.slice(1));

function splitUrl(url: string): [string, string, string] {
  const [, before = "", servers = "", after = ""] = PARTS.exec(url) ?? [];
  return [before, servers, after];
}
