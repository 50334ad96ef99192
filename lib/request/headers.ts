export interface ServingOptions {
  /** Whether the portal is reached over TLS. */
  secure: boolean;
  /** Whether this is `next dev`, whose tools need eval and a socket. */
  development: boolean;
}

/**
 * Builds the policy of every page: only scripts with this response's nonce run, no site frames it, and forms
 * stay here. Style attributes are allowed, because they can't run code and computed colours need them.
 */
export function buildContentSecurityPolicy(nonce: string, { secure, development }: ServingOptions): string {
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

/** Builds the headers of every response. */
export function buildSecurityHeaders({ secure }: ServingOptions): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    // Not "no-referrer", with which browsers send `Origin: null` from the portal's forms.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    // Other names below the portal's, which may be the operator's own domain, are their owner's affair.
    ...(secure && { "Strict-Transport-Security": "max-age=63072000" }),
  };
}

/**
 * Builds the headers of other responses than pages, which may not run or load anything.
 * A page's policy replaces this one.
 */
export function buildMinimalHeaders(serving: ServingOptions): Record<string, string> {
  return {
    ...buildSecurityHeaders(serving),
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  };
}
