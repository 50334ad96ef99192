/** How a call stands against its reseller's limit. */
export interface Rate {
  limit: number;
  remaining: number;
  /** Whole seconds until a place is free again, or all are. */
  resetS: number;
  refused: boolean;
}

/** The usual headers of rate limits, of the draft standard and as older clients read them. */
export function rateHeaders({ limit, remaining, resetS, refused }: Rate): Record<string, string> {
  return {
    "RateLimit-Limit": String(limit),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetS),
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    ...(refused && { "Retry-After": String(resetS) }),
  };
}
