import type { Minor } from "./money.ts";
import type { Permission } from "./permission.ts";

type None = Record<never, never>;

/**
 * What each refusal tells beside its words, for the caller to act on and safe to show to whoever acts. Money is in
 * minor units, spans of time are in seconds.
 */
export interface Facts {
  unauthenticated: None;
  /** The permission that the role of whoever asked does not have. */
  forbidden: { permission?: Permission };
  not_found: None;
  /** Who was quicker, when, why, and what they made of it. */
  conflict: { changed?: Change };
  invalid: { why?: "too_large" };
  /** The price that holds now. */
  price_changed: { price: Minor };
  /** The earlier purchase of the same. */
  duplicate: { ident: string };
  /** The order that has the ref, where it is an order's. */
  ref_reused: { code?: string };
  insufficient_funds: Missing;
  negative_wallet: Missing;
  restricted: None;
  daily_limit: { limit: Minor; spent: Minor };
  service_unavailable: None;
  /** The operator's words about what they switched off. */
  plan_off: { message: string | null };
  /** The queue is so long that the purchase would be sent after its deadline. */
  queue_too_long: { wait: number; retryAfter: number };
  /** So many purchases of this reseller wait already. */
  too_many_waiting: { waiting: number; retryAfter: number };
  /** `check` is a question: whoever answers it may go on at once. */
  rate_limited: { retryAfter?: number; check?: { question: string; seal: string } };
  /** `unknown`: the connection was lost meanwhile, so that it may have been done all the same. */
  unavailable: { retryAfter?: number; unknown?: true };
  /** The number under which the log has it. */
  internal: { id: string };
}

interface Missing {
  missing: Minor;
  /** The same as decimal text, as the form that adds money takes it. */
  amount?: string;
}

interface Change {
  who: string;
  at: Date;
  action: string;
  reason: string | null;
  before: unknown;
  after: unknown;
}

export type ErrorCode = keyof Facts;

/** Every way in which the portal refuses, with the HTTP status that a program sees. */
export const HTTP_STATUS: Record<ErrorCode, number> = {
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
  plan_off: 422,
  queue_too_long: 422,
  too_many_waiting: 429,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
};

/** What is wrong with each field of an input: field name to messages. */
export type FieldErrors = Record<string, string[]>;

/** A code with its facts: whoever looks at the code knows the facts. */
export type Refusal<C extends ErrorCode = ErrorCode> = { [K in C]: { code: K; facts: Facts[K] } }[C];

/** A refusal as whoever asked may read it. */
export type Problem = Refusal & { message: string; fields: FieldErrors };

interface Details<C extends ErrorCode> {
  /** Messages at the fields they belong to. */
  fields?: FieldErrors;
  facts?: Facts[C];
  /** What really happened, for the log alone. */
  cause?: unknown;
}

class RefusedWith<C extends ErrorCode> extends Error {
  /** The default `instanceof`, declared so that TypeScript narrows `facts` by `code`. */
  static override [Symbol.hasInstance](error: unknown): error is PortalError {
    return Function.prototype[Symbol.hasInstance].call(RefusedWith, error);
  }

  readonly code: C;
  readonly fields: FieldErrors;
  readonly facts: Facts[C];

  constructor(code: C, message: string, details: Details<C> = {}) {
    super(message, { cause: details.cause });
    this.name = "PortalError";
    this.code = code;
    this.fields = details.fields ?? {};
    // Codes whose facts are not optional are never made without them: `PortalError` sees to it.
    this.facts = details.facts ?? ({} as Facts[C]);
  }

  /** The same refusal in words for somebody else. */
  reworded(message: string, facts = this.facts): RefusedWith<C> {
    return new RefusedWith(this.code, message, { facts, cause: this });
  }

  /** All but the cause. */
  toProblem(): { code: C; facts: Facts[C]; message: string; fields: FieldErrors } {
    const { code, facts, message, fields } = this;
    return { code, facts, message, fields };
  }
}

/** The portal's one error: a code with its facts, words for whoever reads it, and a private cause. */
export type PortalError<C extends ErrorCode = ErrorCode> = { [K in C]: RefusedWith<K> }[C];

type WithoutFacts = { [C in ErrorCode]: None extends Facts[C] ? C : never }[ErrorCode];

export const PortalError: {
  new <C extends WithoutFacts>(code: C, message: string, details?: Details<C>): RefusedWith<C>;
  new <C extends ErrorCode>(
    code: C,
    message: string,
    details: Details<C> & { facts: Facts[C] },
  ): RefusedWith<C>;
  [Symbol.hasInstance](error: unknown): error is PortalError;
} = RefusedWith;

/** The refusal of one field of an input. */
export function invalid(field: string, message: string, more: Omit<Details<"invalid">, "fields"> = {}) {
  return new PortalError("invalid", message, { ...more, fields: { [field]: [message] } });
}

/** The error for a row that does not exist or belongs to somebody else: the same words for both. */
export function notFound(what: string): PortalError<"not_found"> {
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

/** Whether the database could not be reached, let us in or gave up, as opposed to refusing the statement. */
export function isDatabaseDown(error: unknown): boolean {
  return hasCode(error, /^(08|25P03|28|3D|53|57P0|58|ECONN|CONNECT|CONNECTION_|EPIPE|ENOTFOUND|ETIMEDOUT)/);
}

/** Whether a statement that failed may have been done all the same: the connection was lost after it was sent. */
export function mayBeDone(error: unknown): boolean {
  const refused = /^(28|3D|53|ECONNREFUSED|ENOTFOUND|CONNECT_TIMEOUT)/;
  return isDatabaseDown(error) && !hasCode(error, refused);
}

/** Whether a disk took no more: the database's, or one of this machine's own. */
export function isFull(error: unknown): boolean {
  return hasCode(error, /^(53100|ENOSPC|EDQUOT|EFBIG)$/);
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
