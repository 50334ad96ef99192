/** How the portal is served. */
export interface Serving {
  /** Whether the portal is reached over TLS. */
  secure: boolean;
  /** Whether this is `next dev`, whose tools need eval and a socket. */
  development: boolean;
}

/**
 * The policy of every page: only scripts that carry this answer's nonce run, nothing frames it, and forms
 * stay here. Style attributes are allowed: they cannot run anything, and computed colours need them.
 */
export function contentSecurityPolicy(nonce: string, { secure, development }: Serving): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "worker-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/**
 * What the answer to signing out tells the browser to forget. Not its cookies: the session's own is taken out by name,
 * and the one by which the browser is known again must stay; `"cookies"` would also clear those of sibling domains.
 */
export const FORGET = { "Clear-Site-Data": '"cache", "storage"' } as const;

/** The headers of every answer. */
export function securityHeaders({ secure }: Serving): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    // Not "no-referrer": with it browsers send `Origin: null` from our own forms.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(secure && { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }),
  };
}

/** The headers of answers that are not pages: nothing in them may run or load anything. A page's own policy replaces this one. */
export function bareHeaders(serving: Serving): Record<string, string> {
  return {
    ...securityHeaders(serving),
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  };
}
