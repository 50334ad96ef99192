/** Every way in which the portal refuses, with the HTTP status that a program sees. */
export const HTTP_STATUS = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  invalid: 422,
  price_changed: 409,
  duplicate: 409,
  ref_reused: 422,
  insufficient_funds: 422,
  negative_wallet: 422,
  restricted: 422,
  daily_limit: 422,
  service_unavailable: 422,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof HTTP_STATUS;

/** What is wrong with each field of an input: field name to messages. */
export type FieldErrors = Record<string, string[]>;

interface Details {
  /** Messages at the fields they belong to. */
  fields?: FieldErrors;
  /** Facts the caller may act on (the new price, the amount missing); safe to show to whoever acts. */
  facts?: Record<string, unknown>;
  /** What really happened, for the log alone. */
  cause?: unknown;
}

/** The portal's one error: a code, words for whoever reads it, and a private cause. */
export class PortalError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors;
  readonly facts: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = "PortalError";
    this.code = code;
    this.fields = details.fields ?? {};
    this.facts = details.facts ?? {};
  }
}

/** The error for a row that does not exist or belongs to somebody else: the same words for both. */
export function notFound(what: string): PortalError {
  return new PortalError("not_found", `This ${what} does not exist.`);
}

/** The name of the constraint that a database error (or its cause) broke, if any. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const name = (at as { constraint_name?: unknown }).constraint_name;
    if (typeof name === "string") return name;
  }
  return undefined;
}

/** Whether the database could not be reached or gave up, as opposed to refusing the statement. */
export function isDatabaseDown(error: unknown): boolean {
  return hasCode(error, /^(08|25P03|53|57P0|58|ECONN|CONNECT|CONNECTION_|EPIPE|ENOTFOUND|ETIMEDOUT)/);
}

/** Whether the statement gave way to others (a deadlock, a lock or time that ran out): nothing of it was done. */
export function gaveWay(error: unknown): boolean {
  return hasCode(error, /^(40001|40P01|55P03|57014)$/);
}

/** Whether an error or one of its causes has such a code, of the database or of the system. */
export function hasCode(error: unknown, wanted: RegExp): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string" && wanted.test(code)) return true;
  }
  return false;
}
