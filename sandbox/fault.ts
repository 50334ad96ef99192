import { z } from "zod";
import { UpstreamDialect } from "./dialect.ts";
import { ResponseLie } from "./response-lies.ts";

/** Kinds of responses. The first group carries the transaction, broken or whole; the rest is canned. */
export const ResponseKind = z.enum([
  ...["normal", "cut", "stall", "huge", "invalid-json"],
  ...["hang", "reset", "close", "empty"],
  ...["server-error", "bad-gateway", "not-found", "html", "redirect", "too-many", "conflict"],
  ...["processing", "provider-text"],
  ...["balance", "daily-limit", "kyc", "negative-wallet", "unavailable", "invalid-plan"],
  ...["unauthorized", "forbidden"],
] as const);
export type ResponseKind = z.infer<typeof ResponseKind>;

/** Results of an execution: `fail-keep` is a failure that keeps the money; `none` leaves no trace. */
export const FaultExecution = z.enum(["deliver", "fail", "fail-keep", "pending", "none"]);
export type FaultExecution = z.infer<typeof FaultExecution>;

const Milliseconds = z.int().min(0);

/**
 * One fault: timing, execution and response, each independent. An omitted field means the usual behaviour.
 * Times in ms; money in minor units.
 */
export const UpstreamFault = z.strictObject({
  /** Wait before executing (a caller that hangs up does not stop the execution). */
  delayMs: Milliseconds.optional(),
  /** Wait after executing, before responding. */
  answerDelayMs: Milliseconds.optional(),
  /** Wait for the control verb `release` before, or after, executing. */
  hold: z.enum(["before", "after"]).optional(),
  execute: FaultExecution.optional(),
  /** Ends a pending execution automatically after a while. `refund` defaults to true. */
  later: z
    .strictObject({
      outcome: z.enum(["deliver", "fail"]),
      afterMs: Milliseconds,
      refund: z.boolean().optional(),
    })
    .optional(),
  answer: ResponseKind.optional(),
  /** Overrides the HTTP status of the response. */
  httpStatus: z.int().min(200).max(599).optional(),
  /** For `too-many`; 2 when left out, no header when null. */
  retryAfterS: z.int().min(0).nullable().optional(),
  /** The provider's text in `api_response`, or in `errors.status` for `provider-text`. */
  text: z.string().optional(),
  /** Really charges this instead of the listed price. */
  chargeMinor: z.bigint().optional(),
  lie: ResponseLie.optional(),
  dialect: UpstreamDialect.partial().optional(),
});
export type UpstreamFault = z.infer<typeof UpstreamFault>;

const TRANSACTION_RESPONSES: readonly ResponseKind[] = ["normal", "cut", "stall", "huge", "invalid-json"];

/** Chooses the default execution of a fault: a response with a transaction needs one that was executed. */
export function faultExecution(fault: UpstreamFault | null): FaultExecution {
  if (fault?.execute) return fault.execute;
  if (fault?.later) return "pending";
  const answer = fault?.answer ?? "normal";
  if (answer === "processing") return "pending";
  if (answer === "provider-text") return "fail";
  return TRANSACTION_RESPONSES.includes(answer) ? "deliver" : "none";
}
