import { computeKeyedHash } from "#lib/core/seal";

const PATH = "/.well-known/portal-domain/";

/** The path at a shop's domain by which the portal finds out whether it opens. */
export const buildOpeningPath = (nonce: string): string => PATH + nonce;

/** The response there, which only a portal with this key can give. */
export const buildOpeningAnswer = (domain: string, nonce: string): string =>
  computeKeyedHash(`${domain} ${nonce}`, "shop domains");

/** Returns the response of a domain to a path; undefined for another path. */
export function answerOpening(domain: string, path: string): string | undefined {
  const nonce = path.startsWith(PATH) ? path.slice(PATH.length) : "";
  return /^[0-9a-f]{32}$/.test(nonce) ? buildOpeningAnswer(domain, nonce) : undefined;
}
