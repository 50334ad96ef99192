import type { Minor } from "./money/money.ts";
import type { Permission } from "./permission.ts";

type NoFacts = Record<never, never>;

/**
 * Facts of each error, for the caller to act on and safe to show to the actor. Money is in minor units,
 * durations are in seconds.
 */
export interface ErrorFacts {
  unauthenticated: NoFacts;
  /** The permission that the actor's role lacks. */
  forbidden: { permission?: Permission };
  not_found: NoFacts;
  /** The change that came first: its actor, time, reason and result. */
  conflict: { changed?: ConflictingChange };
  invalid: { reason?: "too_large" };
  price_changed: { price: Minor };
  /** The earlier purchase of the same plan and number. */
  duplicate: { ident: string };
  /** The code of the order that has the ref, if any. */
  ref_reused: { code?: string };
  insufficient_funds: MissingMoneyFacts;
  negative_wallet: MissingMoneyFacts;
  restricted: NoFacts;
  daily_limit: { limit: Minor; spent: Minor };
  service_unavailable: NoFacts;
  /** The operator's message about the plan that is turned off. */
  plan_off: { message: string | null };
  /** Purchases of this plan type fail, so it isn't sold until one is delivered: "MTN SME". */
  outage: { what: string; since: Date; retryAfter?: number };
  /** The purchase would be sent after its deadline, because of the queue. */
  queue_too_long: { wait: number; retryAfter: number };
  /** Purchases of this reseller that wait already. */
  too_many_waiting: { waiting: number; retryAfter: number };
  /** `check` is a question: with its answer, the customer may continue at once. */
  rate_limited: { retryAfter?: number; check?: { question: string; seal: string } };
  /** `unknown`: the connection was lost meanwhile, so it may have been done anyway. */
  unavailable: { retryAfter?: number; unknown?: true };
  /** Its ID in the log. */
  internal: { id: string };
}

interface MissingMoneyFacts {
  missing: Minor;
  /** The same as decimal text, for the form that tops up the wallet. */
  amount?: string;
}

interface ConflictingChange {
  who: string;
  at: Date;
  action: string;
  reason: string | null;
  before: unknown;
  after: unknown;
}

export type ErrorCode = keyof ErrorFacts;

/** All error codes, with their HTTP status. */
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
  outage: 422,
  queue_too_long: 422,
  too_many_waiting: 429,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
};

/** Errors of an input: field name to messages. */
export type FieldErrors = Record<string, string[]>;

/** A code with its facts; the code determines their type. */
export type Rejection<C extends ErrorCode = ErrorCode> = { [K in C]: { code: K; facts: ErrorFacts[K] } }[C];

/** An error for the actor to read. */
export type Problem = Rejection & { message: string; fields: FieldErrors };

interface ErrorDetails<C extends ErrorCode> {
  fields?: FieldErrors;
  facts?: ErrorFacts[C];
  /** The cause, for the log only. */
  cause?: unknown;
}

class CodedError<C extends ErrorCode> extends Error {
  /** The default `instanceof`, declared so that TypeScript narrows `facts` by `code`. */
  static override [Symbol.hasInstance](error: unknown): error is PortalError {
    return Function.prototype[Symbol.hasInstance].call(CodedError, error);
  }

  readonly code: C;
  readonly fields: FieldErrors;
  readonly facts: ErrorFacts[C];

  constructor(code: C, message: string, details: ErrorDetails<C> = {}) {
    super(message, { cause: details.cause });
    this.name = "PortalError";
    this.code = code;
    this.fields = details.fields ?? {};
    // `PortalError` requires the facts of codes whose facts aren't optional.
    this.facts = details.facts ?? ({} as ErrorFacts[C]);
  }

  reworded(message: string, facts = this.facts): CodedError<C> {
    return new CodedError(this.code, message, { facts, cause: this });
  }

  /** Returns the error without its cause. */
  toProblem(): { code: C; facts: ErrorFacts[C]; message: string; fields: FieldErrors } {
    const { code, facts, message, fields } = this;
    return { code, facts, message, fields };
  }
}

/** The portal's error: a code with its facts, a message for its reader, and a private cause. */
export type PortalError<C extends ErrorCode = ErrorCode> = { [K in C]: CodedError<K> }[C];

type CodeWithoutFacts = { [C in ErrorCode]: NoFacts extends ErrorFacts[C] ? C : never }[ErrorCode];

export const PortalError: {
  new <C extends CodeWithoutFacts>(code: C, message: string, details?: ErrorDetails<C>): CodedError<C>;
  new <C extends ErrorCode>(
    code: C,
    message: string,
    details: ErrorDetails<C> & { facts: ErrorFacts[C] },
  ): CodedError<C>;
  [Symbol.hasInstance](error: unknown): error is PortalError;
} = CodedError;

export function invalidError(
  field: string,
  message: string,
  more: Omit<ErrorDetails<"invalid">, "fields"> = {},
) {
  return new PortalError("invalid", message, { ...more, fields: { [field]: [message] } });
}

/** Creates the error for a request that the current state does not allow. */
export function conflictError(message: string): PortalError<"conflict"> {
  return new PortalError("conflict", message);
}

/** Creates the error for a row that is missing or another account's: the same message for both. */
export function notFoundError(noun: string): PortalError<"not_found"> {
  return new PortalError("not_found", `This ${noun} does not exist.`);
}
