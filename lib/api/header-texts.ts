interface HeaderText {
  says: string;
  type: "integer" | "string";
}

/** What every answer to a known token carries. */
export const RATE_HEADERS = {
  "RateLimit-Limit": { says: "Calls in a minute", type: "integer" },
  "RateLimit-Remaining": { says: "How many of them are left", type: "integer" },
  "RateLimit-Reset": { says: "Seconds until places are free again", type: "integer" },
} as const satisfies Record<string, HeaderText>;

/** What some answers carry beside them. */
export const HEADERS = {
  "X-Ref": { says: "The reference of the purchase: yours, or the one that we made", type: "string" },
  "Idempotency-Replayed": {
    says: "`true` when the reference was seen before: nothing new was bought",
    type: "string",
  },
  ETag: { says: "What to send as `If-None-Match` the next time", type: "string" },
  "Retry-After": { says: "Seconds to wait before the next try", type: "integer" },
} as const satisfies Record<string, HeaderText>;

export type HeaderName = keyof typeof HEADERS;
