/** Headers of a request, of the web's kind or Node's. */
export type RequestHeaders = Pick<Headers, "get">;

/** Returns the token of an Authorization header: `Bearer …` or `Token …`. */
export function getToken(headers: RequestHeaders): string {
  return /^\s*(?:Bearer|Token)\s+(\S+)\s*$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
}
