export interface HeaderText {
  says: string;
  type: "integer" | "string";
  example: number | string;
}

/** What every answer carries. */
export const REQUEST_HEADERS = {
  "X-Request-Id": {
    says: "The name of this request: say it when you ask for help",
    type: "string",
    example: "9f86d081884c",
  },
} as const satisfies Record<string, HeaderText>;

/** What every answer to a known token carries. */
export const RATE_HEADERS = {
  "RateLimit-Limit": { says: "Calls in a minute", type: "integer", example: 600 },
  "RateLimit-Remaining": { says: "How many of them are left", type: "integer", example: 599 },
  "RateLimit-Reset": { says: "Seconds until places are free again", type: "integer", example: 60 },
} as const satisfies Record<string, HeaderText>;

/** What some answers carry beside them. */
export const HEADERS = {
  "X-Ref": {
    says: "The reference of the purchase: yours, or the one that we made",
    type: "string",
    example: "order-1001",
  },
  "Idempotency-Replayed": {
    says: "`true` when the reference was seen before: nothing new was bought",
    type: "string",
    example: "true",
  },
  ETag: {
    says: "What to send as `If-None-Match` the next time",
    type: "string",
    example: 'W/"n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4I"',
  },
  "Retry-After": { says: "Seconds to wait before the next try", type: "integer", example: 5 },
  "WWW-Authenticate": { says: "How to sign in", type: "string", example: "Bearer" },
  Allow: { says: "The methods that this address has", type: "string", example: "GET, HEAD, OPTIONS" },
} as const satisfies Record<string, HeaderText>;

export type HeaderName = keyof typeof HEADERS;
