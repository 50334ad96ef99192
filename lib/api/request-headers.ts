import type { IncomingMessage } from "node:http";

/** Returns a header as one text, also when repeated; null when missing. */
export function getHeader({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return value === undefined ? null : String(value);
}

/** Returns the token of an Authorization header: `Bearer …` or `Token …`. */
export function getToken({ headers }: IncomingMessage): string {
  return /^\s*(?:Bearer|Token)\s+(\S+)\s*$/i.exec(headers.authorization ?? "")?.[1] ?? "";
}
