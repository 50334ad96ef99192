export interface HeaderText {
  says: string;
  type: "integer" | "string";
  example: number | string;
  /** Whether each response that lists it has it. */
  always?: true;
}

/** Headers of every response. */
export const REQUEST_HEADERS = {
  "X-Request-Id": {
    says: "ID of this request: quote it when you contact support",
    type: "string",
    example: "9f86d081884c",
    always: true,
  },
} as const satisfies Record<string, HeaderText>;

/** Headers of every response to a valid token. */
export const CALLER_HEADERS = {
  "RateLimit-Limit": { says: "Calls in a minute", type: "integer", example: 600 },
  "RateLimit-Remaining": { says: "Remaining calls", type: "integer", example: 599 },
  "RateLimit-Reset": { says: "Seconds until more calls are allowed", type: "integer", example: 60 },
  "X-Warning": {
    says: "Hints for you: query parameters and body fields that the address doesn't know and ignores, a body of another type, a reference of an older purchase. Missing when there are none",
    type: "string",
    example: 'unknown query parameter "networ": did you mean "network"?',
  },
} as const satisfies Record<string, HeaderText>;

/** Headers of some responses. */
export const HEADERS = {
  "X-Ref": {
    says: "Reference of the purchase: yours, or the one that we created",
    type: "string",
    example: "order-1001",
  },
  "Idempotency-Replayed": {
    says: "`true` when the reference was used before: nothing was bought again",
    type: "string",
    example: "true",
  },
  ETag: {
    says: "Value for `If-None-Match` in the next request",
    type: "string",
    example: 'W/"n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4I"',
    always: true,
  },
  "Retry-After": { says: "Seconds to wait before the next attempt", type: "integer", example: 5 },
  "WWW-Authenticate": { says: "Authentication scheme", type: "string", example: "Bearer", always: true },
  Allow: { says: "Allowed methods", type: "string", example: "GET, HEAD, OPTIONS", always: true },
} as const satisfies Record<string, HeaderText>;

export type HeaderName = keyof typeof HEADERS;
