/** Headers of a request, of the web's kind or Node's. Names are in lower case. */
export type RequestHeaders = Pick<Headers, "get">;

/** A request of the web's kind or Node's: one of the web for each of Node's would take longer than all the rest. */
export interface ApiRequest {
  method: string;
  headers: RequestHeaders;
  body: AsyncIterable<Uint8Array> | null;
}

/** Returns the token of an Authorization header: `Bearer …` or `Token …`. */
export function getToken(headers: RequestHeaders): string {
  return /^\s*(?:Bearer|Token)\s+(\S+)\s*$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
}
