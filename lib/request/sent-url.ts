import type { IncomingMessage } from "node:http";

/** The header with the address as the client sent it. */
const HEADER = "x-sent-url";
const REF_PATH = "/api/data/";

/** Whether an address is below `/api`, also where a base URL that ends in a slash doubled the first one. */
export const isApiPath = (url: string): boolean => /^\/+api(?:[/?]|$)/.test(url);

/**
 * Keeps the address of a request as it was sent, and gives the framework one that it neither changes nor
 * redirects: URL parsers remove `.`, `..` and an empty last part, and a purchase would lose its ref.
 */
export function keepSentUrl(request: IncomingMessage): void {
  const { url = "" } = request;
  request.headers[HEADER] = url;
  if (!isApiPath(url)) return;
  const { path, query } = splitUrl(url);
  const routed = path.startsWith(REF_PATH) ? `${REF_PATH}ref` : path.replaceAll("\\", "%5C");
  request.url = query === undefined ? routed : `${routed}?${query}`;
}

/** Returns the address as it was sent; null when the request came before the process was ready to keep it. */
export const getSentUrl = (headers: Pick<Headers, "get">): string | null => headers.get(HEADER);

/** Splits an address of the API into its path, with single slashes, its query, and its ref as it was sent. */
export function splitUrl(url: string) {
  const [sent = "", query] = url.split(/\?(.*)/s, 2);
  const path = sent.replace(/\/{2,}/g, "/");
  const ref = path.startsWith(REF_PATH) ? path.slice(REF_PATH.length) : undefined;
  return { path, query, ref, isExact: sent === path };
}

/** Returns the path of an address's operation, as the API's document has it: `/api/data/{ref}`. */
export function getOperationPath(url: string): string {
  const { path, ref } = splitUrl(url);
  return ref === undefined ? path.replace(/\/$/, "") : `${REF_PATH}{ref}`;
}
