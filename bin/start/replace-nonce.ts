import { createHash } from "node:crypto";

export type ReplacedNonce = NonNullable<ReturnType<typeof replaceNonce>>;

/**
 * Replaces the nonce of a page, which is of one response, by the hashes of its scripts and styles, and by the folder of
 * the build's files: nothing else runs.
 * @param link its header that names files to load early
 * @returns undefined for a page without a nonce
 */
export function replaceNonce(html: string, policy: string, link = "") {
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  if (nonce === undefined) return undefined;
  // The framework's script repeats it, for elements that it adds.
  const fixed = html.replaceAll(` nonce="${nonce}"`, "").replaceAll(nonce, "");
  const scripts = hashElements(
    fixed,
    /<script(?![^>]* (?:src=|type="application\/ld\+json"))[^>]*>(.*?)<\/script>/gs,
  );
  const styles = hashElements(fixed, /<style[^>]*>(.*?)<\/style>/gs);
  const loads = /<script[^>]* src="/.test(fixed);
  return {
    html: fixed,
    link: link.replaceAll(` nonce="${nonce}";`, "").replaceAll(`; nonce="${nonce}"`, ""),
    /** Builds its policy. @param host the portal's, as its reader requested it */
    buildPolicy(host: string): string {
      const files = loads ? [`${host}/_next/static/`] : [];
      const sources = [...files, ...scripts].join(" ") || "'none'";
      return policy
        .replace(/script-src [^;]*/, `script-src ${sources}`)
        .replace(/style-src [^;]*/, ["style-src 'self'", ...styles].join(" "));
    },
  };
}

const hashElements = (html: string, pattern: RegExp): string[] => [
  ...new Set(
    [...html.matchAll(pattern)].map(
      ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
    ),
  ),
];
